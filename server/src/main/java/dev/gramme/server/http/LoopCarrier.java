package dev.gramme.server.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * A scheduler of virtual threads that has them carried by an event loop, and elsewhere while that
 * stands still.
 *
 * <p>Not obvious: it has to. An event loop takes locks, too, of the log or of Netty's memory, say.
 * If it comes to stand behind a virtual thread that it carries itself, the lock is given to that
 * one, which nobody carries then: both would wait for ever, and all that the loop serves with them.
 */
final class LoopCarrier implements Executor {
  private final Executor loop;
  private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
  private final Runnable next = this::runNext;
  private @Nullable Runnable first;

  LoopCarrier(Executor loop) {
    this.loop = loop;
  }

  @Override
  public void execute(Runnable task) {
    waiting.add(task);
    try {
      loop.execute(next);
    } catch (RejectedExecutionException e) {
      waiting.remove(task);
      throw e;
    }
  }

  private void runNext() {
    Runnable task = waiting.poll();
    if (task != null) {
      task.run();
    }
  }

  /**
   * What waits, if the loop has not come to it since the last call; it is to be run elsewhere. To
   * be called by one thread again and again.
   */
  @SuppressWarnings("ReferenceEquality") // The very same task.
  List<Runnable> overdue() {
    var overdue = new ArrayList<Runnable>();
    if (first != null && first == waiting.peek()) {
      for (Runnable task = waiting.poll(); task != null; task = waiting.poll()) {
        overdue.add(task);
      }
    }
    first = waiting.peek();
    return overdue;
  }
}
