package dev.gramme.engine.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.storage.Store;
import dev.gramme.storage.faulty.SharedMemory;
import dev.gramme.storage.memory.MemoryStore;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class RequestRateTest {
  private static final Instant NOW = Instant.parse("2026-11-27T00:00:00.25Z");

  private static RequestRate rate(Store store) {
    return new RequestRate(store, "test", Duration.ofMillis(500), 3);
  }

  @Test
  void a_server_alone_may_use_the_capacity_at_once_and_then_one_per_interval() {
    try (var store = new MemoryStore()) {
      var rate = rate(store);
      for (int i = 0; i < 3; i++) {
        assertThat(rate.take(NOW)).isTrue();
      }
      assertThat(rate.take(NOW)).isFalse();
      assertThat(rate.take(NOW.plusMillis(499))).isFalse();
      assertThat(rate.take(NOW.plusMillis(500))).isTrue();
      assertThat(rate.take(NOW.plusMillis(500))).isFalse();
      assertThat(rate(store).take(NOW)).isTrue();
    }
  }

  @Test
  void servers_on_one_store_share_the_capacity() {
    try (var store = new SharedMemory()) {
      var one = rate(store.connect());
      var other = rate(store.connect());
      assertThat(one.take(NOW)).isTrue();
      assertThat(other.take(NOW)).isTrue();
      assertThat(one.take(NOW)).isTrue();
      assertThat(other.take(NOW)).isFalse();
      assertThat(one.take(NOW)).isFalse();
      assertThat(other.take(NOW.plusMillis(500))).isTrue();
      assertThat(one.take(NOW.plusMillis(999))).isFalse();
      assertThat(one.take(NOW.plusSeconds(60))).isTrue();
    }
  }

  @Test
  void rates_with_different_names_are_independent() {
    try (var store = new SharedMemory()) {
      var one = new RequestRate(store, "one", Duration.ofSeconds(1), 1);
      var other = new RequestRate(store, "other", Duration.ofSeconds(1), 1);
      assertThat(one.take(NOW)).isTrue();
      assertThat(other.take(NOW)).isTrue();
      assertThat(one.take(NOW)).isFalse();
    }
  }
}
