package dev.gramme.server.pipeline;

import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Threads for requests to a shared store, which wait for the network. The first few have threads of
 * the operating system, all others virtual threads. A virtual thread that waits for a socket is
 * woken by way of a further thread, so a single request takes longer; but many of them need less
 * processor time. A connection has at most one request here, so the limits on connections bound the
 * number of threads.
 */
public final class WaitingThreads implements Executor, AutoCloseable {
  private static final int FEW = 2;
  private static final long IDLE_SECONDS = 10;

  private final ThreadPoolExecutor few;

  /** Creates no threads before the first request. */
  public WaitingThreads() {
    var many =
        Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("request-virtual-", 0).factory());
    this.few =
        new ThreadPoolExecutor(
            0,
            FEW,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            Thread.ofPlatform().daemon().name("request-", 0).factory(),
            (request, full) -> many.execute(request));
  }

  @Override
  public void execute(Runnable request) {
    few.execute(request);
  }

  /** Ends the idle threads. */
  @Override
  public void close() {
    few.shutdown();
  }
}
