package dev.gramme.engine.catalog;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Background work that runs when the test calls {@link #runAll}. */
final class BackgroundQueue implements Executor {
  private final Queue<Runnable> tasks = new ArrayDeque<>();

  @Override
  public synchronized void execute(Runnable task) {
    tasks.add(task);
  }

  /** Runs the queued tasks, and the tasks that they add. */
  void runAll() {
    for (Runnable task = next(); task != null; task = next()) {
      task.run();
    }
  }

  /** Drops the queued tasks, like a crash. */
  synchronized void clear() {
    tasks.clear();
  }

  private synchronized @Nullable Runnable next() {
    return tasks.poll();
  }
}
