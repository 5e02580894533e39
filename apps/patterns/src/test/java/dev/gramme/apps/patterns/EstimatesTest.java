package dev.gramme.apps.patterns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.toolkit.estimate.EveryPattern;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** No access pattern of the catalogue consumes more than its estimate. */
@Tag("slow")
final class EstimatesTest {
  static List<Class<?>> models() {
    return EveryPattern.modelsBeside(Catalogue.class);
  }

  @ParameterizedTest
  @MethodSource("models")
  void no_access_pattern_consumes_more_than_its_estimate(Class<?> model) {
    assertThat(EveryPattern.uncovered(model)).isEmpty();
  }
}
