package dev.gramme.expression;

import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeType;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.Item;
import dev.gramme.model.KeyAttribute;
import dev.gramme.model.Wording;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The case files of expressions. Each case has one expression. The names {@link #NAMES} and values
 * {@link #VALUES} are defined in all cases; {@code values} adds more.
 */
class ExpressionCasesTest {
  private static final Map<String, String> NAMES =
      Map.of("#a", "a", "#b", "b", "#dot", "a.b", "#name", "name");

  private static final Map<String, AttributeValue> VALUES =
      ((AttributeValue.M)
              Literal.value(
                  "{s: \"text\", x: \"x\", n: 1, two: 2, b: b\"AQ==\", bool: true, nul: null, l: [1],"
                      + " m: {a: 1}, ss: ss[\"x\", \"y\"], ns: ns[1, 2], bs: bs[\"AQ==\"], S:"
                      + " \"S\", empty: \"\"}"))
          .entries().attributes().entrySet().stream()
              .collect(Collectors.toMap(entry -> ":" + entry.getKey(), Map.Entry::getValue));

  @TestFactory
  Stream<DynamicTest> syntax_errors_show_the_token_and_its_neighbours() throws IOException {
    return CaseFile.tests("syntax.txt", ExpressionCasesTest::outcome);
  }

  @TestFactory
  Stream<DynamicTest> conditions_are_checked_without_an_item() throws IOException {
    return CaseFile.tests("condition-checks.txt", ExpressionCasesTest::outcome);
  }

  @TestFactory
  Stream<DynamicTest> conditions_are_tested_against_items() throws IOException {
    return CaseFile.tests("condition-evaluation.txt", ExpressionCasesTest::outcome);
  }

  @TestFactory
  Stream<DynamicTest> key_conditions_select_a_range_of_keys() throws IOException {
    return CaseFile.tests("key-condition.txt", ExpressionCasesTest::outcome);
  }

  @TestFactory
  Stream<DynamicTest> projections_select_parts_of_items() throws IOException {
    return CaseFile.tests("projection.txt", ExpressionCasesTest::outcome);
  }

  @TestFactory
  Stream<DynamicTest> updates_are_checked_without_an_item() throws IOException {
    return CaseFile.tests("update-checks.txt", ExpressionCasesTest::outcome);
  }

  @TestFactory
  Stream<DynamicTest> updates_change_items() throws IOException {
    return CaseFile.tests("update-evaluation.txt", ExpressionCasesTest::outcome);
  }

  private static String outcome(CaseFile.Input input) {
    var values = new LinkedHashMap<>(VALUES);
    if (input.has("values")) {
      Literal.item(input.get("values"))
          .attributes()
          .forEach((name, value) -> values.put(":" + name, value));
    }
    Wording wording =
        input.has("wording")
            ? Wording.valueOf(input.get("wording").toUpperCase(Locale.ROOT))
            : Wording.CLASSIC;
    String expression = input.get(input.first());
    var placeholders =
        new Placeholders(usedBy(expression, NAMES), usedBy(expression, values), wording);
    try {
      return switch (input.first()) {
        case "condition" -> condition(ExpressionKind.CONDITION, input, placeholders);
        case "filter" -> condition(ExpressionKind.FILTER, input, placeholders);
        case "key" -> keyCondition(input, placeholders);
        case "projection" -> projection(input, placeholders);
        case "update" -> update(input, placeholders);
        default -> throw new IllegalArgumentException(input.first());
      };
    } catch (ApiError error) {
      return error.text().orElseThrow();
    }
  }

  /**
   * The placeholders that an expression uses, because the error about unused ones would hide some
   * other errors.
   */
  private static <V> Map<String, V> usedBy(String expression, Map<String, V> placeholders) {
    var used = new LinkedHashMap<>(placeholders);
    used.keySet().removeIf(placeholder -> !expression.contains(placeholder));
    return used;
  }

  private static String condition(ExpressionKind kind, CaseFile.Input input, Placeholders p) {
    Condition condition = Condition.parse(kind, input.get(input.first()), p);
    return input.has("item")
        ? String.valueOf(condition.test(Literal.item(input.get("item"))))
        : "valid";
  }

  private static String projection(CaseFile.Input input, Placeholders p) {
    Projection projection = Projection.parse(input.get("projection"), p);
    return input.has("item")
        ? Literal.format(projection.apply(Literal.item(input.get("item"))))
        : projection.paths().toString();
  }

  private static String update(CaseFile.Input input, Placeholders p) {
    Update update = Update.parse(input.get("update"), p);
    if (!input.has("item")) {
      return "valid";
    }
    Item before = input.get("item").equals("none") ? null : Literal.item(input.get("item"));
    Item after = update.apply(before, Literal.item("{pk: 0}"));
    return "after "
        + (before == null && !update.createsItem() ? "none" : Literal.format(after))
        + "\nold "
        + Literal.format(update.updatedOld(before))
        + "\nnew "
        + Literal.format(update.updatedNew(after));
  }

  private static String keyCondition(CaseFile.Input input, Placeholders p) {
    KeyCondition condition = KeyCondition.parse(input.get("key"), p);
    if (!input.has("hash")) {
      return condition.terms().stream().map(ExpressionCasesTest::term).toList().toString();
    }
    KeyRange range = condition.resolve(schema(input.get("hash")), schema(input.get("range")));
    KeyCondition.Term last = range.last();
    return "hash "
        + range.hash().stream().map(Literal::format).toList()
        + " range "
        + range.range().stream().map(Literal::format).toList()
        + (last == null ? "" : " last " + term(last));
  }

  private static String term(KeyCondition.Term term) {
    return term.attribute()
        + " "
        + term.operator()
        + " "
        + term.values().stream().map(Literal::format).collect(Collectors.joining(" "));
  }

  private static List<KeyAttribute> schema(String text) {
    var attributes = new ArrayList<KeyAttribute>();
    if (!text.isEmpty()) {
      for (String attribute : text.split(" ")) {
        String[] parts = attribute.split(":");
        attributes.add(new KeyAttribute(parts[0], AttributeType.valueOf(parts[1])));
      }
    }
    return attributes;
  }
}
