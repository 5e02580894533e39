package dev.gramme.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class FirstAnswerTest {
  private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

  @ParameterizedTest
  @EnumSource
  void a_new_jvm_answers_and_reports_both_times(FirstAnswer.Caller caller) throws Exception {
    var answer = FirstAnswer.inNewJvm(JAVA, caller, List.of());
    assertThat(answer.putNanos()).isPositive();
    assertThat(answer.getNanos()).isGreaterThan(answer.putNanos());
  }

  @Test
  void a_cache_that_cannot_be_used_is_an_error(@TempDir Path folder) {
    var options = FirstAnswer.withCache(folder.resolve("missing.aot"));
    assertThatThrownBy(() -> FirstAnswer.inNewJvm(JAVA, FirstAnswer.Caller.BELOW, options))
        .isInstanceOf(IOException.class);
  }

  @ParameterizedTest
  @EnumSource
  void each_measurement_opens_a_new_database(FirstAnswer.Caller caller) throws Exception {
    for (int i = 0; i < 2; i++) {
      assertThat(caller.measure().putNanos()).isPositive();
    }
  }
}
