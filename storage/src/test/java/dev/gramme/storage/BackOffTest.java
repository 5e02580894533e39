package dev.gramme.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.LongSummaryStatistics;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BackOffTest {
  private final BackOff backOff = new BackOff(Duration.ofMillis(50), Duration.ofMillis(300));

  @Test
  void a_jittered_pause_is_anywhere_up_to_the_pause() {
    var random = new Random(1);
    var millis = new LongSummaryStatistics();
    for (int i = 0; i < 1000; i++) {
      millis.accept(backOff.jitteredPause(2, random).toMillis());
    }
    assertThat(millis.getMin()).isBetween(0L, 5L);
    assertThat(millis.getMax()).isBetween(95L, 100L);
    assertThat(millis.getAverage()).isBetween(40.0, 60.0);
  }

  @Test
  void pauses_double_up_to_the_longest() {
    assertThat(backOff.pause(1)).isEqualTo(Duration.ofMillis(50));
    assertThat(backOff.pause(2)).isEqualTo(Duration.ofMillis(100));
    assertThat(backOff.pause(3)).isEqualTo(Duration.ofMillis(200));
    assertThat(backOff.pause(4)).isEqualTo(Duration.ofMillis(300));
    assertThat(backOff.pause(Integer.MAX_VALUE)).isEqualTo(Duration.ofMillis(300));
  }

  @Test
  void swapped_pauses_are_refused() {
    assertThatThrownBy(() -> new BackOff(Duration.ofMillis(300), Duration.ofMillis(50)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("between zero and the longest");
  }

  @Test
  void a_pause_needs_a_failure() {
    assertThatThrownBy(() -> backOff.pause(0)).isInstanceOf(IllegalArgumentException.class);
  }
}
