package dev.gramme.bench.results;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class MeasurementTest {
  @Test
  void a_load_of_which_every_request_failed_has_its_errors_and_no_answers() {
    var measured = Measurement.of(new long[0], 0, 12);
    assertThat(measured.hasAnswers()).isFalse();
    assertThat(measured.errors()).isEqualTo(12);
    assertThat(Measurement.of(new long[0]).hasAnswers()).isFalse();
  }

  @Test
  void percentiles_are_those_of_the_sorted_durations() {
    var measured = Measurement.of(new long[] {3000, 1000, 2000, 4000});
    assertThat(measured.hasAnswers()).isTrue();
    assertThat(measured.p50Micros()).isEqualTo(3);
    assertThat(measured.p99Micros()).isEqualTo(4);
    assertThat(measured.perSecond()).isEqualTo(400_000);
  }
}
