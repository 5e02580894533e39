package dev.gramme.transfer;

import dev.gramme.engine.Engine;
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
   * Where data comes from and goes to.
   *
   * @param logs the folder that stands for the service's log groups
   */
  public record Places(Buckets buckets, Path logs) {
    /** No buckets: every import and export fails. */
    public static final Places NONE = new Places(Buckets.NONE, Path.of("logs"));

    /** The folders of a folder as buckets, with the logs in one that no bucket can be. */
    public static Places folders(Path folder) {
      return of(new FolderBuckets(folder), folder);
    }

    /** Buckets that are elsewhere, with the logs below a folder. */
    public static Places of(Buckets buckets, Path folder) {
      return new Places(buckets, folder.resolve(".logs"));
    }
  }

  /**
   * Whether a failure is one of the store and may be over soon: then the work is repeated. What the
   * data, the bucket or a bug has caused ends an import or export instead.
   */
  public static boolean passes(Throwable failure) {
    return switch (failure) {
      case StorageException store -> true;
      case ApiError error ->
          error.type() == ErrorType.THROTTLING || error.type() == ErrorType.TRANSACTION_CONFLICT;
      default ->
          failure instanceof CompletionException
              && failure.getCause() != null
              && passes(failure.getCause());
    };
  }

  /**
   * The imports and exports of an engine; goes on with those that were interrupted.
   *
   * @param ids gives a random id that it never gave before
   */
  public static Transfers open(Engine engine, Places places, Supplier<UUID> ids) {
    var jobs = new JobIds(ids);
    Path logs = places.logs().resolve("aws-dynamodb");
    return new Transfers(
        Imports.open(engine, places.buckets(), logs.resolve("imports"), jobs),
        Exports.open(engine, places.buckets(), jobs));
  }
}
