package dev.gramme.conformance.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ProseTest {
  @Test
  void comments_and_literals_are_found_across_line_breaks() {
    var prose =
        Prose.of(
            """
            /**
             * Two
             * lines.
             */
            class C {
              // Three
              // more
              char quote = '"';
              String text = "one \\" // " + "two"
                  + "three"; // end
              /* "four" */
            }
            """);
    assertThat(prose.comments())
        .containsExactly("/** Two lines. */", "// Three more", "// end", "/* \"four\" */");
    assertThat(prose.literals()).containsExactly("one \\\" // twothree");
  }
}
