package dev.gramme.api.item;

import dev.gramme.api.item.ItemShapes.ConditionShape;
import dev.gramme.api.item.ItemShapes.ExpectedShape;
import dev.gramme.expression.Condition;
import dev.gramme.expression.KeyCondition;
import dev.gramme.expression.legacy.AttributeCondition;
import dev.gramme.expression.legacy.ComparisonOperator;
import dev.gramme.expression.legacy.ConditionalOperator;
import dev.gramme.expression.legacy.ExpectedAttribute;
import dev.gramme.model.AttributeNames;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.Wording;
import dev.gramme.wire.Structure;
import dev.gramme.wire.ValueFault;
import dev.gramme.wire.WireValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Converts the legacy parameters, which preceded expressions, to conditions. */
public final class LegacyParameters {

  private LegacyParameters() {}

  /** The condition of {@code Expected}, null if there is none. */
  public static @Nullable Condition expected(
      @Nullable Map<String, Structure> expected, @Nullable String operator, Wording wording) {
    checkConditionalOperator(operator, expected);
    if (expected == null || expected.isEmpty()) {
      return null;
    }
    expected.keySet().forEach(AttributeNames::check);
    var attributes = LinkedHashMap.<String, ExpectedAttribute>newLinkedHashMap(expected.size());
    expected.forEach((name, entry) -> attributes.put(name, expected(entry, wording)));
    return ExpectedAttribute.condition(attributes, conditionalOperator(operator));
  }

  /** The condition of {@code QueryFilter} or {@code ScanFilter}, null if there is none. */
  public static @Nullable Condition filter(
      @Nullable Map<String, Structure> filter, @Nullable String operator, Wording wording) {
    if (filter == null || filter.isEmpty()) {
      return null;
    }
    filter.keySet().forEach(AttributeNames::check);
    return AttributeCondition.filter(conditions(filter, wording), conditionalOperator(operator));
  }

  /** The condition of {@code KeyConditions}. */
  public static KeyCondition keyConditions(Map<String, Structure> conditions, Wording wording) {
    return AttributeCondition.keyCondition(conditions(conditions, wording), wording);
  }

  /**
   * Refuses values that are nested too deep, which Scan checks before anything else (October 2026).
   */
  public static void checkNesting(@Nullable Map<String, Structure> filter, Wording wording) {
    if (filter == null) {
      return;
    }
    for (Structure condition : filter.values()) {
      for (WireValue value :
          condition.getOrDefault(ConditionShape.ATTRIBUTE_VALUE_LIST, List.of())) {
        value
            .fault()
            .filter(fault -> fault.kind() == ValueFault.Kind.NESTING)
            .ifPresent(fault -> {
              throw fault.error(wording);
            });
      }
    }
  }

  /** Refuses a {@code ConditionalOperator} without conditions that it could join. */
  public static void checkConditionalOperator(
      @Nullable String operator, @Nullable Map<String, Structure> conditions) {
    ConditionalOperator.check(
        conditionalOperator(operator), conditions == null ? 0 : conditions.size());
  }

  private static ExpectedAttribute expected(Structure entry, Wording wording) {
    WireValue value = entry.get(ExpectedShape.VALUE);
    String operator = entry.get(ExpectedShape.COMPARISON_OPERATOR);
    return new ExpectedAttribute(
        value == null ? null : value.value(wording),
        entry.get(ExpectedShape.EXISTS),
        operator == null ? null : ComparisonOperator.valueOf(operator),
        values(entry.get(ExpectedShape.ATTRIBUTE_VALUE_LIST), wording));
  }

  private static Map<String, AttributeCondition> conditions(
      Map<String, Structure> conditions, Wording wording) {
    var attributes = LinkedHashMap.<String, AttributeCondition>newLinkedHashMap(conditions.size());
    conditions.forEach((name, condition) ->
        attributes.put(
            name,
            new AttributeCondition(
                ComparisonOperator.valueOf(condition.require(ConditionShape.COMPARISON_OPERATOR)),
                values(condition.get(ConditionShape.ATTRIBUTE_VALUE_LIST), wording))));
    return attributes;
  }

  private static @Nullable List<AttributeValue> values(
      @Nullable List<WireValue> values, Wording wording) {
    return values == null ? null : values.stream().map(value -> value.value(wording)).toList();
  }

  private static @Nullable ConditionalOperator conditionalOperator(@Nullable String operator) {
    return operator == null ? null : ConditionalOperator.valueOf(operator);
  }
}
