package dev.gramme.server.http;

import io.netty.channel.EventLoopGroup;
import java.lang.reflect.Constructor;
import java.lang.reflect.InaccessibleObjectException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Virtual threads that are carried by the event loop which starts them: a request may wait for the
 * network, and still is never handed from one thread of the system to another. That is worth
 * something where every request waits, and where it takes a wake-up of a thread for each step
 * (docs/decisions/20261122-loop-threads.md has the figures).
 *
 * <p>JDK 25 knows schedulers of virtual threads, but has no public way to give one. So this needs
 * {@code --add-opens java.base/java.lang=ALL-UNNAMED}; without it, requests are carried by the
 * JVM's own carriers, and do the same by more wake-ups.
 *
 * <p>Not obvious: whoever runs here must not compute for long, since nobody takes the loop away
 * from it.
 */
public final class LoopThreads implements Executor {
  private static final Logger LOG = LoggerFactory.getLogger(LoopThreads.class);
  private static final String OPTION = "--add-opens java.base/java.lang=ALL-UNNAMED";

  private final ThreadFactory elsewhere = Thread.ofVirtual().name("request-", 0).factory();

  /** By the thread of the event loop. */
  private final Map<Thread, ThreadFactory> onLoops = new ConcurrentHashMap<>();

  private LoopThreads() {}

  /** Threads for each of these loops; other callers' tasks run on ordinary virtual threads. */
  public static LoopThreads on(EventLoopGroup group) {
    return on(group, builders());
  }

  static LoopThreads on(
      EventLoopGroup group, @Nullable Constructor<? extends Thread.Builder.OfVirtual> builders) {
    var threads = new LoopThreads();
    if (builders == null) {
      LOG.info("requests change threads while they wait; Java's option {} avoids it", OPTION);
      return threads;
    }
    for (var loop : group) {
      var factory = builder(builders, loop).name("request-", 0).factory();
      loop.execute(() -> threads.onLoops.put(Thread.currentThread(), factory));
    }
    return threads;
  }

  /** What makes builders for a scheduler, null if the JVM does not let it be used. */
  private static @Nullable Constructor<? extends Thread.Builder.OfVirtual> builders() {
    try {
      var constructor =
          Class.forName("java.lang.ThreadBuilders$VirtualThreadBuilder")
              .asSubclass(Thread.Builder.OfVirtual.class)
              .getDeclaredConstructor(Executor.class);
      constructor.setAccessible(true);
      return constructor;
    } catch (ReflectiveOperationException | InaccessibleObjectException e) {
      LOG.debug("virtual threads cannot be given a scheduler", e);
      return null;
    }
  }

  private static Thread.Builder.OfVirtual builder(
      Constructor<? extends Thread.Builder.OfVirtual> builders, Executor scheduler) {
    try {
      return builders.newInstance(scheduler);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("a builder of virtual threads cannot be made", e);
    }
  }

  @Override
  public void execute(Runnable task) {
    onLoops.getOrDefault(Thread.currentThread(), elsewhere).newThread(task).start();
  }

  /**
   * A factory of virtual threads that no event loop carries. (One that a virtual thread makes would
   * else be carried where that is.)
   */
  public static ThreadFactory offLoops(ThreadFactory factory) {
    return task ->
        Thread.currentThread().isVirtual()
            ? CompletableFuture.supplyAsync(() -> factory.newThread(task)).join()
            : factory.newThread(task);
  }
}
