package dev.gramme.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.storage.tree.Entry;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/**
 * Measures the copies of a value on its way from its encoding into RocksDB's write batch, and
 * prints the nanoseconds for each value.
 */
@Tag("long")
final class WriteCopiesTest {
  private static final int KEY_BYTES = 32;
  private static final long RUN_NANOS = 1_000_000_000;
  private static final int ROUNDS = 5;

  @TempDir private Path folder;

  /** A step for all values of a group. */
  @FunctionalInterface
  private interface Step {
    long run() throws RocksDBException;
  }

  @ParameterizedTest
  @CsvSource({
    "100, 1",
    "100, 64",
    "500, 1",
    "500, 8",
    "500, 64",
    "2000, 1",
    "2000, 64",
    "8000, 1",
    "8000, 64",
    "32000, 1",
    "32000, 64",
    "400000, 1",
    "400000, 8"
  })
  void each_copy_of_a_value(int valueBytes, int values) throws RocksDBException {
    NativeLibrary.load(RocksStoreOptions.of(folder).nativeLibraryFolder());
    var random = new Random(1);
    var keys = new byte[values][KEY_BYTES];
    var encoded = new byte[values][valueBytes + 40]; // the writer's buffer is a little larger
    var bytes = new BatchBytes();
    for (int i = 0; i < values; i++) {
      random.nextBytes(keys[i]);
      random.nextBytes(encoded[i]);
      bytes.put(Entry.of(keys[i], Arrays.copyOf(encoded[i], valueBytes)));
    }
    byte[] batch = bytes.toBytes();
    ByteBuffer direct = ByteBuffer.allocateDirect(KEY_BYTES + valueBytes);
    long trim =
        measure(
            values,
            () -> {
              long sum = 0;
              for (byte[] one : encoded) {
                sum += Arrays.copyOf(one, valueBytes).length;
              }
              return sum;
            });
    long entry =
        measure(
            values,
            () -> {
              long sum = 0;
              for (int i = 0; i < values; i++) {
                sum += Entry.of(keys[i], encoded[i]).length;
              }
              return sum;
            });
    long toBytes = measure(values, () -> bytes.toBytes().length);
    long toNative =
        measure(
            values,
            () -> {
              try (var made = new WriteBatch(batch)) {
                return made.getDataSize();
              }
            });
    long directly =
        measure(
            values,
            () -> {
              try (var made = new WriteBatch(batch.length)) {
                bytes.addTo(made, direct);
                return made.getDataSize();
              }
            });
    System.out.printf(
        Locale.ROOT,
        "%,7d bytes, %2d values: encoding to array %,d ns, to entry %,d, to batch %,d, to native %,d;"
            + " entry to native through a direct buffer %,d%n",
        valueBytes,
        values,
        trim,
        entry,
        toBytes,
        toNative,
        directly);
    assertThat(directly).isPositive();
  }

  /** The nanoseconds for each value: the median of some rounds, after one for warm-up. */
  private static long measure(int values, Step step) throws RocksDBException {
    var perValue = new long[ROUNDS];
    for (int round = -1; round < ROUNDS; round++) {
      long begin = System.nanoTime();
      long now = begin;
      long runs = 0;
      long sum = 0;
      while (now - begin < RUN_NANOS / ROUNDS) {
        for (int i = 0; i < 16; i++) {
          sum += step.run();
        }
        runs += 16;
        now = System.nanoTime();
      }
      assertThat(sum).isPositive();
      if (round >= 0) {
        perValue[round] = (now - begin) / (runs * values);
      }
    }
    Arrays.sort(perValue);
    return perValue[ROUNDS / 2];
  }
}
