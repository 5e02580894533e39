package dev.gramme.expression.legacy;

import dev.gramme.expression.Comparison;
import dev.gramme.expression.Condition;
import dev.gramme.expression.Operand;
import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.DocumentPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The condition on one attribute in Expected: either {@code value} or {@code exists}, or an
 * operator with its values. Each part is null if not given.
 */
public record ExpectedAttribute(
    @Nullable AttributeValue value,
    @Nullable Boolean exists,
    @Nullable ComparisonOperator comparisonOperator,
    @Nullable List<AttributeValue> attributeValueList) {

  /**
   * The condition of Expected.
   *
   * @param expected the conditions by attribute name
   * @param operator as in the request, null if absent; see {@link ConditionalOperator#check}
   * @throws ApiError a ValidationException if a condition is not valid
   */
  public static Condition condition(
      Map<String, ExpectedAttribute> expected, @Nullable ConditionalOperator operator) {
    ConditionalOperator.check(operator, expected.size());
    var conditions = new ArrayList<Condition>(expected.size());
    for (var entry : expected.entrySet()) {
      conditions.add(entry.getValue().condition(entry.getKey()));
    }
    return operator == ConditionalOperator.OR
        ? new Condition.Or(conditions)
        : new Condition.And(conditions);
  }

  private Condition condition(String attribute) {
    checkCombination(attribute);
    if (comparisonOperator != null) {
      List<AttributeValue> values =
          attributeValueList != null
              ? attributeValueList
              : value != null ? List.of(value) : List.of();
      if (attributeValueList == null && value == null && !comparisonOperator.takesNoValues()) {
        throw invalid(
            "Value or AttributeValueList must be used with ComparisonOperator: "
                + comparisonOperator,
            attribute);
      }
      comparisonOperator.check(values);
      return comparisonOperator.condition(attribute, values);
    }
    var path = DocumentPath.of(attribute);
    if (exists != null && !exists) {
      if (value != null) {
        throw invalid("Value cannot be used when Exists is false", attribute);
      }
      return new Condition.AttributeNotExists(path);
    }
    if (value == null) {
      throw invalid(
          "Value must be provided when Exists is " + (exists == null ? "null" : "true"), attribute);
    }
    return new Condition.Compare(
        new Operand.Path(path), Comparison.EQ, new Operand.Constant(value));
  }

  private void checkCombination(String attribute) {
    if (value != null && attributeValueList != null) {
      throw invalid("Value and AttributeValueList cannot be used together", attribute);
    }
    if (exists != null && comparisonOperator != null) {
      throw invalid("Exists and ComparisonOperator cannot be used together", attribute);
    }
    if (attributeValueList != null && comparisonOperator == null) {
      throw invalid("AttributeValueList can only be used with a ComparisonOperator", attribute);
    }
  }

  private static ApiError invalid(String text, String attribute) {
    return ApiError.validation(
        "One or more parameter values were invalid: " + text + " for Attribute: " + attribute);
  }
}
