package dev.gramme.bench.results;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** {@link Axis}. */
final class AxisTest {
  @Test
  void a_linear_axis_has_round_values() {
    assertThat(new Axis.Linear(45_607).ticks())
        .containsExactly(0.0, 10_000.0, 20_000.0, 30_000.0, 40_000.0);
    assertThat(new Axis.Linear(7).ticks()).containsExactly(0.0, 2.0, 4.0, 6.0);
    assertThat(new Axis.Linear(0).ticks()).containsExactly(0.0);
    assertThat(new Axis.Linear(200).position(50)).isEqualTo(0.25);
  }

  @Test
  void a_logarithmic_axis_has_whole_decades() {
    var axis = Axis.Logarithmic.over(0.03, 22);
    assertThat(axis.ticks().stream().map(Axis::label))
        .containsExactly("0.01", "0.1", "1", "10", "100");
    assertThat(axis.position(0.01)).isEqualTo(0);
    assertThat(axis.position(1)).isEqualTo(0.5);
    assertThat(Axis.Logarithmic.over(1, 1).ticks()).containsExactly(1.0, 10.0);
  }
}
