package dev.gramme.partiql;

import dev.gramme.engine.write.WriteAction;
import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.SecondaryIndex;
import dev.gramme.model.TableDefinition;
import dev.gramme.testkit.CaseFile;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Case files of statements and their results. In an input, {@code ${1000*a}} repeats a text a
 * thousand times. The parameters are the numbers 0, 1 and so on, one for each {@code ?}.
 */
class StatementCasesTest {

  @Test
  void malformed_statements_are_refused_with_the_texts_of_the_service() {
    CaseFile.check(getClass(), "syntax.txt", StatementCasesTest::outcome);
  }

  @Test
  void literals_and_parameters_become_values() {
    CaseFile.check(getClass(), "values.txt", StatementCasesTest::outcome);
  }

  @Test
  void where_clauses_become_conditions() {
    CaseFile.check(getClass(), "conditions.txt", StatementCasesTest::outcome);
  }

  @Test
  void selects_become_ranges_of_partitions_or_scans() {
    CaseFile.check(getClass(), "plans.txt", StatementCasesTest::outcome);
  }

  @Test
  void writes_become_actions_on_one_item() {
    CaseFile.check(getClass(), "writes.txt", StatementCasesTest::outcome);
  }

  static String outcome(String input) {
    try {
      var parsed = StatementParser.parse(expanded(input));
      var parameters = new ArrayList<AttributeValue>();
      for (int i = 0; i < parsed.parameters(); i++) {
        parameters.add(AttributeValue.N.of(i));
      }
      return switch (StatementBinder.bind(parsed, parameters)) {
        case BoundStatement.Read read -> read(read);
        case BoundStatement.Write write ->
            write(WriteKey.action(write, TestTable.DEFINITION, false))
                + (write.returning() == null ? "" : "\nreturns " + write.returning());
      };
    } catch (ApiError error) {
      return "error: " + error.text().orElseThrow();
    }
  }

  private static String expanded(String input) {
    return Pattern.compile("\\$\\{(\\d{1,5})\\*(.*?)}")
        .matcher(input)
        .replaceAll(match ->
            Matcher.quoteReplacement(match.group(2).repeat(Integer.parseInt(match.group(1)))));
  }

  private static String read(BoundStatement.Read read) {
    TableDefinition table = TestTable.DEFINITION;
    SecondaryIndex index =
        read.index() == null ? null : SelectPlan.index(table, read.index(), false);
    SelectPlan plan = SelectPlan.of(read, table, index);
    var lines = new ArrayList<String>();
    lines.add(
        (plan.keyed() ? "query" : "scan")
            + (index == null ? "" : " of " + index.name())
            + (plan.ascending() ? "" : ", descending")
            + (plan.fetchesItems() ? ", fetches items" : ""));
    for (SelectPlan.Range range : plan.ranges()) {
      lines.add(
          (range.item() == null ? "range" : "item " + Shown.item(range.item()))
              + " with "
              + Shown.condition(range.filter()));
    }
    if (read.selection() != null) {
      lines.add("selects " + read.selection().paths());
    }
    return String.join("\n", lines);
  }

  private static String write(WriteAction action) {
    return switch (action) {
      case WriteAction.Put put ->
          "put " + Shown.item(put.item()) + " if " + Shown.condition(put.condition());
      case WriteAction.Delete delete ->
          "delete " + Shown.item(delete.key()) + " if " + Shown.condition(delete.condition());
      case WriteAction.Change change ->
          "change "
              + Shown.item(change.key())
              + " if "
              + Shown.condition(change.condition())
              + ": "
              + String.join("; ", changes(change));
      case WriteAction.Check check ->
          "check " + Shown.item(check.key()) + " for " + Shown.condition(check.condition());
      default -> throw new AssertionError("no action of a statement: " + action);
    };
  }

  private static List<String> changes(WriteAction.Change change) {
    return change.update().actions().stream().map(Shown::action).toList();
  }
}
