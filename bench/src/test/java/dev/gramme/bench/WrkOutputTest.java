package dev.gramme.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.bench.results.Measurement;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** {@link WrkOutput}. */
final class WrkOutputTest {
  private static final String OUTPUT =
      """
      Running 2s test @ http://127.0.0.1:8000/
        1 threads and 16 connections
      Requests/sec:  15000.00
      RESULT 30000 2000000 7 320 410 2200 3100
      """;

  @Test
  void the_line_of_the_script_has_the_rate_the_percentiles_and_the_errors() throws Exception {
    var output = WrkOutput.parse(OUTPUT + "SECONDS\n");
    assertThat(output.measurement()).isEqualTo(new Measurement(15_000, 320, 410, 2200, 3100, 7));
    assertThat(output.perSecond()).isEmpty();
  }

  @Test
  void the_first_and_the_last_second_are_left_out_because_they_are_not_whole() throws Exception {
    assertThat(WrkOutput.parse(OUTPUT + "SECONDS 12 100 0 101 40\n").perSecond())
        .containsExactly(100L, 0L, 101L);
  }

  @Test
  void output_without_a_result_is_an_error_that_shows_it() {
    assertThatThrownBy(() -> WrkOutput.parse("unable to connect to 127.0.0.1:1"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("unable to connect");
  }
}
