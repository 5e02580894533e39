package dev.gramme.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.storage.NotInMemoryException;
import dev.gramme.testkit.Gen;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A read that must not wait finds the right value or says that it would have to wait. */
final class MemoryReadsTest {
  private static final int ROWS = 49_152;
  private static final int BATCH = 4096;
  private static final int READS = 20_000;

  @TempDir private Path folder;

  /** The block cache holds neither all rows nor all indexes of the files. */
  private RocksStore open() {
    return RocksStore.open(
        RocksStoreOptions.builder(folder.resolve("data"))
            .blockCacheBytes(1 << 20)
            .slowRead(Duration.ZERO)
            .build());
  }

  private static byte[] key(int row) {
    return ByteBuffer.allocate(100).putInt(7).putInt(row).array();
  }

  /** A third of the rows do not exist, another third have empty values. */
  private static byte @Nullable [] value(int row) {
    return switch (row % 3) {
      case 0 -> null;
      case 1 -> new byte[0];
      default -> {
        var value = new byte[1000];
        new Random(row).nextBytes(value);
        yield value;
      }
    };
  }

  @Test
  void a_read_of_memory_finds_the_right_value_or_none_at_all() {
    try (RocksStore store = open()) {
      for (int begin = 0; begin < ROWS; begin += BATCH) {
        int first = begin;
        store
            .transact(t -> {
              for (int row = first; row < first + BATCH; row++) {
                byte[] value = value(row);
                if (value != null) {
                  t.put(key(row), value);
                }
              }
              return true;
            })
            .join();
      }
    }
    try (RocksStore store = open()) {
      Gen.forAll(3, gen -> check(store, gen));
    }
  }

  private static void check(RocksStore store, Gen gen) {
    var found = new int[3];
    int notInMemory = 0;
    for (int i = 0; i < READS; i++) {
      int row = gen.between(0, ROWS - 1);
      if (gen.between(0, 9) == 0) {
        assertThat(store.get(key(row))).isEqualTo(value(row));
      }
      try {
        if (!Arrays.equals(store.withoutWaiting().get(key(row)), value(row))) {
          throw new AssertionError("another value of the row " + row);
        }
        found[row % 3]++;
      } catch (NotInMemoryException expected) {
        notInMemory++;
      }
    }
    assertThat(found).doesNotContain(0);
    assertThat(notInMemory).isPositive();
  }
}
