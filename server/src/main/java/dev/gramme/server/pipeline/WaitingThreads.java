package dev.gramme.server.pipeline;

import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Threads for tasks that mostly wait, such as requests to a shared store. So many tasks as given
 * have threads of the operating system, all further ones virtual threads. A virtual thread that
 * waits for a socket is woken by way of a further thread, so a single task takes longer; but many
 * of them need less processor time and memory.
 */
public final class WaitingThreads implements Executor, AutoCloseable {
  private static final long IDLE_SECONDS = 10;

  private final ThreadPoolExecutor few;

  /**
   * Creates no threads before the first task.
   *
   * @param name what the names of the threads begin with
   * @param most the maximum number of threads of the operating system
   */
  public WaitingThreads(String name, int most) {
    var many =
        Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name(name + "-virtual-", 0).factory());
    this.few =
        new ThreadPoolExecutor(
            0,
            most,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            Thread.ofPlatform().daemon().name(name + "-", 0).factory(),
            (task, full) -> many.execute(task));
  }

  @Override
  public void execute(Runnable task) {
    few.execute(task);
  }

  /** Ends the idle threads. */
  @Override
  public void close() {
    few.shutdown();
  }
}
