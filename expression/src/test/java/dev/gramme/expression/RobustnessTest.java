package dev.gramme.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.Item;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** For every text the parsers return a result or throw an {@link ApiError}. */
class RobustnessTest {
  private static final List<String> PIECES =
      List.of(
          "a",
          "b.c",
          "a[1]",
          "#n",
          ":v",
          ":w",
          "=",
          "<>",
          "<",
          ">=",
          "(",
          ")",
          ",",
          "AND",
          "OR",
          "NOT",
          "BETWEEN",
          "IN",
          "SET",
          "REMOVE",
          "ADD",
          "DELETE",
          "+",
          "-",
          "size(",
          "contains(",
          "attribute_exists(",
          "if_not_exists(",
          "list_append(",
          "[",
          "]",
          "0",
          "12",
          ".",
          "#",
          ":",
          "!",
          "é",
          "\uD800");

  @Test
  void random_texts_give_a_result_or_an_api_error() {
    long seed = Long.getLong("gramme.seed", System.nanoTime());
    System.out.println("seed " + seed);
    var random = new Random(seed);
    for (int i = 0; i < 200_000; i++) {
      var text = new StringBuilder();
      for (int pieces = 1 + random.nextInt(12); pieces > 0; pieces--) {
        text.append(PIECES.get(random.nextInt(PIECES.size()))).append(' ');
      }
      parseAll(text.toString());
    }
  }

  @Test
  void deep_nesting_does_not_overflow_the_stack() {
    for (String opening : List.of("(", "NOT ", "size(", "NOT (", "contains(a,", "((a) = ")) {
      parseAll(opening.repeat(4096 / opening.length()));
    }
    for (String opening : List.of("(", "list_append(", "if_not_exists(a,")) {
      int levels = 4000 / opening.length();
      parseAll("SET a = " + opening.repeat(levels));
    }
  }

  @Test
  void nested_parentheses_are_reported_as_redundant() {
    assertError(
        "(".repeat(2000) + "a = :v" + ")".repeat(2000),
        "Invalid ConditionExpression: The expression has redundant parentheses;");
  }

  @Test
  void sizes_and_counts_are_limited() {
    assertError(
        "a".repeat(4097),
        "Invalid ConditionExpression: Expression size has exceeded the maximum allowed size;"
            + " expression size: 4097");
    assertError(
        "NOT ".repeat(300) + "a = :v",
        "Invalid ConditionExpression: The expression contains too many operators; operator count:"
            + " 301");
    assertError(
        "a IN (:v" + ",:v".repeat(100) + ")",
        "Invalid ConditionExpression: The IN operator is provided with too many operands; number"
            + " of operands: 101");
    assertError(
        "a" + ".a".repeat(32) + " = :v",
        "Invalid ConditionExpression: The document path has too many nesting levels; nesting"
            + " levels: 33");
    assertThat(condition("NOT ".repeat(299) + "a = :v").test(Item.empty())).isTrue();
    assertThat(condition("a IN (:v" + ",:v".repeat(99) + ")").test(Item.empty())).isFalse();
    assertThat(condition("a" + ".a".repeat(31) + " = :v").test(Item.empty())).isFalse();
  }

  @Test
  void malformed_and_unused_placeholders_are_rejected() {
    assertError(
        () -> Placeholders.checkNames(Map.of()), "ExpressionAttributeNames must not be empty");
    assertError(
        () -> Placeholders.checkNames(Map.of("#a-b", "x")),
        "ExpressionAttributeNames contains invalid key: Syntax error; key: \"#a-b\"");
    assertError(
        () -> Placeholders.checkNames(Map.of("#a", "")),
        "ExpressionAttributeNames contains invalid value: Empty attribute name for key #a");
    assertError(
        () -> Placeholders.checkValueKeys(List.of(":" + "a".repeat(255))),
        "ExpressionAttributeValues contains invalid key: The expression attribute map contains a"
            + " key that is too long; size of key: 256");
    Placeholders placeholders = placeholders();
    Condition unused = Condition.parse(ExpressionKind.CONDITION, "a = :v", placeholders);
    assertThat(unused.attributes()).containsExactly("a");
    assertError(
        placeholders::checkAllUsed,
        "Value provided in ExpressionAttributeNames unused in expressions: keys: {#n}");
    Projection.parse("#n", placeholders);
    assertError(
        placeholders::checkAllUsed,
        "Value provided in ExpressionAttributeValues unused in expressions: keys: {:w}");
    Update.parse("SET a = :w", placeholders);
    placeholders.checkAllUsed();
  }

  private static void parseAll(String text) {
    List<Consumer<Placeholders>> parsers =
        List.of(
            p -> Condition.parse(ExpressionKind.CONDITION, text, p),
            p -> KeyCondition.parse(text, p),
            p -> Projection.parse(text, p),
            p -> Update.parse(text, p));
    for (Consumer<Placeholders> parser : parsers) {
      try {
        parser.accept(placeholders());
      } catch (ApiError expected) {
        assertThat(expected.text()).isPresent();
      }
    }
  }

  private static Condition condition(String text) {
    return Condition.parse(ExpressionKind.CONDITION, text, placeholders());
  }

  private static void assertError(String condition, String text) {
    assertError(() -> condition(condition), text);
  }

  private static void assertError(Runnable action, String text) {
    assertThatThrownBy(action::run).isInstanceOf(ApiError.class).hasMessage(text);
  }

  private static Placeholders placeholders() {
    return new Placeholders(
        Map.of("#n", "name"),
        Map.of(":v", AttributeValue.N.of(1), ":w", new AttributeValue.S("w")));
  }
}
