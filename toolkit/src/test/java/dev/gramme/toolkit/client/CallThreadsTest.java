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
  void a_task_has_a_virtual_thread_if_the_jdk_has_them() throws Exception {
    Thread thread = threads(CallThreads.named("the-call")).get(0);
    assertThat(thread.isVirtual()).isTrue();
    assertThat(thread.isDaemon()).isTrue();
    assertThat(CallThreads.virtual()).isPresent();
  }

  @Test
  void on_java_17_a_task_has_a_daemon_thread_of_a_pool() throws Exception {
    Executor pool = CallThreads.named("the-call", CallThreads.pool());
    assertThat(threads(pool)).noneMatch(Thread::isVirtual).allMatch(Thread::isDaemon);
  }

  @Test
  void a_failed_task_does_not_end_the_pool() throws Exception {
    Executor pool = CallThreads.named("the-call", CallThreads.pool());
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
