package dev.gramme.toolkit.client;

import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/**
 * The threads of calls that wait for the database, unless a program sets its own executor: daemon
 * threads of a pool that all calls of the program share. A thread of the pool is used again, and
 * ends after 60 seconds without a task. Virtual threads are not used, because up to Java 25 they
 * can all stop for good while classes are loaded.
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
  private static final Executor POOL =
      Executors.newCachedThreadPool(task -> {
        var thread = new Thread(task);
        thread.setDaemon(true);
        return thread;
      });

  private CallThreads() {}

  /** Runs each task in a thread of its own. The threads have this name while they run a task. */
  public static Executor named(String name) {
    return task ->
        POOL.execute(() -> {
          Thread.currentThread().setName(name);
          task.run();
        });
  }
}
