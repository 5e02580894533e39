package dev.gramme.engine.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.engine.time.MovableClock;
import dev.gramme.storage.faulty.SharedMemory;
import dev.gramme.storage.faulty.TestStores;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class LeaseTest {
  private static final Duration MOMENT = Duration.ofMillis(1);

  private final SharedMemory store = new SharedMemory();
  private Duration onesBehind = Duration.ZERO;
  private Duration othersBehind = Duration.ZERO;
  private final MovableClock ones = MovableClock.over(() -> Instant.EPOCH.minus(onesBehind));
  private final MovableClock others =
      MovableClock.over(() -> Instant.EPOCH.plusSeconds(1000).minus(othersBehind));
  private final Lease one = new Lease(store, ones, "work");
  private final Lease other = new Lease(store, others, "work");

  private void pass(Duration time) {
    ones.advance(time);
    others.advance(time);
  }

  @Test
  void the_first_server_takes_the_lease_and_keeps_it_by_renewal() {
    assertThat(one.isHeld()).isTrue();
    assertThat(other.isHeld()).isFalse();
    for (int i = 0; i < 20; i++) {
      pass(Lease.INTERVAL);
      assertThat(one.isHeld()).isTrue();
      assertThat(other.isHeld()).isFalse();
    }
  }

  @Test
  void another_server_takes_over_after_the_lease_has_expired() {
    assertThat(one.isHeld()).isTrue();
    assertThat(other.isHeld()).isFalse();
    pass(Lease.LIFE.minus(MOMENT));
    assertThat(other.isHeld()).isFalse();
    pass(Lease.INTERVAL);
    assertThat(other.isHeld()).isTrue();
    // The first server was not dead, only late.
    assertThat(one.isHeld()).isFalse();
    pass(Lease.INTERVAL);
    assertThat(other.isHeld()).isTrue();
    assertThat(one.isHeld()).isFalse();
  }

  @Test
  void a_holder_that_does_not_renew_the_lease_loses_it() {
    assertThat(one.isHeld()).isTrue();
    assertThat(other.isHeld()).isFalse();
    pass(Lease.LIFE);
    assertThat(other.isHeld()).isTrue();
    assertThat(one.isHeld()).isFalse();
  }

  @Test
  void a_released_lease_is_taken_over_at_the_next_check() {
    assertThat(one.isHeld()).isTrue();
    assertThat(other.isHeld()).isFalse();
    one.release();
    pass(Lease.INTERVAL);
    assertThat(other.isHeld()).isTrue();
    one.release();
    assertThat(one.isHeld()).isFalse();
  }

  @Test
  void a_holder_whose_clock_is_moved_ahead_renews_the_lease() {
    assertThat(one.isHeld()).isTrue();
    ones.advance(Duration.ofDays(30));
    assertThat(one.isHeld()).isTrue();
    assertThat(other.isHeld()).isFalse();
  }

  @Test
  void a_server_with_a_moved_clock_takes_only_a_lease_that_was_not_renewed() {
    assertThat(one.isHeld()).isTrue();
    others.advance(Duration.ofDays(30));
    assertThat(other.isHeld()).isFalse();
    ones.advance(Lease.INTERVAL);
    assertThat(one.isHeld()).isTrue();
    others.advance(Duration.ofDays(30));
    assertThat(other.isHeld()).isFalse();
  }

  @Test
  void a_holder_whose_clock_is_set_back_renews_the_lease() {
    assertThat(one.isHeld()).isTrue();
    assertThat(other.isHeld()).isFalse();
    onesBehind = Duration.ofHours(1);
    for (int i = 0; i < 4; i++) {
      pass(Lease.INTERVAL);
      assertThat(one.isHeld()).isTrue();
      assertThat(other.isHeld()).isFalse();
    }
  }

  @Test
  void a_server_whose_clock_is_set_back_takes_the_lease_of_a_dead_one() {
    assertThat(one.isHeld()).isTrue();
    assertThat(other.isHeld()).isFalse();
    othersBehind = Duration.ofHours(1);
    pass(Lease.INTERVAL);
    assertThat(other.isHeld()).isFalse();
    pass(Lease.LIFE);
    assertThat(other.isHeld()).isTrue();
  }

  @Test
  void a_lease_that_was_watched_is_taken_as_soon_as_it_expires() {
    assertThat(one.isHeld()).isTrue();
    for (Duration time = Duration.ZERO;
        time.compareTo(Lease.LIFE) < 0;
        time = time.plus(Lease.INTERVAL)) {
      other.watch();
      pass(Lease.INTERVAL);
    }
    assertThat(other.isHeld()).isTrue();
  }

  @Test
  void the_names_of_held_leases_are_listed() {
    assertThat(one.isHeld()).isTrue();
    assertThat(new Lease(store, ones, "worker").isHeld()).isTrue();
    assertThat(new Lease(store, ones, "other").isHeld()).isTrue();
    assertThat(Lease.names(store, "work")).containsExactly("work", "worker");
    one.release();
    assertThat(Lease.names(store, "work")).containsExactly("worker");
  }

  @Test
  void leases_with_different_names_are_independent() {
    assertThat(one.isHeld()).isTrue();
    assertThat(new Lease(store, others, "other work").isHeld()).isTrue();
  }

  @Test
  void the_only_server_of_a_store_always_holds_the_lease() {
    var alone = new Lease(TestStores.open(), ones, "work");
    assertThat(alone.isHeld()).isTrue();
    alone.release();
    assertThat(alone.isHeld()).isTrue();
  }
}
