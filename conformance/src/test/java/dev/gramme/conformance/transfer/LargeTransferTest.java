package dev.gramme.conformance.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.conformance.support.Json;
import dev.gramme.storage.rocksdb.RocksStore;
import dev.gramme.storage.rocksdb.RocksStoreOptions;
import dev.gramme.transfer.bucket.FolderBuckets;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A gigabyte comes in and goes out. To be run with {@code -Xmx512m}: nothing of it is held in
 * memory.
 */
@Tag("long")
final class LargeTransferTest {
  private static final int FILES = 4;
  private static final int ITEMS_OF_FILE = 250_000;
  private static final int TEXT = 1000;

  @TempDir Path folder;

  @Test
  void a_gigabyte_is_imported_and_exported() throws IOException {
    Path bucket = Files.createDirectories(folder.resolve("buckets/large"));
    long bytes = write(Files.createDirectories(bucket.resolve("in")));
    var store = RocksStore.open(RocksStoreOptions.of(folder.resolve("data")));
    try (var database =
        new TransferDatabase(
            store, new FolderBuckets(folder.resolve("buckets")), folder, InstantSource.system())) {
      long began = System.nanoTime();
      var imported =
          database.imported(database.beginImport("items", "DYNAMODB_JSON", "NONE", "large", "in/"));
      report("import", bytes, began);
      assertThat(imported.get("ImportStatus")).isEqualTo("COMPLETED");
      assertThat(((Number) Json.member(imported, "ImportedItemCount")).longValue())
          .isEqualTo((long) FILES * ITEMS_OF_FILE);

      database.enableRecovery("items");
      began = System.nanoTime();
      var exported = database.exported(database.export("items", "\"S3Bucket\":\"large\""));
      report("export", bytes, began);
      assertThat(exported.get("ExportStatus")).isEqualTo("COMPLETED");
      assertThat(((Number) Json.member(exported, "ItemCount")).longValue())
          .isEqualTo((long) FILES * ITEMS_OF_FILE);
    }
  }

  private static long write(Path to) throws IOException {
    var random = new SplittableRandom(1);
    var text = new byte[TEXT];
    long bytes = 0;
    for (int i = 0; i < FILES; i++) {
      Path file = to.resolve(i + ".json");
      try (var out = Files.newBufferedWriter(file)) {
        for (int j = 0; j < ITEMS_OF_FILE; j++) {
          for (int k = 0; k < TEXT; k++) {
            text[k] = (byte) ('a' + random.nextInt(26));
          }
          out.write("{\"Item\":{\"pk\":{\"S\":\"" + i + "-" + j + "\"},\"n\":{\"N\":\"" + j);
          out.write("\"},\"text\":{\"S\":\"");
          out.write(new String(text, StandardCharsets.US_ASCII));
          out.write("\"}}}\n");
        }
      }
      bytes += Files.size(file);
    }
    return bytes;
  }

  private static void report(String what, long bytes, long began) {
    double seconds = (System.nanoTime() - began) / 1e9;
    System.out.printf(
        "%s of %d MB in %.0f s, %.1f MB/s, heap at most %d MB%n",
        what,
        bytes >> 20,
        seconds,
        (bytes >> 20) / seconds,
        Runtime.getRuntime().maxMemory() >> 20);
  }
}
