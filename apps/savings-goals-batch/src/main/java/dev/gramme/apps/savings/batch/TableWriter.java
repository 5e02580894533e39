package dev.gramme.apps.savings.batch;

import dev.gramme.apps.savings.domain.BatchTable;
import dev.gramme.apps.savings.domain.DynamoEndpoint;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Writes to the batch table with many concurrent requests. Each executor has one instance for all
 * of its tasks, for the lifetime of the process.
 */
final class TableWriter {
  /** The number of concurrent requests of one task. */
  private static final int CONCURRENT = 32;

  private static final Map<Target, TableWriter> WRITERS = new ConcurrentHashMap<>();

  private record Target(String dynamodb, int writesPerSecond) {}

  private final BatchTable table;
  private final WriteRate rate;

  private TableWriter(Target target) {
    this.table = new BatchTable(DynamoEndpoint.of(target.dynamodb()).client());
    this.rate = new WriteRate(target.writesPerSecond());
  }

  /** This process's writer for an endpoint. */
  static TableWriter to(String dynamodb, int writesPerSecond) {
    return WRITERS.computeIfAbsent(new Target(dynamodb, writesPerSecond), TableWriter::new);
  }

  BatchTable table() {
    return table;
  }

  /**
   * Performs one write for each element and returns when all are acknowledged.
   *
   * @param write returns whether the item was changed
   * @return the number of changed items
   * @throws RuntimeException the first failure; no write begins after it
   */
  <T> long each(Iterator<T> elements, Predicate<T> write) {
    var changed = new AtomicLong();
    var failure = new AtomicReference<@Nullable RuntimeException>();
    var free = new Semaphore(CONCURRENT);
    try (var threads = Executors.newCachedThreadPool()) {
      while (elements.hasNext() && failure.get() == null) {
        T element = elements.next();
        free.acquireUninterruptibly();
        rate.await();
        threads.execute(() -> {
          try {
            if (write.test(element)) {
              changed.incrementAndGet();
            }
          } catch (RuntimeException e) {
            failure.compareAndSet(null, e);
          } finally {
            free.release();
          }
        });
      }
    }
    RuntimeException failed = failure.get();
    if (failed != null) {
      throw failed;
    }
    return changed.get();
  }
}
