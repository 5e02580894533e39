package dev.gramme.server.http;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Runs virtual threads on an event loop, or on other threads while the loop is blocked or after it
 * has ended.
 *
 * <p>The fallback is necessary. An event loop takes locks too, for example of the log or of Netty's
 * allocator. If it waits for a lock behind a virtual thread that it carries itself, the lock is
 * granted to that virtual thread, which nothing runs. Both would wait forever, and so would all
 * connections of the loop.
 */
final class LoopCarrier implements Executor {
  private final Executor loop;
  private final Executor elsewhere;
  private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
  private final Runnable next = this::runNext;
  private @Nullable Runnable first;

  LoopCarrier(Executor loop, Executor elsewhere) {
    this.loop = loop;
    this.elsewhere = elsewhere;
  }

  /**
   * Never throws {@link RejectedExecutionException}: code that unparks a virtual thread cannot
   * handle it.
   */
  @Override
  public void execute(Runnable task) {
    waiting.add(task);
    try {
      loop.execute(next);
    } catch (RejectedExecutionException ended) {
      end();
    }
  }

  private void runNext() {
    Runnable task = waiting.poll();
    if (task != null) {
      task.run();
    }
  }

  /**
   * Runs all waiting tasks sequentially. Each call of {@link #relieve} or {@link #end} starts it
   * again, so a task that throws does not stop the others for good.
   */
  private void runAll() {
    for (Runnable task = waiting.poll(); task != null; task = waiting.poll()) {
      task.run();
    }
  }

  /**
   * Runs the waiting tasks elsewhere if the loop has started none of them since the last call. Must
   * be called repeatedly, always by the same thread.
   */
  @SuppressWarnings("ReferenceEquality") // identity is meant
  void relieve() {
    if (first != null && first == waiting.peek()) {
      elsewhere.execute(this::runAll);
    }
    first = waiting.peek();
  }

  /** Runs the waiting tasks elsewhere, because the loop has ended. */
  void end() {
    elsewhere.execute(this::runAll);
  }
}
