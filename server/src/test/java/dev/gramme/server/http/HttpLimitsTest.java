package dev.gramme.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class HttpLimitsTest {
  private final HttpLimits limits =
      HttpLimits.DEFAULT.toBuilder()
          .connections(1)
          .connectionsPerAddress(2)
          .receivingBytes(3)
          .slow(Duration.ofMillis(4))
          .idle(Duration.ofMillis(5))
          .receive(Duration.ofMillis(6))
          .send(Duration.ofMillis(7))
          .linger(Duration.ofMillis(8))
          .build();

  @Test
  void a_builder_sets_each_limit_by_its_name() {
    assertThat(limits)
        .isEqualTo(
            new HttpLimits(
                HttpLimits.DEFAULT.bodyBytes(),
                HttpLimits.DEFAULT.headBytes(),
                1,
                2,
                3,
                Duration.ofMillis(4),
                HttpLimits.DEFAULT.unsentBytes(),
                Duration.ofMillis(5),
                Duration.ofMillis(6),
                Duration.ofMillis(7),
                Duration.ofMillis(8)));
  }

  @Test
  void a_builder_begins_with_the_limits_that_it_is_made_from() {
    var others = new HttpLimits(1, 2, 3, 4, 5, ms(6), 7, ms(8), ms(9), ms(10), ms(11));
    assertThat(others.toBuilder().build()).isEqualTo(others);
  }

  private static Duration ms(int millis) {
    return Duration.ofMillis(millis);
  }
}
