package dev.gramme.bench;

import dev.gramme.bench.results.Measurement;
import dev.gramme.storage.rocksdb.RocksStore;
import dev.gramme.storage.rocksdb.RocksStoreOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The limits of the machine and the store, in this process and without a protocol. */
final class Limits {
  private static final int VALUE_BYTES = 500;
  private static final int GROUP = 16;

  private final Path folder;
  private final long nanos;

  Limits(Path folder, int seconds) {
    this.folder = folder;
    this.nanos = TimeUnit.SECONDS.toNanos(seconds);
  }

  /** Writes of a block per second, each flushed to the medium. */
  Measurement flushes() throws IOException {
    try (var file =
        FileChannel.open(
            folder.resolve("flushes"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      var block = ByteBuffer.allocateDirect(4096);
      return measure(at -> {
        try {
          file.write(block.clear(), 0);
          file.force(false);
        } catch (IOException e) {
          throw new IllegalStateException("the disk failed", e);
        }
      });
    }
  }

  /** Reads of the store per second, on one thread. */
  Measurement storeReads(int items) {
    try (var store = filled(items)) {
      var random = new Random(1);
      measure(_ -> store.get(key(random.nextInt(items))));
      return measure(_ -> store.get(key(random.nextInt(items))));
    }
  }

  /** Durable writes to the store per second, with as many in flight as 16 connections have. */
  Measurement storeWrites() {
    try (var store = RocksStore.open(RocksStoreOptions.of(folder.resolve("writes")))) {
      var random = new Random(1);
      var value = new byte[VALUE_BYTES];
      List<CompletableFuture<?>> underWay = new ArrayList<>();
      var groups =
          measure(_ -> {
            underWay.clear();
            for (int i = 0; i < GROUP; i++) {
              var key = key(random.nextInt(1_000_000));
              underWay.add(
                  store.transact(transaction -> {
                    transaction.put(key, value);
                    return true;
                  }));
            }
            underWay.forEach(CompletableFuture::join);
          });
      return new Measurement(
          groups.perSecond() * GROUP,
          groups.p50Micros(),
          groups.p90Micros(),
          groups.p99Micros(),
          groups.p999Micros(),
          0);
    }
  }

  private RocksStore filled(int items) {
    var store = RocksStore.open(RocksStoreOptions.of(folder.resolve("reads")));
    var value = new byte[VALUE_BYTES];
    for (int start = 0; start < items; start += 1000) {
      int from = start;
      store
          .transact(transaction -> {
            for (int i = from; i < Math.min(items, from + 1000); i++) {
              transaction.put(key(i), value);
            }
            return true;
          })
          .join();
    }
    return store;
  }

  private static byte[] key(int number) {
    return "user#%08d".formatted(number).getBytes(StandardCharsets.US_ASCII);
  }

  private Measurement measure(Consumer<Integer> step) {
    var took = new long[10_000_000];
    int count = 0;
    long start = System.nanoTime();
    long now = start;
    while (now - start < nanos && count < took.length) {
      step.accept(count);
      long after = System.nanoTime();
      took[count++] = after - now;
      now = after;
    }
    return Measurement.of(Arrays.copyOf(took, count), count / ((now - start) / 1e9), 0);
  }
}
