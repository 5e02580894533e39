package dev.gramme.server.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.server.pipeline.RequestThreads.Queue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FairThreadsTest {
  private final FairThreads threads = new FairThreads("fair", 4, 2, 3);
  private final CountDownLatch release = new CountDownLatch(1);

  @AfterEach
  void close() {
    release.countDown();
    threads.close();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Occupies threads with requests of an operation; returns when so many of them run. */
  private void occupy(String operation, boolean computes, int requests, int running) {
    var begun = new CountDownLatch(running);
    for (int i = 0; i < requests; i++) {
      threads.execute(
          new Queue(operation, ""),
          computes,
          () -> {
            begun.countDown();
            await(release);
          });
    }
    await(begun);
  }

  /** Begins a Scan, which computes until the test releases it; returns when it runs. */
  private void computeUntilReleased(FairThreads pool, Runnable atEnd) {
    var computes = new CountDownLatch(1);
    pool.execute(
        new Queue("Scan", ""),
        true,
        () -> {
          computes.countDown();
          await(release);
          atEnd.run();
        });
    await(computes);
  }

  private CompletableFuture<Boolean> run(String operation, boolean computes) {
    var done = new CompletableFuture<Boolean>();
    threads.execute(new Queue(operation, ""), computes, () -> done.complete(true));
    return done;
  }

  @Test
  void one_operation_does_not_delay_another() {
    occupy("Scan", true, 10, 2);
    assertThat(run("GetRecords", true).join()).isTrue();
    assertThat(run("GetItem", false).join()).isTrue();
    assertThat(run("Scan", false).join()).isTrue();
    assertThat(run("Scan", true)).isNotDone();
  }

  @Test
  void requests_that_begin_to_wait_let_others_of_their_operation_compute() {
    for (int i = 0; i < 3; i++) {
      var waits = new CountDownLatch(1);
      threads.execute(
          new Queue("Scan", ""),
          true,
          () -> {
            threads.beginWaiting();
            waits.countDown();
            await(release);
          });
      await(waits);
    }
    assertThat(run("Scan", true).join()).isTrue();
  }

  @Test
  void a_request_that_has_waited_computes_only_when_there_is_a_place() {
    try (var one = new FairThreads("one", 4, 1, 2)) {
      var order = new ArrayList<String>();
      var thread = new CompletableFuture<Thread>();
      var returns = new CountDownLatch(1);
      var first = new CompletableFuture<Boolean>();
      one.execute(
          new Queue("Scan", ""),
          true,
          () -> {
            thread.complete(Thread.currentThread());
            one.beginWaiting();
            await(returns);
            one.endWaiting();
            order.add("first");
            first.complete(true);
          });
      computeUntilReleased(one, () -> order.add("second"));
      var third = new CompletableFuture<Boolean>();
      one.execute(
          new Queue("Scan", ""),
          true,
          () -> {
            order.add("third");
            third.complete(true);
          });
      returns.countDown();
      while (!first.isDone() && !awaitsPlace(thread.join())) {
        Thread.onSpinWait();
      }
      release.countDown();
      assertThat(first.join()).isTrue();
      assertThat(third.join()).isTrue();
      assertThat(order).containsExactly("second", "first", "third");
    }
  }

  private static boolean awaitsPlace(Thread thread) {
    // The caller of this method holds the monitor until it waits.
    return Arrays.stream(thread.getStackTrace())
        .anyMatch(frame -> frame.getMethodName().equals("awaitPlace"));
  }

  @Test
  void a_request_that_returns_leaves_its_place_among_those_that_wait() {
    try (var one = new FairThreads("one", 4, 1, 1)) {
      var waits = new CountDownLatch(1);
      one.execute(
          new Queue("Scan", ""),
          true,
          () -> {
            one.beginWaiting();
            one.endWaiting();
            one.beginWaiting();
            waits.countDown();
            await(release);
          });
      await(waits);
      var other = new CompletableFuture<Boolean>();
      one.execute(new Queue("Scan", ""), true, () -> other.complete(true));
      assertThat(other.join()).isTrue();
    }
  }

  @Test
  void a_request_that_waited_from_the_beginning_takes_a_place_to_compute() {
    try (var one = new FairThreads("one", 4, 1, 1)) {
      var computes = new CountDownLatch(1);
      one.execute(
          new Queue("Query", ""),
          false,
          () -> {
            one.endWaiting();
            computes.countDown();
            await(release);
          });
      await(computes);
      var other = new CompletableFuture<Boolean>();
      one.execute(new Queue("Query", ""), true, () -> other.complete(true));
      var waits = new CompletableFuture<Boolean>();
      one.execute(new Queue("Query", ""), false, () -> waits.complete(true));
      assertThat(waits.join()).isTrue();
      assertThat(other).isNotDone();
      release.countDown();
      assertThat(other.join()).isTrue();
    }
  }

  @Test
  void an_interrupted_request_does_not_wait_for_a_place() {
    try (var one = new FairThreads("one", 4, 1, 1)) {
      var interrupted = new CompletableFuture<Boolean>();
      var waits = new CountDownLatch(1);
      one.execute(
          new Queue("Scan", ""),
          true,
          () -> {
            one.beginWaiting();
            await(waits);
            Thread.currentThread().interrupt();
            one.endWaiting();
            interrupted.complete(Thread.interrupted());
          });
      computeUntilReleased(one, () -> {});
      waits.countDown();
      assertThat(interrupted.join()).isTrue();
      release.countDown();
      var next = new CompletableFuture<Boolean>();
      one.execute(new Queue("Scan", ""), true, () -> next.complete(true));
      assertThat(next.join()).isTrue();
    }
  }

  @Test
  void no_more_requests_begin_to_wait_than_may_wait() {
    try (var many = new FairThreads("many", 9, 1, 1)) {
      var waits = new CountDownLatch(2);
      for (int i = 0; i < 2; i++) {
        many.execute(
            new Queue("Scan", ""),
            true,
            () -> {
              many.beginWaiting();
              waits.countDown();
              await(release);
            });
      }
      await(waits);
      var next = new CompletableFuture<Boolean>();
      many.execute(new Queue("Scan", ""), true, () -> next.complete(true));
      var other = new CompletableFuture<Boolean>();
      many.execute(new Queue("Query", ""), true, () -> other.complete(true));
      assertThat(other.join()).isTrue();
      assertThat(next).isNotDone();
      release.countDown();
      assertThat(next.join()).isTrue();
    }
  }

  @Test
  void a_request_that_begins_to_wait_takes_the_place_of_one_that_is_next_in_turn() {
    try (var two = new FairThreads("two", 2, 1, 1)) {
      var begin = new CountDownLatch(1);
      var waits = new CountDownLatch(1);
      two.execute(
          new Queue("Scan", ""),
          true,
          () -> {
            await(begin);
            two.beginWaiting();
            waits.countDown();
            await(release);
          });
      var other = new CountDownLatch(1);
      two.execute(new Queue("Query", ""), true, () -> await(other));
      var next = new CompletableFuture<Boolean>();
      two.execute(new Queue("Scan", ""), false, () -> next.complete(true));
      begin.countDown();
      await(waits);
      other.countDown();
      var last = new CompletableFuture<Boolean>();
      two.execute(new Queue("Query", ""), true, () -> last.complete(true));
      assertThat(last.join()).isTrue();
      assertThat(next).isNotDone();
      release.countDown();
      assertThat(next.join()).isTrue();
    }
  }

  @Test
  void the_threads_of_all_operations_together_are_bounded() {
    occupy("Scan", true, 10, 2);
    occupy("GetItem", false, 10, 2);
    var waiting = run("GetRecords", true);
    assertThat(waiting).isNotDone();
    release.countDown();
    assertThat(waiting.join()).isTrue();
  }

  @Test
  void operations_get_free_threads_in_turn() {
    try (var one = new FairThreads("one", 1, 1, 1)) {
      one.execute(new Queue("Scan", ""), true, () -> await(release));
      var order = new ArrayList<String>();
      var done = new CompletableFuture<Boolean>();
      for (int i = 0; i < 3; i++) {
        for (String operation : List.of("BatchGetItem", "Query")) {
          one.execute(new Queue(operation, ""), true, () -> order.add(operation));
        }
      }
      one.execute(new Queue("Query", ""), true, () -> done.complete(true));
      release.countDown();
      assertThat(done.join()).isTrue();
      assertThat(order)
          .containsExactly(
              "BatchGetItem", "Query", "BatchGetItem", "Query", "BatchGetItem", "Query");
    }
  }

  @Test
  void the_tables_of_an_operation_get_free_threads_in_turn() {
    try (var one = new FairThreads("one", 1, 1, 1)) {
      one.execute(new Queue("Scan", "first"), true, () -> await(release));
      var order = new ArrayList<String>();
      var done = new CompletableFuture<Boolean>();
      for (String table : List.of("a", "a", "a", "b", "c", "b")) {
        one.execute(new Queue("Scan", table), true, () -> order.add(table));
      }
      one.execute(new Queue("Scan", "a"), true, () -> done.complete(true));
      release.countDown();
      assertThat(done.join()).isTrue();
      assertThat(order).containsExactly("a", "b", "c", "a", "b", "a");
    }
  }

  @Test
  void a_request_that_throws_does_not_end_its_thread() {
    for (int i = 0; i < 20; i++) {
      threads.execute(
          new Queue("Scan", ""),
          true,
          () -> {
            throw new IllegalStateException("as the test wants");
          });
    }
    assertThat(run("Scan", true).join()).isTrue();
  }

  /** A factory that creates no threads while the flag is set. */
  private static ThreadFactory threadsUnless(AtomicBoolean noThreads) {
    return task -> {
      if (noThreads.get()) {
        throw new OutOfMemoryError("unable to create native thread");
      }
      return new Thread(task);
    };
  }

  @Test
  void a_thread_that_cannot_be_started_does_not_take_the_place_of_another_one()
      throws InterruptedException {
    var noThreads = new AtomicBoolean(true);
    try (var few = new FairThreads(threadsUnless(noThreads), 2, 2, 2)) {
      var refused = new AtomicInteger();
      for (int i = 0; i < 10; i++) {
        assertThatThrownBy(
                () -> few.execute(new Queue("Scan", "t"), true, refused::incrementAndGet))
            .isInstanceOf(OutOfMemoryError.class);
      }
      noThreads.set(false);
      var together = new CountDownLatch(2);
      for (int i = 0; i < 2; i++) {
        few.execute(
            new Queue("Scan", "t"),
            true,
            () -> {
              together.countDown();
              await(release);
            });
      }
      assertThat(together.await(1, TimeUnit.MINUTES)).isTrue();
      var next = new CompletableFuture<Boolean>();
      few.execute(new Queue("Scan", "t"), true, () -> next.complete(true));
      release.countDown();
      assertThat(next.join()).isTrue();
      assertThat(refused).hasValue(0);
    }
  }

  @Test
  void requests_that_wait_for_a_thread_run_although_another_request_was_refused() {
    var noThreads = new AtomicBoolean();
    try (var few = new FairThreads(threadsUnless(noThreads), 2, 1, 1)) {
      // Once the first Scan runs, the second one starts no thread, so that no thread is idle.
      var begun = new CountDownLatch(1);
      few.execute(
          new Queue("Scan", "t"),
          true,
          () -> {
            begun.countDown();
            await(release);
          });
      await(begun);
      var waiting = new CompletableFuture<Boolean>();
      few.execute(new Queue("Scan", "t"), true, () -> waiting.complete(true));
      noThreads.set(true);
      var refused = new AtomicInteger();
      assertThatThrownBy(() -> few.execute(new Queue("Query", "t"), true, refused::incrementAndGet))
          .isInstanceOf(OutOfMemoryError.class);
      release.countDown();
      assertThat(waiting.join()).isTrue();
      noThreads.set(false);
      var last = new CompletableFuture<Boolean>();
      few.execute(new Queue("Query", "t"), true, () -> last.complete(true));
      assertThat(last.join()).isTrue();
      assertThat(refused).hasValue(0);
    }
  }

  @Test
  void a_closed_pool_refuses_requests() {
    var closed = new FairThreads("closed", 1, 1, 1);
    closed.close();
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> closed.execute(new Queue("Scan", ""), true, () -> {}))
          .isInstanceOf(RejectedExecutionException.class);
    }
  }
}
