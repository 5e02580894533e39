package dev.gramme.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class FirstAnswerTest {
  @ParameterizedTest
  @EnumSource
  void a_new_jvm_answers_and_reports_both_times(FirstAnswer.Caller caller) throws Exception {
    var java = Path.of(System.getProperty("java.home"), "bin", "java");
    var answer = FirstAnswer.inNewJvm(java, caller);
    assertThat(answer.putNanos()).isPositive();
    assertThat(answer.getNanos()).isGreaterThan(answer.putNanos());
  }

  @ParameterizedTest
  @EnumSource
  void each_measurement_opens_a_new_database(FirstAnswer.Caller caller) throws Exception {
    for (int i = 0; i < 2; i++) {
      assertThat(caller.measure().putNanos()).isPositive();
    }
  }
}
