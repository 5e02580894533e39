package dev.gramme.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Measures the throughput of the store and the latency of writes, and prints both. */
@Tag("long")
final class RocksStoreLoadTest {
  private static final int VALUE_BYTES = 500;
  private static final int WARM_UP_MILLIS = 2000;
  private static final int RUN_MILLIS = 5000;

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "SYNC, 1", "SYNC, 4", "SYNC, 16", "SYNC, 64",
    "RELAXED, 1", "RELAXED, 4", "RELAXED, 16", "RELAXED, 64"
  })
  void writers_put_values(Durability durability, int writers) throws Exception {
    RocksStoreOptions options =
        RocksStoreOptions.builder(folder.resolve("store")).durability(durability).build();
    try (RocksStore store = RocksStore.open(options)) {
      run(store, writers, WARM_UP_MILLIS);
      long[] nanos = run(store, writers, RUN_MILLIS);
      Arrays.sort(nanos);
      System.out.printf(
          "%s %d writers: %,d puts/s, p50 %,d us, p99 %,d us, p99.9 %,d us, max %,d us%n",
          durability,
          writers,
          nanos.length * 1000L / RUN_MILLIS,
          nanos[nanos.length / 2] / 1000,
          nanos[(int) (nanos.length * 0.99)] / 1000,
          nanos[(int) (nanos.length * 0.999)] / 1000,
          nanos[nanos.length - 1] / 1000);
      assertThat(nanos).isNotEmpty();
    }
  }

  @Test
  void one_thread_reads_one_by_one_and_in_ranges() {
    int items = Integer.getInteger("gramme.load.items", 1_000_000);
    RocksStoreOptions options =
        RocksStoreOptions.builder(folder.resolve("store")).durability(Durability.RELAXED).build();
    Random random = new Random(1);
    byte[] value = new byte[VALUE_BYTES];
    try (RocksStore store = RocksStore.open(options)) {
      long begin = System.nanoTime();
      fill(store, items, random, value);
      say("filled", items, begin);
      int gets = 200_000;
      begin = System.nanoTime();
      for (int i = 0; i < gets; i++) {
        assertThat(store.get(itemKey(random.nextInt(items)))).isNotNull();
      }
      say("gets of existing keys", gets, begin);
      begin = System.nanoTime();
      for (int i = 0; i < gets; i++) {
        assertThat(store.get(itemKey(items + i))).isNull();
      }
      say("gets of missing keys", gets, begin);
      begin = System.nanoTime();
      int scanned = 0;
      try (Cursor cursor = store.range(new byte[] {0}, new byte[] {1}, Direction.ASCENDING)) {
        while (scanned < 500_000 && cursor.next()) {
          scanned += cursor.key().length > 0 && cursor.value().length > 0 ? 1 : 0;
        }
      }
      say("entries in one range", scanned, begin);
      begin = System.nanoTime();
      int ranges = 50_000;
      for (int i = 0; i < ranges; i++) {
        byte[] from = itemKey(random.nextInt(items));
        byte[] to = from.clone();
        to[to.length - 1]++;
        try (Cursor cursor = store.range(from, to, Direction.DESCENDING)) {
          assertThat(cursor.next()).isTrue();
        }
      }
      say("ranges of one entry", ranges, begin);
    }
  }

  private static void fill(RocksStore store, int items, Random random, byte[] value) {
    CompletableFuture<Boolean> last = CompletableFuture.completedFuture(true);
    for (int i = 0; i < items; i += 100) {
      int first = i;
      random.nextBytes(value);
      last.join();
      last =
          store.transact(t -> {
            for (int n = first; n < first + 100; n++) {
              t.put(itemKey(n), value);
            }
            return true;
          });
    }
    last.join();
  }

  /** Table id, a hash that scatters the items, and the number again. */
  private static byte[] itemKey(int n) {
    return ByteBuffer.allocate(18)
        .putInt(1)
        .putLong((n + 1) * 0x9E3779B97F4A7C15L)
        .putInt(n)
        .putShort((short) 0)
        .array();
  }

  private static void say(String what, int count, long begin) {
    long nanos = System.nanoTime() - begin;
    System.out.printf("%s: %,d per second%n", what, count * 1_000_000_000L / nanos);
  }

  private static long[] run(RocksStore store, int writers, int millis)
      throws InterruptedException, ExecutionException {
    List<Future<long[]>> results = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(writers)) {
      for (int i = 0; i < writers; i++) {
        int seed = i;
        results.add(threads.submit(() -> write(store, seed, millis)));
      }
    }
    List<long[]> all = new ArrayList<>();
    for (Future<long[]> result : results) {
      all.add(result.get());
    }
    return all.stream().flatMapToLong(Arrays::stream).toArray();
  }

  private static long[] write(RocksStore store, int seed, int millis) {
    Random random = new Random(seed);
    byte[] value = new byte[VALUE_BYTES];
    random.nextBytes(value);
    long[] nanos = new long[1 << 16];
    int count = 0;
    long end = System.nanoTime() + millis * 1_000_000L;
    long now = System.nanoTime();
    for (; now < end; count++) {
      byte[] key = ByteBuffer.allocate(24).putInt(1).putLong(random.nextLong()).array();
      store
          .transact(t -> {
            byte[] old = t.get(key);
            t.put(key, value);
            return old == null;
          })
          .join();
      if (count == nanos.length) {
        nanos = Arrays.copyOf(nanos, 2 * count);
      }
      long done = System.nanoTime();
      nanos[count] = done - now;
      now = done;
    }
    return Arrays.copyOf(nanos, count);
  }
}
