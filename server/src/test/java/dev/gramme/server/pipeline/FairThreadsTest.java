package dev.gramme.server.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.server.pipeline.RequestThreads.Queue;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
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
}
