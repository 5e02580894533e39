package dev.gramme.server.settings;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ArchiveSettingsTest {
  @Test
  void swapped_times_are_refused() {
    assertThatThrownBy(
            () -> new ArchiveSettings("folder", Duration.ofDays(7), Duration.ofSeconds(10), 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not shorter than the time to keep");
  }
}
