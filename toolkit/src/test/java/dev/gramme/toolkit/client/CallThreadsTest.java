package dev.gramme.toolkit.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class CallThreadsTest {
  private static final int TASKS = 50;

  @Test
  void simultaneous_tasks_have_a_daemon_thread_each() throws Exception {
    List<Thread> threads = threads(CallThreads.named("the-call"));
    assertThat(threads).doesNotHaveDuplicates().hasSize(TASKS).allMatch(Thread::isDaemon);
  }

  @Test
  void a_failed_task_does_not_end_the_pool() throws Exception {
    Executor pool = CallThreads.named("the-call");
    var failed = new CompletableFuture<Thread>();
    pool.execute(() -> {
      Thread.currentThread()
          .setUncaughtExceptionHandler((thread, thrown) -> failed.complete(thread));
      throw new IllegalStateException("the task fails");
    });
    failed.get(20, TimeUnit.SECONDS);
    assertThat(threads(pool)).hasSize(TASKS);
  }

  /** The threads of tasks that all wait for each other. */
  private static List<Thread> threads(Executor executor) throws Exception {
    var all = new CyclicBarrier(TASKS);
    var tasks = new ArrayList<CompletableFuture<Thread>>();
    for (int i = 0; i < TASKS; i++) {
      var task = new CompletableFuture<Thread>();
      tasks.add(task);
      executor.execute(() -> {
        try {
          all.await(20, TimeUnit.SECONDS);
          assertThat(Thread.currentThread().getName()).isEqualTo("the-call");
          task.complete(Thread.currentThread());
        } catch (Exception | AssertionError e) {
          task.completeExceptionally(e);
        }
      });
    }
    var threads = new ArrayList<Thread>();
    for (CompletableFuture<Thread> task : tasks) {
      threads.add(task.get(30, TimeUnit.SECONDS));
    }
    return threads;
  }
}
