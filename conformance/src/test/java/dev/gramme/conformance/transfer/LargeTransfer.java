package dev.gramme.conformance.transfer;

import dev.gramme.conformance.support.Json;
import dev.gramme.storage.rocksdb.RocksStore;
import dev.gramme.storage.rocksdb.RocksStoreOptions;
import dev.gramme.transfer.bucket.Buckets;
import dev.gramme.transfer.bucket.FolderBuckets;
import dev.gramme.transfer.s3.S3Buckets;
import dev.gramme.transfer.s3.S3Endpoint;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A database in its own process that imports the objects of a bucket and exports the table again.
 */
final class LargeTransfer {
  static final String BUCKET = "large";

  private static final int ARGUMENTS = 4;

  private LargeTransfer() {}

  /**
   * Imports and exports.
   *
   * @param arguments the folder of the database; the folder of the buckets or the URL of an S3
   *     server; the number of items; their size in megabytes
   */
  public static void main(String[] arguments) {
    if (arguments.length != ARGUMENTS) {
      throw new IllegalArgumentException("four arguments are required");
    }
    Path folder = Path.of(arguments[0]);
    long megabytes = Long.parseLong(arguments[3]);
    var store = RocksStore.open(RocksStoreOptions.of(folder.resolve("data")));
    try (var database =
        new TransferDatabase(store, buckets(arguments[1]), folder, InstantSource.system())) {
      long began = System.nanoTime();
      var imported =
          database.imported(database.beginImport("items", "DYNAMODB_JSON", "NONE", BUCKET, "in/"));
      check(imported, "ImportStatus", "COMPLETED");
      check(imported, "ImportedItemCount", arguments[2]);
      report("import", megabytes, began);

      database.enableRecovery("items");
      began = System.nanoTime();
      var exported = database.exported(database.export("items", "\"S3Bucket\":\"" + BUCKET + "\""));
      check(exported, "ExportStatus", "COMPLETED");
      check(exported, "ItemCount", arguments[2]);
      report("export", megabytes, began);
    }
  }

  private static Buckets buckets(String place) {
    return place.startsWith("http:")
        ? S3Buckets.at(
            S3Endpoint.of(URI.create(place), "us-east-1").withCredentials("reader", "secret"))
        : new FolderBuckets(Path.of(place));
  }

  private static void check(
      Map<String, @Nullable Object> description, String member, String expected) {
    Object found = Json.member(description, member);
    String text = found instanceof Number number ? "" + number.longValue() : "" + found;
    if (!Objects.equals(text, expected)) {
      throw new IllegalStateException(member + " is not " + expected + ": " + description);
    }
  }

  private static void report(String what, long megabytes, long began) {
    double seconds = (System.nanoTime() - began) / 1e9;
    System.out.printf(
        "%s of %d MB in %.0f s, %.1f MB/s, heap at most %d MB%n",
        what, megabytes, seconds, megabytes / seconds, Runtime.getRuntime().maxMemory() >> 20);
  }
}
