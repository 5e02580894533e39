package dev.gramme.expression.legacy;

import dev.gramme.expression.Comparison;
import dev.gramme.expression.Condition;
import dev.gramme.expression.KeyCondition;
import dev.gramme.expression.Operand;
import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeType;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.DocumentPath;
import java.util.ArrayList;
import java.util.List;

/** The comparison operators of the legacy parameters, with the number and types of their values. */
public enum ComparisonOperator {
  EQ(1, 1, Types.ALL),
  NE(1, 1, Types.ALL),
  IN(1, 100, Types.SCALAR),
  LE(1, 1, Types.SCALAR),
  LT(1, 1, Types.SCALAR),
  GE(1, 1, Types.SCALAR),
  GT(1, 1, Types.SCALAR),
  BETWEEN(2, 2, Types.SCALAR),
  NOT_NULL(0, 0, Types.ALL),
  NULL(0, 0, Types.ALL),
  CONTAINS(1, 1, Types.SCALAR),
  NOT_CONTAINS(1, 1, Types.SCALAR),
  BEGINS_WITH(1, 1, Types.PREFIX);

  private enum Types {
    ALL,
    SCALAR,
    PREFIX;

    boolean allow(AttributeType type) {
      return switch (this) {
        case ALL -> true;
        case SCALAR -> type.isScalarKey();
        case PREFIX -> type == AttributeType.S || type == AttributeType.B;
      };
    }
  }

  private final int minValues;
  private final int maxValues;
  private final Types types;

  ComparisonOperator(int minValues, int maxValues, Types types) {
    this.minValues = minValues;
    this.maxValues = maxValues;
    this.types = types;
  }

  /** Whether the operator takes no values. */
  boolean takesNoValues() {
    return maxValues == 0;
  }

  /**
   * Checks the number of values, their types and, for BETWEEN, their order.
   *
   * @throws ApiError a ValidationException
   */
  void check(List<AttributeValue> values) {
    if (values.size() < minValues || values.size() > maxValues) {
      throw invalid("Invalid number of argument(s) for the " + this + " ComparisonOperator");
    }
    for (AttributeValue value : values) {
      if (value.type() != values.get(0).type()) {
        throw invalid("AttributeValues inside AttributeValueList must be of same type");
      }
      if (!types.allow(value.type())) {
        throw invalid(
            "ComparisonOperator "
                + this
                + " is not valid for "
                + value.type()
                + " AttributeValue type");
      }
    }
    if (this == BETWEEN && Comparison.GT.holds(values.get(0), values.get(1))) {
      throw ApiError.validation(
          "The BETWEEN condition was provided a range where the lower bound is greater than the"
              + " upper bound");
    }
  }

  /** The condition on a top-level attribute. The values must have been checked. */
  Condition condition(String attribute, List<AttributeValue> values) {
    var path = DocumentPath.of(attribute);
    var operand = new Operand.Path(path);
    var operands = new ArrayList<Operand>(values.size());
    for (AttributeValue value : values) {
      operands.add(new Operand.Constant(value));
    }
    return switch (this) {
      case EQ -> new Condition.Compare(operand, Comparison.EQ, operands.get(0));
      case NE -> new Condition.Compare(operand, Comparison.NE, operands.get(0));
      case LT -> new Condition.Compare(operand, Comparison.LT, operands.get(0));
      case LE -> new Condition.Compare(operand, Comparison.LE, operands.get(0));
      case GT -> new Condition.Compare(operand, Comparison.GT, operands.get(0));
      case GE -> new Condition.Compare(operand, Comparison.GE, operands.get(0));
      case IN -> new Condition.In(operand, operands);
      case BETWEEN -> new Condition.Between(operand, operands.get(0), operands.get(1));
      case NOT_NULL -> new Condition.AttributeExists(path);
      case NULL -> new Condition.AttributeNotExists(path);
      case CONTAINS -> new Condition.Contains(operand, operands.get(0));
      // This is false for a missing attribute, unlike NOT contains(...).
      case NOT_CONTAINS ->
          new Condition.And(
              List.of(
                  new Condition.AttributeExists(path),
                  new Condition.Not(new Condition.Contains(operand, operands.get(0)))));
      case BEGINS_WITH -> new Condition.BeginsWith(operand, operands.get(0));
    };
  }

  /**
   * The corresponding operator of key conditions.
   *
   * @throws ApiError a ValidationException if key conditions do not support the operator
   */
  KeyCondition.Operator keyOperator() {
    return switch (this) {
      case EQ -> KeyCondition.Operator.EQ;
      case LT -> KeyCondition.Operator.LT;
      case LE -> KeyCondition.Operator.LE;
      case GT -> KeyCondition.Operator.GT;
      case GE -> KeyCondition.Operator.GE;
      case BETWEEN -> KeyCondition.Operator.BETWEEN;
      case BEGINS_WITH -> KeyCondition.Operator.BEGINS_WITH;
      case NE, IN, NOT_NULL, NULL, CONTAINS, NOT_CONTAINS ->
          throw ApiError.validation(
              "Attempted conditional constraint is not an indexable operation");
    };
  }

  private static ApiError invalid(String text) {
    return ApiError.validation("One or more parameter values were invalid: " + text);
  }
}
