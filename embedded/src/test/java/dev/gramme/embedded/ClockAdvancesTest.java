package dev.gramme.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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

  @Test
  void a_refused_advance_moves_no_clock() {
    advances.add("first");
    advances.add("second");
    var years = Duration.ofDays(36_000);
    advances.advance("second", years);
    assertThatThrownBy(() -> advances.advance(DAY.negated()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> advances.advance(years)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> advances.advance("second", years))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(clocks).isEqualTo(Map.of("second", years));
    advances.advance(DAY);
    advances.add("third");
    assertThat(clocks).isEqualTo(Map.of("first", DAY, "second", years.plus(DAY), "third", DAY));
  }

  @Test
  void a_clock_that_failed_gets_the_advance_with_the_next_one() {
    advances.add("first");
    advances.add("second");
    meanwhile = ClockAdvancesTest::fail;
    assertThatThrownBy(() -> advances.advance(DAY)).isInstanceOf(IllegalStateException.class);
    advances.advance(DAY);
    assertThat(clocks)
        .isEqualTo(Map.of("first", DAY.multipliedBy(2), "second", DAY.multipliedBy(2)));
  }

  @Test
  void a_clock_that_fails_while_it_is_added_can_be_added_again() {
    advances.advance(DAY);
    meanwhile = ClockAdvancesTest::fail;
    assertThatThrownBy(() -> advances.add("first")).isInstanceOf(IllegalStateException.class);
    advances.advance(DAY);
    assertThat(clocks).isEmpty();
    advances.add("first");
    assertThat(clocks).isEqualTo(Map.of("first", DAY.multipliedBy(2)));
  }

  private static void fail(String clock) {
    throw new IllegalStateException(clock);
  }
}
