package dev.gramme.expression.legacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.expression.Condition;
import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeType;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.Item;
import dev.gramme.model.KeyAttribute;
import dev.gramme.model.Wording;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The legacy parameters: their errors and their effects. */
class LegacyParametersTest {
  private static final String INVALID = "One or more parameter values were invalid: ";
  private static final AttributeValue ONE = AttributeValue.N.of(1);
  private static final AttributeValue TWO = AttributeValue.N.of(2);
  private static final AttributeValue TEXT = new AttributeValue.S("text");
  private static final AttributeValue SET = new AttributeValue.SS(List.of("x"));

  @ParameterizedTest
  @CsvSource({
    "EQ, false, true, false",
    "NE, true, false, true",
    "LE, false, true, false",
    "LT, false, false, false",
    "GE, false, true, false",
    "GT, false, false, false",
    "IN, false, true, false",
    "CONTAINS, false, false, false",
    "NOT_CONTAINS, false, true, true"
  })
  void operators_on_a_missing_attribute_an_equal_value_and_another_type(
      ComparisonOperator operator, boolean missing, boolean equal, boolean otherType) {
    var condition =
        AttributeCondition.filter(
            Map.of("a", new AttributeCondition(operator, List.of(ONE))), null);
    assertThat(condition.test(Item.empty())).isEqualTo(missing);
    assertThat(condition.test(Item.of("a", ONE))).isEqualTo(equal);
    assertThat(condition.test(Item.of("a", AttributeValue.Null.NULL))).isEqualTo(otherType);
  }

  @Test
  void null_operators_test_existence_and_not_the_null_type() {
    var missing = filter(ComparisonOperator.NULL);
    var present = filter(ComparisonOperator.NOT_NULL);
    Item holdsNull = Item.of("a", AttributeValue.Null.NULL);
    assertThat(missing.test(Item.empty())).isTrue();
    assertThat(missing.test(holdsNull)).isFalse();
    assertThat(present.test(holdsNull)).isTrue();
    assertThat(present.test(Item.empty())).isFalse();
  }

  @Test
  void errors_of_expected_are_reported() {
    var eq = ComparisonOperator.EQ;
    assertExpected(
        "Value and AttributeValueList cannot be used together for Attribute: a",
        ONE,
        null,
        eq,
        List.of(ONE));
    assertExpected(
        "Exists and ComparisonOperator cannot be used together for Attribute: a",
        null,
        true,
        eq,
        List.of(ONE));
    assertExpected(
        "AttributeValueList can only be used with a ComparisonOperator for Attribute: a",
        null,
        null,
        null,
        List.of(ONE));
    assertExpected(
        "Value or AttributeValueList must be used with ComparisonOperator: EQ for Attribute: a",
        null,
        null,
        eq,
        null);
    assertExpected(
        "Value must be provided when Exists is null for Attribute: a", null, null, null, null);
    assertExpected(
        "Value must be provided when Exists is true for Attribute: a", null, true, null, null);
    assertExpected(
        "Value cannot be used when Exists is false for Attribute: a", ONE, false, null, null);
  }

  @Test
  void errors_of_values_are_reported() {
    assertValues(
        INVALID + "Invalid number of argument(s) for the EQ ComparisonOperator",
        ComparisonOperator.EQ,
        ONE,
        TWO);
    assertValues(
        INVALID + "Invalid number of argument(s) for the NULL ComparisonOperator",
        ComparisonOperator.NULL,
        ONE);
    assertValues(
        INVALID + "AttributeValues inside AttributeValueList must be of same type",
        ComparisonOperator.IN,
        ONE,
        TEXT);
    assertValues(
        INVALID + "ComparisonOperator LT is not valid for SS AttributeValue type",
        ComparisonOperator.LT,
        SET);
    assertValues(
        INVALID + "ComparisonOperator BEGINS_WITH is not valid for N AttributeValue type",
        ComparisonOperator.BEGINS_WITH,
        ONE);
    assertValues(
        "The BETWEEN condition was provided a range where the lower bound is greater than the"
            + " upper bound",
        ComparisonOperator.BETWEEN,
        TWO,
        ONE);
  }

  @Test
  void a_conditional_operator_needs_two_conditions() {
    assertError(
        () -> ConditionalOperator.check(ConditionalOperator.OR, 0),
        "ConditionalOperator cannot be used without Filter or Expected");
    assertError(
        () -> ConditionalOperator.check(ConditionalOperator.AND, 1),
        "ConditionalOperator can only be used when Filter or Expected has two or more elements");
    var expected =
        Map.of(
            "a", new ExpectedAttribute(ONE, null, null, null),
            "b", new ExpectedAttribute(null, false, null, null));
    Item onlyB = Item.of("b", ONE);
    assertThat(ExpectedAttribute.condition(expected, null).test(Item.of("a", ONE))).isTrue();
    assertThat(ExpectedAttribute.condition(expected, null).test(Item.empty())).isFalse();
    assertThat(ExpectedAttribute.condition(expected, ConditionalOperator.OR).test(Item.empty()))
        .isTrue();
    assertThat(ExpectedAttribute.condition(expected, ConditionalOperator.OR).test(onlyB)).isFalse();
  }

  @Test
  void key_conditions_reject_operators_and_counts_that_a_key_does_not_support() {
    var hash = List.of(new KeyAttribute("a", AttributeType.N));
    var condition = new AttributeCondition(ComparisonOperator.EQ, List.of(ONE));
    var range =
        AttributeCondition.keyCondition(Map.of("a", condition), Wording.CLASSIC)
            .resolve(hash, List.of());
    assertThat(range.hash()).containsExactly(ONE);
    var notEqual = new AttributeCondition(ComparisonOperator.NE, List.of(ONE));
    assertError(
        () -> AttributeCondition.keyCondition(Map.of("a", notEqual), Wording.CLASSIC),
        "Attempted conditional constraint is not an indexable operation");
    var three = Map.of("a", condition, "b", condition, "c", condition);
    assertError(
        () -> AttributeCondition.keyCondition(three, Wording.CLASSIC).resolve(hash, List.of()),
        "Conditions can be of length 1 or 2 only");
  }

  @Test
  void attribute_updates_change_literal_names_and_append_lists() {
    var list = new AttributeValue.L(List.of(ONE));
    var update =
        AttributeUpdate.update(
            Map.of(
                "a.b", new AttributeUpdate(null, TEXT),
                "l", new AttributeUpdate(AttributeUpdate.Action.ADD, list),
                "x", new AttributeUpdate(AttributeUpdate.Action.DELETE, null)));
    Item after = update.apply(Item.of("l", list, "x", ONE), Item.empty());
    assertThat(after).isEqualTo(Item.of("a.b", TEXT, "l", new AttributeValue.L(List.of(ONE, ONE))));
    assertThat(
            AttributeUpdate.update(
                    Map.of("x", new AttributeUpdate(AttributeUpdate.Action.DELETE, SET)))
                .createsItem())
        .isFalse();
    assertThat(AttributeUpdate.update(Map.of()).createsItem()).isTrue();
  }

  @Test
  void errors_of_attribute_updates_are_reported() {
    assertUpdate(
        INVALID + "Only DELETE action is allowed when no attribute value is specified", null, null);
    assertUpdate(
        INVALID + "DELETE action with value is not supported for the type S",
        AttributeUpdate.Action.DELETE,
        TEXT);
    assertUpdate(
        INVALID + "ADD action is not supported for the type S", AttributeUpdate.Action.ADD, TEXT);
    var add =
        AttributeUpdate.update(Map.of("a", new AttributeUpdate(AttributeUpdate.Action.ADD, ONE)));
    assertError(
        () -> add.apply(Item.of("a", TEXT), Item.empty()), "Type mismatch for attribute to update");
  }

  private static Condition filter(ComparisonOperator operator) {
    return AttributeCondition.filter(Map.of("a", new AttributeCondition(operator, null)), null);
  }

  private static void assertExpected(
      String fault,
      @Nullable AttributeValue value,
      @Nullable Boolean exists,
      @Nullable ComparisonOperator operator,
      @Nullable List<AttributeValue> list) {
    var expected = Map.of("a", new ExpectedAttribute(value, exists, operator, list));
    assertError(() -> ExpectedAttribute.condition(expected, null), INVALID + fault);
  }

  private static void assertValues(
      String error, ComparisonOperator operator, AttributeValue... values) {
    var filter = Map.of("a", new AttributeCondition(operator, List.of(values)));
    assertError(() -> AttributeCondition.filter(filter, null), error);
  }

  private static void assertUpdate(
      String error, AttributeUpdate.@Nullable Action action, @Nullable AttributeValue value) {
    var updates = Map.of("a", new AttributeUpdate(action, value));
    assertError(() -> AttributeUpdate.update(updates), error);
  }

  private static void assertError(Runnable action, String text) {
    assertThatThrownBy(action::run).isInstanceOf(ApiError.class).hasMessage(text);
  }
}
