package dev.gramme.api.query;

import static dev.gramme.api.query.QueryShape.KEY_CONDITIONS;
import static dev.gramme.api.query.QueryShape.KEY_CONDITION_EXPRESSION;
import static dev.gramme.api.query.QueryShape.PAGE;

import dev.gramme.api.item.CurrentWording;
import dev.gramme.api.item.ExpressionParameters;
import dev.gramme.api.item.LegacyParameters;
import dev.gramme.api.item.ProjectionParameters;
import dev.gramme.api.item.StartKeyRules;
import dev.gramme.engine.write.KeyRules;
import dev.gramme.expression.Condition;
import dev.gramme.expression.KeyCondition;
import dev.gramme.expression.KeyRange;
import dev.gramme.expression.Placeholders;
import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.DocumentPath;
import dev.gramme.model.Item;
import dev.gramme.model.KeyAttribute;
import dev.gramme.model.KeySchema;
import dev.gramme.model.Wording;
import dev.gramme.wire.Member;
import dev.gramme.wire.Structure;
import dev.gramme.wire.WireItem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rules of Query, in the service's order (October 2026). Filtered exports share the rules of
 * key conditions.
 */
public final class QueryRules {
  private static final List<Member<?>> CONDITIONS =
      List.of(PAGE.filterExpression, KEY_CONDITION_EXPRESSION);

  private QueryRules() {}

  static void check(Structure input, Wording wording) {
    LegacyParameters.checkConditionalOperator(
        input.get(PAGE.conditionalOperator), input.get(PAGE.filter));
    refuseMixing(input);
    if (!input.has(KEY_CONDITIONS) && !input.has(KEY_CONDITION_EXPRESSION)) {
      throw ApiError.validation(
          "Either the KeyConditions or KeyConditionExpression parameter must be specified in the"
              + " request.");
    }
    CurrentWording.wrapped(
        wording,
        () -> {
          PAGE.checkSelect(input);
          return true;
        });
    ExpressionParameters.refuseIdleNames(
        input,
        PAGE.names,
        List.of(PAGE.projectionExpression, PAGE.filterExpression, KEY_CONDITION_EXPRESSION));
    ExpressionParameters.refuseIdleValues(input, PAGE.values, CONDITIONS, wording);
    ProjectionParameters.checkAttributes(input.get(PAGE.attributesToGet));
  }

  /**
   * Refuses KeyConditions together with KeyConditionExpression; other expressions are allowed next
   * to it.
   */
  private static void refuseMixing(Structure input) {
    List<Member<?>> legacy =
        input.has(KEY_CONDITION_EXPRESSION)
            ? List.of(PAGE.attributesToGet, PAGE.filter, PAGE.conditionalOperator, KEY_CONDITIONS)
            : List.of(PAGE.attributesToGet, PAGE.filter, PAGE.conditionalOperator);
    ExpressionParameters.refuseMixing(
        input,
        legacy,
        List.of(PAGE.projectionExpression, PAGE.filterExpression, KEY_CONDITION_EXPRESSION));
  }

  static Placeholders placeholders(Structure input, Wording wording) {
    return ExpressionParameters.placeholders(
        input.get(PAGE.names), input.get(PAGE.values), wording);
  }

  static KeyCondition keyCondition(Structure input, Placeholders placeholders, Wording wording) {
    String expression = input.get(KEY_CONDITION_EXPRESSION);
    return expression == null
        ? LegacyParameters.keyConditions(input.require(KEY_CONDITIONS), wording)
        : KeyCondition.parse(expression, placeholders);
  }

  static @Nullable Item startKey(Structure input, Wording wording) {
    WireItem start = input.get(PAGE.exclusiveStartKey);
    return start == null ? null : StartKeyRules.key(start, wording);
  }

  /** Checks that the values of a key condition are not longer than key values can be. */
  public static void checkKeySizes(KeySchema key, KeyRange range) {
    var equal = Item.builder();
    put(key.hash(), range.hash(), equal);
    put(key.range(), range.range(), equal);
    Item values = equal.build();
    KeyRules.checkSizes(key, values);
    KeyCondition.Term last = range.last();
    if (last != null) {
      for (AttributeValue value : last.values()) {
        KeyRules.checkSizes(key, values.toBuilder().put(last.attribute(), value).build());
      }
    }
  }

  private static void put(
      List<KeyAttribute> attributes, List<AttributeValue> values, Item.Builder into) {
    for (int i = 0; i < values.size(); i++) {
      into.put(attributes.get(i).name(), values.get(i));
    }
  }

  /** Refuses a filter that names a key attribute of the table or index that the query reads. */
  static void checkFilter(Structure input, @Nullable Condition filter, KeySchema key) {
    if (filter != null) {
      checkFilter(
          input.has(PAGE.filterExpression) ? "Filter Expression" : "QueryFilter", filter, key);
    }
  }

  /**
   * Refuses a filter that names a key attribute.
   *
   * @param parameter the name of the filter in the message
   */
  public static void checkFilter(String parameter, Condition filter, KeySchema key) {
    for (DocumentPath path : filter.paths()) {
      if (key.contains(path.attribute())) {
        throw ApiError.validation(
            parameter
                + " can only contain non-primary key attributes: Primary key attribute: "
                + path.attribute());
      }
    }
  }
}
