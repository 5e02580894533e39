package dev.gramme.partiql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.engine.plan.RowRange;
import dev.gramme.expression.Condition;
import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.Item;
import dev.gramme.model.budget.MemoryBudget;
import dev.gramme.model.budget.RequestBudget;
import dev.gramme.testkit.Gen;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Checks that the plan of a WHERE clause reads each matching item once, and no other item. */
class SelectPlanTest {
  private static final List<String> PARTITIONS = List.of("a", "b", "c");
  private static final int SORT_KEYS = 5;

  @Test
  void each_item_that_matches_the_clause_is_in_one_range() {
    var plans = new int[3];
    Gen.forAll(
        5_000,
        gen -> {
          String text = "SELECT * FROM T WHERE " + condition(gen, 3);
          var read =
              (BoundStatement.Read) StatementBinder.bind(StatementParser.parse(text), List.of());
          SelectPlan plan;
          try {
            plan = SelectPlan.of(read, TestTable.DEFINITION, null);
          } catch (ApiError overlapping) {
            assertThat(overlapping.text().orElse("")).as(text).startsWith("Overlapping conditions");
            plans[0]++;
            return;
          }
          plans[plan.keyed() ? 1 : 2]++;
          Condition where = read.where();
          for (Item item : items()) {
            assertThat(timesRead(plan, item))
                .as("%s of %s", item, text)
                .isEqualTo(where == null || where.test(item) ? 1 : 0);
          }
        });
    assertThat(plans).as("refused, keyed and scanning plans").doesNotContain(0);
  }

  @Test
  void the_planning_of_many_ranges_is_charged_to_the_budget() {
    // Two lists of 50 values make 2,500 ranges; a statement may read 50.
    try (var budget = new RequestBudget(MemoryBudget.unlimited())) {
      assertThat(SelectPlan.of(ranges(7), TestTable.DEFINITION, null, budget).ranges()).hasSize(49);
      assertThat(budget.steps()).isGreaterThan(9_000);
    }
    try (var budget = new RequestBudget(MemoryBudget.unlimited())) {
      assertThatThrownBy(() -> SelectPlan.of(ranges(50), TestTable.DEFINITION, null, budget))
          .isInstanceOf(ApiError.class)
          .hasMessageStartingWith("Too many decomposed read operations");
      assertThat(budget.steps()).isGreaterThan(500_000);
    }
  }

  /** A statement that reads {@code number} times {@code number} ranges. */
  private static BoundStatement.Read ranges(int number) {
    var values = IntStream.range(0, number).mapToObj(i -> "" + i).toList();
    String partitions = "pk IN ['" + String.join("','", values) + "']";
    String sorts = "sk IN [" + String.join(",", values) + "]";
    var statement = StatementParser.parse("SELECT * FROM T WHERE " + partitions + " AND " + sorts);
    return (BoundStatement.Read) StatementBinder.bind(statement, List.of());
  }

  private static int timesRead(SelectPlan plan, Item item) {
    int times = 0;
    byte[] row = RowRange.row(plan.table(), null, item);
    for (SelectPlan.Range range : plan.ranges()) {
      if (range.rows().contains(row) && (range.filter() == null || range.filter().test(item))) {
        times++;
      }
    }
    return times;
  }

  private static List<Item> items() {
    var items = new ArrayList<Item>();
    for (String partition : PARTITIONS) {
      for (int sort = 0; sort < SORT_KEYS; sort++) {
        var item = Item.of("pk", new S(partition), "sk", N.of(sort)).toBuilder();
        if (sort % 2 == 0) {
          item.put("x", N.of(sort));
        }
        items.add(item.build());
      }
    }
    return items;
  }

  private static String condition(Gen gen, int depth) {
    if (depth == 0 || gen.chance(30)) {
      return term(gen);
    }
    String word = gen.chance(60) ? " AND " : " OR ";
    String joined = String.join(word, gen.listOf(1, 3, () -> condition(gen, depth - 1)));
    return gen.chance(10) ? "NOT (" + joined + ")" : "(" + joined + ")";
  }

  private static String term(Gen gen) {
    String attribute = gen.oneOf("pk", "pk", "pk", "sk", "sk", "x");
    if (attribute.equals("pk")) {
      return gen.chance(80)
          ? "pk = '" + gen.oneOf(PARTITIONS) + "'"
          : "pk IN ['" + gen.oneOf(PARTITIONS) + "', '" + gen.oneOf(PARTITIONS) + "']";
    }
    int value = gen.nextInt(SORT_KEYS);
    return switch (gen.nextInt(6)) {
      case 0 -> attribute + " BETWEEN " + value + " AND " + (value + gen.nextInt(3));
      case 1 -> attribute + " IN (" + value + ", " + gen.nextInt(SORT_KEYS) + ")";
      case 2 -> value + gen.oneOf(" < ", " >= ", " = ") + attribute;
      default -> attribute + gen.oneOf(" = ", " <> ", " < ", " <= ", " > ", " >= ") + value;
    };
  }
}
