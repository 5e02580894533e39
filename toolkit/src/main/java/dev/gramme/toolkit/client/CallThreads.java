package dev.gramme.toolkit.client;

import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/**
 * The threads of calls that wait for the database, unless a program sets its own executor. From
 * Java 21 each task has a virtual thread. On earlier versions, where the JDK has none, it has a
 * daemon thread of a pool that all calls of the program share. A thread of the pool is used again,
 * and ends after 60 seconds without a task.
 *
 * <p>The pool has no limit, because a full pool whose tasks wait for further tasks would stall. The
 * number of its threads is that of the calls that run at the same time. At most,
 *
 * <ul>
 *   <li>an asynchronous access pattern uses one thread,
 *   <li>a page of a merge uses one for each partition,
 *   <li>a scan in segments and a migration use one for each segment,
 *   <li>a batch uses one for each concurrent request, four by default.
 * </ul>
 */
public final class CallThreads {
  private static final Executor SHARED = virtual().orElseGet(CallThreads::pool);

  private CallThreads() {}

  /** Runs each task in a thread of its own. The threads have this name while they run a task. */
  public static Executor named(String name) {
    return named(name, SHARED);
  }

  static Executor named(String name, Executor threads) {
    return task ->
        threads.execute(() -> {
          Thread.currentThread().setName(name);
          task.run();
        });
  }

  /** Virtual threads, if the JDK has them. They are called by reflection, as Java 17 has none. */
  static Optional<Executor> virtual() {
    try {
      Object threads = Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
      return Optional.of((Executor) threads);
    } catch (ReflectiveOperationException olderThanJava21) {
      return Optional.empty();
    }
  }

  /** Daemon threads of the platform. */
  static Executor pool() {
    return Executors.newCachedThreadPool(task -> {
      var thread = new Thread(task);
      thread.setDaemon(true);
      return thread;
    });
  }
}
