package dev.gramme.engine.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class ScheduleTest {
  private static final Instant START = Instant.parse("2026-11-21T00:00:00Z");

  private final MovableClock clock = MovableClock.over(InstantSource.fixed(START));
  private final List<String> done = new CopyOnWriteArrayList<>();
  private final Schedule schedule =
      new Schedule(
          clock,
          (what, work) -> {
            done.add(what);
            Thread.ofVirtual().start(work);
          });

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
    try (var timed = new Schedule(real, (what, work) -> Thread.ofVirtual().start(work))) {
      var latch = new java.util.concurrent.CountDownLatch(1);
      timed.at(real.instant().plusMillis(5), "soon", latch::countDown);
      assertThat(latch)
          .satisfies(l -> assertThat(l.await(30, java.util.concurrent.TimeUnit.SECONDS)).isTrue());
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
