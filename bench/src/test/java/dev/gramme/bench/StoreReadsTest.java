package dev.gramme.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.gramme.bench.results.LargeComparison.StorePoint;
import dev.gramme.bench.results.Measurement;
import java.util.List;
import org.junit.jupiter.api.Test;

final class StoreReadsTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @Test
  void the_results_of_the_other_process_are_read_as_they_were_written() throws Exception {
    var measured = new Measurement(12_000, 40, 60, 900, 2000, 0);
    var result =
        new StoreReads.Result(
            true,
            List.of(new StorePoint("Zipf", 2, measured, 528)),
            List.of(new StorePoint("Zipf", 16, measured, 529)));
    assertThat(JSON.readValue(JSON.writeValueAsString(result), StoreReads.Result.class))
        .isEqualTo(result);
  }
}
