package dev.gramme.toolkit.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.toolkit.desk.DeskQueries;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** No access pattern of the test models consumes more than its estimate. */
@Tag("slow")
final class EstimatesOfModelsTest {
  static List<Class<?>> models() {
    return EveryPattern.modelsBeside(DeskQueries.class);
  }

  @ParameterizedTest
  @MethodSource("models")
  void no_access_pattern_consumes_more_than_its_estimate(Class<?> model) {
    assertThat(EveryPattern.uncovered(model)).isEmpty();
  }
}
