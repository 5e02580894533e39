package dev.gramme.expression.legacy;

import dev.gramme.expression.Condition;
import dev.gramme.expression.KeyCondition;
import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.Wording;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The condition on one attribute in QueryFilter, ScanFilter or KeyConditions.
 *
 * @param attributeValueList the values, null if not given
 */
public record AttributeCondition(
    ComparisonOperator comparisonOperator, @Nullable List<AttributeValue> attributeValueList) {

  /**
   * The condition of a QueryFilter or ScanFilter.
   *
   * @param filter the conditions by attribute name
   * @param operator as in the request, null if absent; see {@link ConditionalOperator#check}
   * @throws ApiError a ValidationException if a condition is not valid
   */
  public static Condition filter(
      Map<String, AttributeCondition> filter, @Nullable ConditionalOperator operator) {
    ConditionalOperator.check(operator, filter.size());
    var conditions = new ArrayList<Condition>(filter.size());
    for (var entry : filter.entrySet()) {
      AttributeCondition condition = entry.getValue();
      List<AttributeValue> values = condition.checkedValues();
      conditions.add(condition.comparisonOperator.condition(entry.getKey(), values));
    }
    return operator == ConditionalOperator.OR
        ? new Condition.Or(conditions)
        : new Condition.And(conditions);
  }

  /**
   * The key condition of KeyConditions.
   *
   * @param conditions the conditions by attribute name
   * @throws ApiError a ValidationException if a condition is not valid
   */
  public static KeyCondition keyCondition(
      Map<String, AttributeCondition> conditions, Wording wording) {
    var terms = new ArrayList<KeyCondition.Term>(conditions.size());
    for (var entry : conditions.entrySet()) {
      AttributeCondition condition = entry.getValue();
      List<AttributeValue> values = condition.checkedValues();
      KeyCondition.Operator operator = condition.comparisonOperator.keyOperator();
      terms.add(new KeyCondition.Term(entry.getKey(), operator, values));
    }
    return new KeyCondition(terms, true, wording);
  }

  private List<AttributeValue> checkedValues() {
    List<AttributeValue> values = attributeValueList == null ? List.of() : attributeValueList;
    comparisonOperator.check(values);
    return values;
  }
}
