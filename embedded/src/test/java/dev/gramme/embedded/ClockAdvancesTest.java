package dev.gramme.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

final class ClockAdvancesTest {
  private static final Duration DAY = Duration.ofDays(1);

  private final Map<String, Duration> clocks = new HashMap<>();
  private Consumer<String> meanwhile = name -> {};
  private final ClockAdvances<String> advances =
      new ClockAdvances<>((name, by) -> {
        var now = meanwhile;
        meanwhile = ignored -> {};
        now.accept(name);
        clocks.merge(name, by, Duration::plus);
      });

  @Test
  void a_clock_gets_the_advances_of_before_and_those_that_follow() {
    advances.add("first");
    advances.advance(DAY);
    advances.add("second");
    advances.advance(DAY);
    assertThat(clocks)
        .isEqualTo(Map.of("first", DAY.multipliedBy(2), "second", DAY.multipliedBy(2)));
  }

  @Test
  void a_clock_that_is_added_during_an_advance_gets_it_once() {
    advances.add("first");
    meanwhile = name -> advances.add("second");
    advances.advance(DAY);
    assertThat(clocks).isEqualTo(Map.of("first", DAY, "second", DAY));
  }

  @Test
  void an_advance_while_a_clock_is_being_added_is_not_lost() {
    advances.add("first");
    advances.advance(DAY);
    meanwhile = name -> advances.advance(DAY);
    advances.add("second");
    assertThat(clocks)
        .isEqualTo(Map.of("first", DAY.multipliedBy(2), "second", DAY.multipliedBy(2)));
  }

  @Test
  void an_advance_by_zero_reaches_the_clocks() {
    advances.add("first");
    advances.advance(Duration.ZERO);
    assertThat(clocks).isEqualTo(Map.of("first", Duration.ZERO));
  }
}
