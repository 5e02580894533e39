package dev.gramme.transfer.s3;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RetriesTest {
  @Test
  void swapped_pauses_are_refused() {
    assertThatThrownBy(() -> new Retries(3, Duration.ofSeconds(5), Duration.ofMillis(100)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("between zero and the longest");
  }
}
