package dev.gramme.engine.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.engine.time.MovableClock;
import dev.gramme.testkit.Eventually;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Work that repeats, and clocks that are set back or moved forward. */
final class LifecycleTest {
  private final AtomicReference<Duration> behind = new AtomicReference<>(Duration.ZERO);
  private final ExecutorService background = Executors.newCachedThreadPool();
  private final Lifecycle lifecycle =
      new Lifecycle(
          MovableClock.over(() -> InstantSource.system().instant().minus(behind.get())),
          background);

  @AfterEach
  void close() {
    lifecycle.close();
    background.close();
  }

  private void setClockBack() {
    behind.updateAndGet(now -> now.plusHours(1));
  }

  @Test
  void a_repeated_job_runs_again_after_the_clock_was_set_back() throws InterruptedException {
    var runs = new CountDownLatch(3);
    lifecycle.repeat(
        Duration.ofMillis(5),
        "test",
        () -> {
          runs.countDown();
          setClockBack();
        });
    setClockBack();
    assertThat(runs.await(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void a_failed_job_is_tried_again_after_the_clock_was_set_back() throws InterruptedException {
    var tries = new AtomicInteger();
    var succeeded = new CountDownLatch(1);
    lifecycle.start(
        "test",
        "",
        () -> {
          setClockBack();
          if (tries.incrementAndGet() < 3) {
            throw new IllegalStateException("as the test wants");
          }
          succeeded.countDown();
        });
    setClockBack();
    assertThat(succeeded.await(30, TimeUnit.SECONDS)).isTrue();
  }

  /** Work that has read its data when the clock moves would not run again within the same move. */
  @Test
  void moving_the_clock_waits_for_running_work_first() throws InterruptedException {
    var clock = MovableClock.over(InstantSource.fixed(Instant.parse("2026-11-27T00:00:00Z")));
    try (var fixed = new Lifecycle(clock, background)) {
      var reading = new CountDownLatch(1);
      var mayContinue = new CompletableFuture<Void>();
      var steps = new CopyOnWriteArrayList<Instant>();
      var step = new AtomicReference<Runnable>();
      step.set(() -> {
        reading.countDown();
        mayContinue.join();
        steps.add(clock.instant());
        fixed.schedule(Duration.ofSeconds(1), "step", "", step.get());
      });
      fixed.schedule(Duration.ZERO, "step", "", step.get());
      reading.await();
      Thread mover = Thread.ofPlatform().start(() -> fixed.advance(Duration.ofSeconds(1)));
      Eventually.get("the move waits", mover::getState, state -> state == Thread.State.WAITING);
      mayContinue.complete(null);
      mover.join();
      assertThat(steps)
          .containsExactly(
              Instant.parse("2026-11-27T00:00:00Z"), Instant.parse("2026-11-27T00:00:01Z"));
    }
  }

  @Test
  @Timeout(30)
  void work_for_which_there_is_no_thread_is_tried_again_and_does_not_block_the_close() {
    var clock = MovableClock.over(InstantSource.fixed(Instant.parse("2026-11-27T00:00:00Z")));
    var failures = new AtomicInteger(2);
    var done = new CopyOnWriteArrayList<String>();
    try (var failing =
        new Lifecycle(
            clock,
            task -> {
              if (failures.getAndDecrement() > 0) {
                throw new OutOfMemoryError("unable to create native thread");
              }
              background.execute(task);
            })) {
      failing.start("started", "", () -> done.add("started"));
      failing.schedule(Duration.ofSeconds(1), "scheduled", "", () -> done.add("scheduled"));
      failing.advance(Lifecycle.FIRST_PAUSE);
      assertThat(done).isEmpty();
      failing.advance(Duration.ofSeconds(1));
      failing.advance(Duration.ofSeconds(1));
      assertThat(done).containsExactlyInAnyOrder("started", "scheduled");
    }
  }
}
