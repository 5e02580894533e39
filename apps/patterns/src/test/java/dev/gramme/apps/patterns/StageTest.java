package dev.gramme.apps.patterns;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What a stage refuses to show. */
final class StageTest {
  private record Shown(Consumer<Stage> calls) implements Pattern {
    @Override
    public String title() {
      return "A title";
    }

    @Override
    public String problem() {
      return "A problem.";
    }

    @Override
    public String purpose() {
      return "A purpose.";
    }

    @Override
    public void show(Stage stage) {
      calls.accept(stage);
    }
  }

  @Test
  void the_content_before_the_calls_cannot_be_recorded_after_a_call() {
    var pattern =
        new Shown(stage -> {
          stage.read("the tables", () -> stage.client().listTables().tableNames());
          stage.recordInitialTables();
        });
    assertThatThrownBy(() -> Rehearsal.of(pattern))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("before the first call")
        .hasMessageContaining("the tables");
  }
}
