package dev.gramme.transfer;

import dev.gramme.engine.Engine;
import dev.gramme.engine.catalog.LeaseLostException;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.storage.StorageException;
import dev.gramme.transfer.bucket.Buckets;
import dev.gramme.transfer.bucket.FolderBuckets;
import dev.gramme.transfer.exports.Exports;
import dev.gramme.transfer.imports.Imports;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/** The imports and exports of a database. */
public record Transfers(Imports imports, Exports exports) {
  /**
   * The buckets for data and the folder for logs.
   *
   * @param logs the folder that replaces the service's log groups
   */
  public record Locations(Buckets buckets, Path logs) {
    /** No buckets: every import and export fails. */
    public static final Locations NONE = new Locations(Buckets.NONE, Path.of("logs"));

    /**
     * Uses the subfolders of a folder as buckets. The folder of the logs begins with a dot, so that
     * no bucket can have its name.
     */
    public static Locations folders(Path folder) {
      return of(new FolderBuckets(folder), folder);
    }

    /** Uses other buckets, with the logs in a subfolder. */
    public static Locations of(Buckets buckets, Path folder) {
      return new Locations(buckets, folder.resolve(".logs"));
    }
  }

  /**
   * Whether a failure may be temporary, such as one of the store; the work is then repeated, here
   * or on the server that has taken the job. Failures caused by the data, the bucket or a bug end
   * an import or export instead.
   */
  public static boolean isTemporary(Throwable failure) {
    return switch (failure) {
      case StorageException store -> true;
      case LeaseLostException lost -> true;
      case ApiError error ->
          error.type() == ErrorType.THROTTLING || error.type() == ErrorType.TRANSACTION_CONFLICT;
      default ->
          failure instanceof CompletionException
              && failure.getCause() != null
              && isTemporary(failure.getCause());
    };
  }

  /**
   * The imports and exports of an engine. Interrupted ones resume.
   *
   * @param ids returns a new random id at each call
   */
  public static Transfers open(Engine engine, Locations locations, Supplier<UUID> ids) {
    var jobs = new JobIds(ids);
    Path logs = locations.logs().resolve("aws-dynamodb");
    return new Transfers(
        Imports.open(engine, locations.buckets(), logs.resolve("imports"), jobs),
        Exports.open(engine, locations.buckets(), jobs));
  }
}
