package dev.gramme.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.testkit.Eventually;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BlockCacheTest {
  private static final int ROWS = 12_000;
  private static final int TRANSACTION_ROWS = 500;
  private static final int VALUE_BYTES = 1000;
  private static final long TABLE_BYTES = (long) ROWS * VALUE_BYTES;
  private static final int ROUNDS = 6;

  @TempDir private Path folder;

  private static byte[] key(int row) {
    return ByteBuffer.allocate(16).putInt(7).putLong(1).putInt(row).array();
  }

  private static void rewrite(RocksStore store, Random random) {
    for (int begin = 0; begin < ROWS; begin += TRANSACTION_ROWS) {
      int first = begin;
      store
          .transact(transaction -> {
            for (int i = first; i < first + TRANSACTION_ROWS; i++) {
              byte[] value = new byte[VALUE_BYTES];
              random.nextBytes(value);
              transaction.put(key(i), value);
            }
            return true;
          })
          .join();
    }
  }

  @Test
  void blocks_of_replaced_files_leave_the_cache() {
    var random = new Random(1);
    try (RocksStore store =
        RocksStore.open(
            RocksStoreOptions.builder(folder.resolve("data"))
                .blockCacheBytes(20 * TABLE_BYTES)
                .writeBufferBytes(1 << 20)
                .build())) {
      for (int round = 0; round < ROUNDS; round++) {
        rewrite(store, random);
        for (int i = 0; i < ROWS; i++) {
          assertThat(store.get(key(i))).hasSize(VALUE_BYTES);
        }
      }
      // A few files with old rows may wait for their compaction, and a few compactions may run.
      double cached =
          Eventually.get(
              "the cache holds at most twice the table",
              () -> store.metrics().getOrDefault("block_cache_bytes", 0.0),
              bytes -> bytes < 2 * TABLE_BYTES);
      assertThat(cached).isPositive();
    }
  }
}
