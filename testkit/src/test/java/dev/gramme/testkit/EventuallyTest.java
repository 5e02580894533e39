package dev.gramme.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class EventuallyTest {
  private final AtomicInteger count = new AtomicInteger();

  @Test
  void the_first_value_that_is_as_awaited_is_returned() {
    assertThat(Eventually.get("five", count::incrementAndGet, value -> value == 5)).isEqualTo(5);
    Eventually.holds("eight", () -> count.incrementAndGet() == 8);
    Eventually.passes(() -> assertThat(count.incrementAndGet()).isEqualTo(10));
    assertThat(count).hasValue(10);
  }

  @Test
  void a_failure_names_what_was_awaited_and_what_was_seen_last() {
    assertThatThrownBy(() ->
            Eventually.get("a negative count", Duration.ofMillis(1), count::get, it -> it < 0))
        .isInstanceOf(AssertionError.class)
        .hasMessage("not within PT0.001S: a negative count; last seen: 0");
    assertThatThrownBy(
            () -> Eventually.passes(Duration.ofMillis(1), () -> assertThat(count).hasValue(7)))
        .hasMessageContaining("7");
  }
}
