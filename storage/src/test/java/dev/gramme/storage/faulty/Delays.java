package dev.gramme.storage.faulty;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Completes futures on its own thread and in random order. It never waits for a time, so delays do
 * not slow a test down.
 */
public final class Delays implements AutoCloseable {
  private final SplittableRandom random;
  private final List<Runnable> waiting = new ArrayList<>();
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name("delays").factory());

  public Delays(long seed) {
    this.random = new SplittableRandom(seed);
  }

  /** A future with the same result that completes later. */
  <T extends @Nullable Object> CompletableFuture<T> delay(CompletableFuture<T> answer) {
    var later = new CompletableFuture<T>();
    var _ =
        answer.whenComplete((result, failure) -> {
          synchronized (waiting) {
            waiting.add(() -> {
              if (failure == null) {
                later.complete(result);
              } else {
                later.completeExceptionally(failure);
              }
            });
          }
          try {
            thread.execute(this::completeAny);
          } catch (RejectedExecutionException closed) {
            completeAny();
          }
        });
    return later;
  }

  private void completeAny() {
    Runnable next;
    synchronized (waiting) {
      next = waiting.remove(random.nextInt(waiting.size()));
    }
    next.run();
  }

  /** Completes all remaining futures, then ends the thread. */
  @Override
  public void close() {
    thread.close();
  }
}
