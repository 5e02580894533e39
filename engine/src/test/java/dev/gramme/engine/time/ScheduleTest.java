package dev.gramme.engine.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ScheduleTest {
  private static final Instant START = Instant.parse("2026-11-21T00:00:00Z");

  private final MovableClock clock = MovableClock.over(InstantSource.fixed(START));
  private final List<String> done = new CopyOnWriteArrayList<>();
  private final Schedule schedule =
      new Schedule(
          clock,
          (what, work) -> {
            done.add(what);
            return onThread(work);
          });

  private static boolean onThread(Runnable work) {
    Thread.ofPlatform().daemon().start(work);
    return true;
  }

  @Test
  void work_runs_in_order_of_time_when_the_clock_reaches_its_instant() {
    schedule.at(START.plusSeconds(20), "later", () -> {});
    schedule.at(START.plusSeconds(10), "sooner", () -> {});
    schedule.at(START.plusSeconds(21), "not yet", () -> {});
    schedule.awaitIdle();
    assertThat(done).isEmpty();
    clock.advance(Duration.ofSeconds(20));
    schedule.awaitIdle();
    assertThat(done).containsExactly("sooner", "later");
  }

  @Test
  void awaiting_idle_includes_work_that_was_scheduled_by_work() {
    schedule.at(START, "first", () -> schedule.at(START, "second", () -> done.add("its end")));
    schedule.awaitIdle();
    assertThat(done).containsExactly("first", "second", "its end");
  }

  @Test
  void work_runs_when_real_time_passes() {
    var real = MovableClock.over(InstantSource.system());
    try (var timed = new Schedule(real, (what, work) -> onThread(work))) {
      var latch = new java.util.concurrent.CountDownLatch(1);
      timed.at(real.instant().plusMillis(5), "soon", latch::countDown);
      assertThat(latch)
          .satisfies(l -> assertThat(l.await(30, java.util.concurrent.TimeUnit.SECONDS)).isTrue());
    }
  }

  @Test
  @Timeout(30)
  void work_that_cannot_be_started_is_tried_again_and_delays_no_other_work() {
    var failures = new AtomicInteger(1);
    try (var failing =
        new Schedule(
            clock,
            (what, work) -> {
              if (failures.getAndDecrement() > 0) {
                throw new OutOfMemoryError("unable to create native thread");
              }
              return onThread(work);
            })) {
      failing.at(START, "first", () -> done.add("first"));
      failing.at(START, "second", () -> done.add("second"));
      failing.awaitIdle();
      assertThat(done).containsExactly("second");
      clock.advance(Schedule.PAUSE);
      failing.awaitIdle();
      assertThat(done).containsExactly("second", "first");
    }
  }

  @Test
  @Timeout(30)
  void refused_work_does_not_count_as_running() {
    try (var refusing = new Schedule(clock, (what, work) -> false)) {
      refusing.at(START, "refused", () -> done.add("refused"));
      refusing.awaitIdle();
      assertThat(done).isEmpty();
    }
  }

  @Test
  void close_discards_work_that_is_not_due() {
    schedule.at(START.plusSeconds(1), "never", () -> {});
    schedule.close();
    clock.advance(Duration.ofSeconds(2));
    schedule.awaitIdle();
    assertThat(done).isEmpty();
  }

  /** A clock that can be set, and the real time of its last reading. */
  private static final class SettableTime implements InstantSource {
    private record Both(Instant time, Duration real) {}

    private final AtomicReference<Both> now = new AtomicReference<>(new Both(START, Duration.ZERO));
    private final AtomicReference<Both> read = new AtomicReference<>(now.get());

    /** Sets the clock, and lets real time pass. */
    void set(Instant time, Duration passed) {
      now.set(new Both(time, now.get().real().plus(passed)));
    }

    @Override
    public Instant instant() {
      read.set(now.get());
      return read.get().time();
    }

    long nanosWhenRead() {
      return read.get().real().toNanos();
    }
  }

  /** Nothing but {@link Schedule#awaitIdle} wakes the schedule's thread after the clock was set. */
  @Test
  @Timeout(30) // without that, the thread sleeps for up to a minute
  void a_clock_that_is_set_back_does_not_prolong_a_duration() {
    var time = new SettableTime();
    try (var timed =
        new Schedule(
            MovableClock.over(time), (what, work) -> onThread(work), time::nanosWhenRead)) {
      timed.at(START.plusSeconds(4), "instant", () -> done.add("instant"));
      timed.after(Duration.ofSeconds(9), "nine", () -> done.add("nine"));
      timed.after(Duration.ofSeconds(5), "five", () -> done.add("five"));

      time.set(START.minusSeconds(3600), Duration.ofSeconds(3));
      timed.awaitIdle();
      assertThat(done).isEmpty();

      time.set(START.minusSeconds(3598), Duration.ofSeconds(2));
      timed.awaitIdle();
      assertThat(done).containsExactly("five");

      time.set(START.minusSeconds(86_400), Duration.ofSeconds(4));
      timed.awaitIdle();
      assertThat(done).containsExactly("five", "nine");

      time.set(START.plusSeconds(4), Duration.ofSeconds(1));
      timed.awaitIdle();
      assertThat(done).containsExactly("five", "nine", "instant");
    }
  }

  @Test
  void work_after_a_duration_runs_when_the_clock_is_moved_ahead() {
    schedule.after(Duration.ofSeconds(20), "later", () -> {});
    schedule.after(Duration.ofSeconds(10), "sooner", () -> {});
    schedule.awaitIdle();
    assertThat(done).isEmpty();
    clock.advance(Duration.ofSeconds(20));
    schedule.awaitIdle();
    assertThat(done).containsExactly("sooner", "later");
  }

  @Test
  void a_clock_cannot_leave_its_range() {
    clock.advance(MovableClock.FURTHEST.minusSeconds(1));
    assertThatThrownBy(() -> clock.advance(Duration.ofSeconds(2)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> clock.advance(Duration.ofSeconds(Long.MAX_VALUE)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(clock.instant()).isAfter(START);
  }

  @Test
  void a_clock_cannot_be_moved_back() {
    assertThatThrownBy(() -> clock.advance(Duration.ofSeconds(-1)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
