package dev.gramme.server.http;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * A scheduler of virtual threads that has them carried by an event loop, and elsewhere while that
 * stands still, or after its end.
 *
 * <p>Not obvious: it has to. An event loop takes locks, too, of the log or of Netty's memory, say.
 * If it comes to stand behind a virtual thread that it carries itself, the lock is given to that
 * one, which nobody carries then: both would wait for ever, and all that the loop serves with them.
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

  /** Never refuses: whoever wakes a virtual thread is not made for that. */
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

  /** One after another: what throws takes no other with it. */
  private void runAll() {
    for (Runnable task = waiting.poll(); task != null; task = waiting.poll()) {
      task.run();
    }
  }

  /**
   * Has run elsewhere what waits, if the loop has not come to it since the last call. To be called
   * by one thread again and again.
   */
  @SuppressWarnings("ReferenceEquality") // The very same task.
  void relieve() {
    if (first != null && first == waiting.peek()) {
      elsewhere.execute(this::runAll);
    }
    first = waiting.peek();
  }

  /** Has run elsewhere what waits: the loop has ended. */
  void end() {
    elsewhere.execute(this::runAll);
  }
}
