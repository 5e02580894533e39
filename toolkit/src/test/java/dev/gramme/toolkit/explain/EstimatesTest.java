package dev.gramme.toolkit.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.embedded.Gramme;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Estimates equal the real consumption of a database, for random tables and items. {@code
 * -Dgramme.seed=<n>} repeats a failed run.
 */
class EstimatesTest {
  private static final int RUNS = 20;
  private static final String SEED_PROPERTY = "gramme.seed";

  static List<Long> seeds() {
    Long one = Long.getLong(SEED_PROPERTY);
    if (one != null) {
      return List.of(one);
    }
    return new SplittableRandom(20261121).longs(RUNS).boxed().toList();
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void every_access_pattern_consumes_the_estimate(long seed) {
    var design = new RandomDesign(new SplittableRandom(seed));
    try (var gramme = Gramme.inMemory()) {
      var meter = new CapacityMeter();
      design.fill(gramme.client());
      Explanation explanation = design.explanation();
      design
          .calls(meter.around(gramme.client()))
          .forEach((pattern, call) -> {
            Comparison comparison = explanation.compare(pattern, meter.measure(call));
            assertThat(comparison.agrees())
                .as("seed %d: %s of %s", seed, comparison, design.schema())
                .isTrue();
          });
    }
  }
}
