package dev.gramme.apps.patterns;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The command {@code ./gramme app patterns}. */
final class MainTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream errors = new ByteArrayOutputStream();

  private int run(String... args) {
    return Main.run(List.of(args), stream(out), stream(errors));
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  private String printed() {
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void without_a_name_all_patterns_are_listed_by_theme() {
    assertThat(run()).isZero();
    assertThat(printed()).contains("Relationships\n  complex-attribute ");
    assertThat(printed().lines())
        .filteredOn(line -> line.startsWith("  "))
        .hasSize(Catalogue.patterns().size());
  }

  @Test
  void a_pattern_is_printed_with_its_code_tables_calls_and_requests() {
    assertThat(run("optimistic-locking")).isZero();
    assertThat(printed())
        .startsWith("Optimistic locking\n==================\n\nProblem: Two writers ")
        .contains("@Entity(pk = \"ITEM#{id}\", sk = \"ITEM#{id}\")\nrecord Item(")
        .contains("Table items\n  PK = ITEM#2345\n    SK = ITEM#2345  TYPE: Item, data: Old data")
        .contains(" 1. Tom reads\n      result: Item[id=2345, data=Old data, version=1]\n")
        .contains("\n  ~ SK = ITEM#2345  TYPE: Item, data: Ann's data")
        .contains("\"ConditionExpression\": \"#0version = :0version\"")
        .contains(" 5. Ann reads again: the same as in call 1\n")
        .doesNotContain("](");
    assertThat(errors.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  @Test
  void a_pattern_is_also_found_by_its_title() {
    assertThat(run("Optimistic", "locking")).isZero();
    assertThat(printed()).startsWith("Optimistic locking\n");
  }

  @Test
  void an_unknown_name_is_refused_with_names_that_are_near() {
    assertThat(run("shoping-card")).isEqualTo(2);
    assertThat(run("hot reads")).isEqualTo(2);
    assertThat(run("qqqqqqqqqq")).isEqualTo(2);
    assertThat(errors.toString(StandardCharsets.UTF_8).lines())
        .containsExactly(
            "patterns: there is no pattern 'shoping-card'; did you mean shopping-cart?",
            "patterns: there is no pattern 'hot reads'; did you mean cached-prices,"
                + " duplicated-records?",
            "patterns: there is no pattern 'qqqqqqqqqq'; ./gramme app patterns lists all");
    assertThat(printed()).isEmpty();
  }

  @Test
  void help_explains_the_command() {
    assertThat(run("--help")).isZero();
    assertThat(printed()).startsWith("usage: ./gramme app patterns [NAME]\n");
  }
}
