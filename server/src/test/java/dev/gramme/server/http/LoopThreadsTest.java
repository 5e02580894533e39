package dev.gramme.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.testkit.Eventually;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Needs {@code --add-opens java.base/java.lang=ALL-UNNAMED}, which the build sets for all tests.
 */
@Timeout(60)
class LoopThreadsTest {
  private final EventLoopGroup group =
      new MultiThreadIoEventLoopGroup(
          1, new DefaultThreadFactory("only-loop"), NioIoHandler.newFactory());

  @AfterEach
  void end() {
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(10, TimeUnit.SECONDS);
  }

  /** The name of a virtual thread's carrier is part of its {@code toString}. */
  private static boolean isOnLoop() {
    return Thread.currentThread().toString().contains("@only-loop");
  }

  /** The result of a task that the event loop passes to these threads. */
  private <T> CompletableFuture<T> fromLoop(Executor threads, Supplier<T> task) {
    var given = new CompletableFuture<T>();
    group.execute(() ->
        threads.execute(() -> {
          try {
            given.complete(task.get());
          } catch (Throwable thrown) {
            given.completeExceptionally(thrown);
          }
        }));
    return given;
  }

  @Test
  void a_task_runs_on_its_loop_before_and_after_it_has_waited() {
    var threads = LoopThreads.on(group);
    var answer = new CompletableFuture<String>();
    var before = new CompletableFuture<Boolean>();
    var after =
        fromLoop(
            threads,
            () -> {
              before.complete(isOnLoop());
              answer.join();
              return isOnLoop();
            });
    assertThat(before.join()).isTrue();
    answer.complete("from another thread");
    assertThat(after.join()).isTrue();
  }

  @Test
  void many_tasks_wait_on_one_loop_which_stays_responsive() {
    var threads = LoopThreads.on(group);
    var all = new CountDownLatch(1_000);
    var waited = new ArrayList<CompletableFuture<Boolean>>();
    for (int i = 0; i < 1_000; i++) {
      waited.add(
          fromLoop(
              threads,
              () -> {
                all.countDown();
                try {
                  all.await();
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
                return isOnLoop();
              }));
    }
    assertThat(waited).allMatch(CompletableFuture::join);
  }

  @Test
  void a_loop_that_waits_for_a_lock_behind_a_thread_that_it_carries_gets_the_lock() {
    var threads = LoopThreads.on(group);
    var lock = new ReentrantLock();
    Supplier<Boolean> taken =
        () -> {
          lock.lock();
          try {
            return lock.isHeldByCurrentThread();
          } finally {
            lock.unlock();
          }
        };
    CompletableFuture<Boolean> carried;
    CompletableFuture<Boolean> loop;
    lock.lock();
    try {
      carried = fromLoop(threads, taken);
      awaitQueue(lock, 1);
      loop = CompletableFuture.supplyAsync(taken, group);
      awaitQueue(lock, 2);
    } finally {
      lock.unlock();
    }
    assertThat(carried.orTimeout(30, TimeUnit.SECONDS).join()).isTrue();
    assertThat(loop.orTimeout(30, TimeUnit.SECONDS).join()).isTrue();
    assertThat(fromLoop(threads, LoopThreadsTest::isOnLoop).join()).isTrue();
  }

  private static void awaitQueue(ReentrantLock lock, int length) {
    Eventually.holds(length + " threads wait for the lock", () -> lock.getQueueLength() >= length);
  }

  @Test
  void a_started_task_continues_after_its_loop_has_ended() {
    var threads = LoopThreads.on(group);
    var begun = new CompletableFuture<Boolean>();
    var answer = new CompletableFuture<String>();
    var ended =
        fromLoop(
            threads,
            () -> {
              begun.complete(true);
              return answer.join() + isOnLoop();
            });
    assertThat(begun.join()).isTrue();
    end();
    answer.complete("on the loop: ");
    assertThat(ended.orTimeout(30, TimeUnit.SECONDS).join()).isEqualTo("on the loop: false");
  }

  @Test
  void tasks_of_other_threads_do_not_run_on_a_loop() {
    var threads = LoopThreads.on(group);
    var onLoop = new CompletableFuture<Boolean>();
    threads.execute(() -> onLoop.complete(isOnLoop()));
    assertThat(onLoop.join()).isFalse();
  }

  @Test
  void a_virtual_thread_of_a_request_runs_on_its_loop_unless_its_factory_is_off_loops() {
    var threads = LoopThreads.on(group);
    var made = Thread.ofVirtual().factory();
    assertThat(fromLoop(threads, () -> seenBy(made)).join()).isTrue();
    var off = LoopThreads.offLoops(made);
    assertThat(fromLoop(threads, () -> seenBy(off)).join()).isFalse();
  }

  private static boolean seenBy(ThreadFactory factory) {
    var seen = new CompletableFuture<Boolean>();
    factory.newThread(() -> seen.complete(isOnLoop())).start();
    return seen.join();
  }

  @Test
  void without_access_to_schedulers_tasks_run_on_the_carriers_of_the_jvm() {
    var threads = LoopThreads.on(group, null);
    var seen =
        fromLoop(threads, () -> Thread.currentThread().isVirtual() + " " + isOnLoop()).join();
    assertThat(seen).isEqualTo("true false");
  }
}
