package dev.gramme.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class CaseFileTest {
  @Test
  void a_case_is_an_input_and_an_expected_result() {
    var cases = CaseFile.parse("# head\n\n# why\na\nb\n----\nc\n\n\nd\n----\n\n");
    assertThat(cases)
        .containsExactly(
            new CaseFile.Case(3, List.of("# why"), "a\nb", "c"),
            new CaseFile.Case(10, List.of(), "d", ""));
  }

  @Test
  void a_case_is_written_as_it_was_read() {
    var read = CaseFile.parse("# why\na\n----\nc\n").getFirst();
    assertThat(read.block("d")).isEqualTo("# why\na\n----\nd\n");
  }

  @Test
  void a_block_without_separator_is_refused() {
    assertThatThrownBy(() -> CaseFile.parse("a\nb\n")).hasMessageContaining("line 1");
  }
}
