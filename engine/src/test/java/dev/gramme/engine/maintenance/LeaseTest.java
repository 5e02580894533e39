package dev.gramme.engine.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.engine.time.MovableClock;
import dev.gramme.storage.faulty.TestStores;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class LeaseTest {
  private static final Duration MOMENT = Duration.ofMillis(1);

  private final SharedMemory store = new SharedMemory();
  private final MovableClock ones = MovableClock.over(() -> Instant.EPOCH);
  private final MovableClock others = MovableClock.over(() -> Instant.EPOCH.plusSeconds(1000));
  private final Lease one = new Lease(store, ones, "work");
  private final Lease other = new Lease(store, others, "work");

  private void pass(Duration time) {
    ones.advance(time);
    others.advance(time);
  }

  @Test
  void whoever_comes_first_holds_it_and_keeps_it_by_asking() {
    assertThat(one.isHeld()).isTrue();
    assertThat(other.isHeld()).isFalse();
    for (int i = 0; i < 20; i++) {
      pass(Lease.INTERVAL);
      assertThat(one.isHeld()).isTrue();
      assertThat(other.isHeld()).isFalse();
    }
  }

  @Test
  void who_dies_is_followed_after_its_life() {
    assertThat(one.isHeld()).isTrue();
    assertThat(other.isHeld()).isFalse();
    pass(Lease.LIFE.minus(MOMENT));
    assertThat(other.isHeld()).isFalse();
    pass(Lease.INTERVAL);
    assertThat(other.isHeld()).isTrue();
    // It was not dead, but late.
    assertThat(one.isHeld()).isFalse();
    pass(Lease.INTERVAL);
    assertThat(other.isHeld()).isTrue();
    assertThat(one.isHeld()).isFalse();
  }

  @Test
  void who_cannot_renew_it_has_lost_it_before_another_takes_it() {
    assertThat(one.isHeld()).isTrue();
    assertThat(other.isHeld()).isFalse();
    pass(Lease.LIFE);
    assertThat(other.isHeld()).isTrue();
    assertThat(one.isHeld()).isFalse();
  }

  @Test
  void who_gives_it_back_is_followed_at_once() {
    assertThat(one.isHeld()).isTrue();
    assertThat(other.isHeld()).isFalse();
    one.release();
    pass(Lease.INTERVAL);
    assertThat(other.isHeld()).isTrue();
    one.release();
    assertThat(one.isHeld()).isFalse();
  }

  @Test
  void a_clock_that_is_moved_ahead_renews_it() {
    assertThat(one.isHeld()).isTrue();
    ones.advance(Duration.ofDays(30));
    assertThat(one.isHeld()).isTrue();
    assertThat(other.isHeld()).isFalse();
  }

  @Test
  void a_moved_clock_of_another_takes_it_only_after_it_has_seen_it_idle() {
    assertThat(one.isHeld()).isTrue();
    others.advance(Duration.ofDays(30));
    assertThat(other.isHeld()).isFalse();
    ones.advance(Lease.INTERVAL);
    assertThat(one.isHeld()).isTrue();
    others.advance(Duration.ofDays(30));
    assertThat(other.isHeld()).isFalse();
  }

  @Test
  void leases_of_other_names_are_others() {
    assertThat(one.isHeld()).isTrue();
    assertThat(new Lease(store, others, "other work").isHeld()).isTrue();
  }

  @Test
  void who_is_alone_always_holds_it() {
    var alone = new Lease(TestStores.open(), ones, "work");
    assertThat(alone.isHeld()).isTrue();
    alone.release();
    assertThat(alone.isHeld()).isTrue();
  }
}
