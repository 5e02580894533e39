package dev.gramme.engine.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BackOffTest {
  private final BackOff backOff = new BackOff(Duration.ofMillis(50), Duration.ofMillis(300));

  @Test
  void pauses_double_up_to_the_longest() {
    assertThat(backOff.pause(1)).isEqualTo(Duration.ofMillis(50));
    assertThat(backOff.pause(2)).isEqualTo(Duration.ofMillis(100));
    assertThat(backOff.pause(3)).isEqualTo(Duration.ofMillis(200));
    assertThat(backOff.pause(4)).isEqualTo(Duration.ofMillis(300));
    assertThat(backOff.pause(Integer.MAX_VALUE)).isEqualTo(Duration.ofMillis(300));
  }

  @Test
  void a_pause_needs_a_failure() {
    assertThatThrownBy(() -> backOff.pause(0)).isInstanceOf(IllegalArgumentException.class);
  }
}
