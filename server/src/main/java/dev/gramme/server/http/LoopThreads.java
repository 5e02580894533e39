package dev.gramme.server.http;

import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.lang.reflect.Constructor;
import java.lang.reflect.InaccessibleObjectException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Virtual threads that run on the event loop which starts them. A request may block on the network
 * without being passed between platform threads, unless the loop itself is blocked ({@link
 * LoopCarrier}). This is worthwhile where every request waits for the network, because each
 * hand-over costs a wake-up (measured in docs/decisions/0030-loop-threads.md).
 *
 * <p>JDK 25 has schedulers of virtual threads but no public API to set one. So this class needs
 * {@code --add-opens java.base/java.lang=ALL-UNNAMED}. Without it, the JVM's own carrier threads
 * run the requests, which costs more wake-ups.
 *
 * <p>Code that runs here must not compute for long, because nothing preempts it and the loop serves
 * no connection meanwhile. A task that a loop has not started for a tenth of a second runs
 * elsewhere ({@link LoopCarrier}).
 */
public final class LoopThreads implements Executor {
  private static final Logger LOG = LoggerFactory.getLogger(LoopThreads.class);

  /** A loop that has started no waiting task for this long counts as blocked. */
  private static final long BLOCKED_MILLIS = 100;

  private static final String OPTION = "--add-opens java.base/java.lang=ALL-UNNAMED";

  private final ThreadFactory elsewhere = Thread.ofVirtual().name("request-", 0).factory();

  /** The factory for each event loop, by the loop's thread. */
  private final Map<Thread, ThreadFactory> onLoops = new ConcurrentHashMap<>();

  private LoopThreads() {}

  /** Virtual threads on these loops. Tasks of other callers run on ordinary virtual threads. */
  public static LoopThreads on(EventLoopGroup group) {
    return on(group, builders());
  }

  static LoopThreads on(
      EventLoopGroup group, @Nullable Constructor<? extends Thread.Builder.OfVirtual> builders) {
    var threads = new LoopThreads();
    if (builders == null) {
      LOG.info(
          "requests change threads when they wait for the network; the Java option {} avoids it",
          OPTION);
      return threads;
    }
    var relief = Executors.newCachedThreadPool(new DefaultThreadFactory("loops-relief", true));
    var carriers = new ArrayList<LoopCarrier>();
    for (var loop : group) {
      var carrier = new LoopCarrier(loop, relief);
      carriers.add(carrier);
      var factory = builder(builders, carrier).name("request-", 0).factory();
      loop.execute(() -> threads.onLoops.put(Thread.currentThread(), factory));
    }
    watch(carriers, group);
    return threads;
  }

  /** Checks the loops periodically until they end. */
  private static void watch(List<LoopCarrier> carriers, EventLoopGroup group) {
    var watch =
        Executors.newSingleThreadScheduledExecutor(new DefaultThreadFactory("loops-watch", true));
    var checks =
        watch.scheduleWithFixedDelay(
            () -> relieve(carriers), BLOCKED_MILLIS, BLOCKED_MILLIS, TimeUnit.MILLISECONDS);
    group
        .terminationFuture()
        .addListener(_ -> {
          checks.cancel(false);
          watch.shutdown();
          carriers.forEach(LoopCarrier::end);
        });
  }

  private static void relieve(List<LoopCarrier> carriers) {
    for (var carrier : carriers) {
      try {
        carrier.relieve();
      } catch (OutOfMemoryError noThread) {
        // No task is lost, and the next check tries again. Logging is unsafe here, because it could
        // wait for a lock that the blocked loop needs.
      }
    }
  }

  /** The constructor of builders with a scheduler, null if the JVM does not allow its use. */
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
   * A factory whose virtual threads never run on an event loop. (A virtual thread that is created
   * by a virtual thread would otherwise inherit its scheduler.)
   */
  public static ThreadFactory offLoops(ThreadFactory factory) {
    return task ->
        Thread.currentThread().isVirtual()
            ? CompletableFuture.supplyAsync(() -> factory.newThread(task)).join()
            : factory.newThread(task);
  }
}
