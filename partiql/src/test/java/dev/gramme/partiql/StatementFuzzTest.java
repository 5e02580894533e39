package dev.gramme.partiql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.model.ApiError;
import dev.gramme.testkit.CaseFile;
import dev.gramme.testkit.Gen;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks that every text gives a statement or an {@link ApiError} within a short time. */
class StatementFuzzTest {
  private static final List<String> FILES =
      List.of("syntax.txt", "values.txt", "conditions.txt", "plans.txt", "writes.txt");
  private static final List<String> PIECES =
      List.of(
          "SELECT",
          "FROM",
          "WHERE",
          "AND",
          "OR",
          "NOT",
          "IN",
          "BETWEEN",
          "IS",
          "MISSING",
          "NULL",
          "INSERT",
          "INTO",
          "VALUE",
          "UPDATE",
          "SET",
          "REMOVE",
          "DELETE",
          "RETURNING",
          "ALL",
          "MODIFIED",
          "OLD",
          "NEW",
          "*",
          "ORDER",
          "BY",
          "DESC",
          "EXISTS",
          "(",
          ")",
          "[",
          "]",
          "{",
          "}",
          "<<",
          ">>",
          ",",
          ".",
          ":",
          ";",
          "?",
          "=",
          "<>",
          "<=",
          "+",
          "-",
          "--",
          "/*",
          "*/",
          "'",
          "\"",
          "''",
          "T",
          "pk",
          "sk",
          "x",
          "'a'",
          "1",
          "1e9",
          ".5",
          "1e99999999999",
          "size(",
          "set_add(",
          "contains(",
          "é",
          "\uD800",
          "\n",
          "#",
          "\0");

  @Test
  void changed_statements_give_a_result_or_an_api_error() {
    List<String> statements = statements();
    Gen.forAll(
        20_000,
        gen -> {
          String text = gen.oneOf(statements);
          for (int changes = 1 + gen.nextInt(4); changes > 0; changes--) {
            text = changed(gen, text, statements);
          }
          assertThat(StatementCasesTest.outcome(text)).as(text).isNotEmpty();
        });
  }

  @Test
  void deep_nesting_does_not_overflow_the_stack() {
    for (String opening :
        List.of("(", "[", "{'a':", "<<", "NOT ", "- ", "size(", "x[", "a.", "NOT (", "x IN [")) {
      String nested = opening.repeat(8000 / opening.length());
      assertThat(StatementCasesTest.outcome("SELECT * FROM T WHERE " + nested)).isNotEmpty();
      assertThat(StatementCasesTest.outcome("SELECT * FROM T WHERE x = " + nested)).isNotEmpty();
      assertThat(StatementCasesTest.outcome("UPDATE T SET x = " + nested)).isNotEmpty();
      assertThat(StatementCasesTest.outcome("SELECT " + nested)).isNotEmpty();
    }
  }

  @Test
  void many_alternatives_are_read_by_a_scan() {
    String pair = "(pk = 'a' OR pk = 'b')";
    assertThat(
            StatementCasesTest.outcome(
                "SELECT * FROM T WHERE " + pair + (" AND " + pair).repeat(200)))
        .startsWith("scan");
  }

  @Test
  void a_clause_has_at_most_fifty_reads() {
    String values = "'v'" + ", 'w'".repeat(50);
    assertThatThrownBy(() -> plan("SELECT * FROM T WHERE pk IN [" + values + "]"))
        .isInstanceOf(ApiError.class)
        .hasMessageContaining("Too many decomposed read operations");
  }

  private static SelectPlan plan(String text) {
    var read = (BoundStatement.Read) StatementBinder.bind(StatementParser.parse(text), List.of());
    return SelectPlan.of(read, TestTable.DEFINITION, null);
  }

  private static String changed(Gen gen, String text, List<String> statements) {
    int at = gen.nextInt(text.length() + 1);
    int end = Math.min(text.length(), at + gen.nextInt(8));
    return switch (gen.nextInt(5)) {
      case 0 -> text.substring(0, at) + text.substring(end);
      case 1 -> text.substring(0, at) + " " + gen.oneOf(PIECES) + " " + text.substring(at);
      case 2 -> text.substring(0, at) + gen.oneOf(PIECES) + text.substring(end);
      case 3 -> text.substring(0, end) + text.substring(at);
      default -> {
        String other = gen.oneOf(statements);
        yield text.substring(0, at) + other.substring(gen.nextInt(other.length()));
      }
    };
  }

  private static List<String> statements() {
    var statements = new ArrayList<String>();
    for (String file : FILES) {
      CaseFile.read(StatementFuzzTest.class, file).forEach(one -> statements.add(one.input()));
    }
    return statements;
  }
}
