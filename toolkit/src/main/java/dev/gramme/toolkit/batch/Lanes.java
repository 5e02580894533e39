package dev.gramme.toolkit.batch;

import dev.gramme.toolkit.client.CallThreads;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Runs tasks concurrently, up to a limit. {@link #run} blocks while the limit is reached. */
final class Lanes {
  static final Executor THREADS = CallThreads.named("toolkit-batch");

  private final Executor executor;
  private final int count;
  private final Semaphore free;
  private final AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();

  Lanes(Executor executor, int count) {
    this.executor = executor;
    this.count = count;
    this.free = new Semaphore(count);
  }

  void run(Runnable task) {
    take(1);
    try {
      executor.execute(() -> {
        try {
          task.run();
        } catch (RuntimeException e) {
          failure.compareAndSet(null, e);
        } finally {
          free.release();
        }
      });
    } catch (RuntimeException refused) {
      free.release();
      throw refused;
    }
  }

  /** Whether a task has failed, so that further tasks are pointless. */
  boolean hasFailed() {
    return failure.get() != null;
  }

  /** Waits for all tasks; rethrows the exception of a failed one. */
  void finish() {
    take(count);
    free.release(count);
    RuntimeException thrown = failure.get();
    if (thrown != null) {
      throw thrown;
    }
  }

  private void take(int places) {
    try {
      free.acquire(places);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BatchInterrupted(e);
    }
  }
}
