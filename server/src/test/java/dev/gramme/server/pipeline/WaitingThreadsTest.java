package dev.gramme.server.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.testkit.Eventually;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class WaitingThreadsTest {
  private final WaitingThreads threads = new WaitingThreads("waiting", 2);
  private final CountDownLatch end = new CountDownLatch(1);
  private final LinkedBlockingQueue<Thread> running = new LinkedBlockingQueue<>();

  @AfterEach
  void close() {
    end.countDown();
    threads.close();
  }

  @Test
  void no_request_waits_for_another_one_and_all_but_two_have_virtual_threads() throws Exception {
    for (int i = 0; i < 50; i++) {
      threads.execute(this::awaitEnd);
    }

    assertThat(running(50)).doesNotHaveDuplicates().filteredOn(t -> !t.isVirtual()).hasSize(2);
  }

  @Test
  void a_single_request_has_a_thread_of_the_operating_system_that_is_used_again() throws Exception {
    var used = new HashSet<Thread>();
    for (int i = 0; i < 5; i++) {
      threads.execute(() -> running.add(Thread.currentThread()));
      Thread last = running(1).getFirst();
      used.add(last);
      // Its request is complete, but a thread is free only when it waits for the next one.
      Eventually.holds("the thread is free", () -> last.getState() == Thread.State.TIMED_WAITING);
    }
    assertThat(used).hasSize(1).noneMatch(Thread::isVirtual);
  }

  @Test
  void requests_that_arrive_after_the_end_run_too() throws Exception {
    threads.close();

    threads.execute(() -> running.add(Thread.currentThread()));

    assertThat(running(1)).hasSize(1);
  }

  private void awaitEnd() {
    running.add(Thread.currentThread());
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private List<Thread> running(int count) throws InterruptedException {
    var found = new ArrayList<Thread>();
    while (found.size() < count) {
      Thread next = running.poll(20, TimeUnit.SECONDS);
      assertThat(next).isNotNull();
      found.add(next);
    }
    return found;
  }
}
