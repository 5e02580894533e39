package dev.gramme.expression;

import dev.gramme.model.AttributeType;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.DocumentPath;
import java.util.List;
import java.util.function.Predicate;

/**
 * Creates conditions from operands and checks them as the service does. {@link #finish} reports the
 * errors, because the service reports errors in the order of their kinds and not from left to
 * right. An instance is used for one expression or statement.
 */
public final class ConditionFactory {

  /** The kinds of errors, in the order in which the service checks for them. */
  enum Rank {
    UNDEFINED,
    OPERAND_COUNT,
    DISTINCT,
    OPERAND_TYPE
  }

  private final Binder binder;
  private final Rank typeRank;
  private final ExpressionKind kind;

  /** A factory for the conditions of this kind of expression. */
  public ConditionFactory(ExpressionKind kind) {
    this(kind, new Binder(kind, Placeholders.none()));
  }

  ConditionFactory(ExpressionKind kind, Binder binder) {
    this.binder = binder;
    this.kind = kind;
    // In key conditions the service checks for wrong types and undefined values in one pass (2026).
    this.typeRank = kind == ExpressionKind.KEY_CONDITION ? Rank.UNDEFINED : Rank.OPERAND_TYPE;
  }

  /**
   * Throws the recorded error, if there is one.
   *
   * @throws dev.gramme.model.ApiError a ValidationException with the first error of the lowest rank
   */
  public void finish() {
    binder.finish();
  }

  /** A comparison of two operands. */
  public Condition compare(Operand left, Comparison comparison, Operand right) {
    checkDistinct(comparison.text(), left, right);
    if (comparison != Comparison.EQ && comparison != Comparison.NE) {
      checkType(comparison.text(), left, AttributeType::isScalarKey);
      checkType(comparison.text(), right, AttributeType::isScalarKey);
    }
    return new Condition.Compare(left, comparison, right);
  }

  /** BETWEEN: an operand and its bounds. */
  public Condition between(Operand operand, Operand low, Operand high) {
    checkDistinct("BETWEEN", operand, low);
    checkDistinct("BETWEEN", operand, high);
    boolean ordered = checkType("BETWEEN", operand, AttributeType::isScalarKey);
    ordered &= checkType("BETWEEN", low, AttributeType::isScalarKey);
    ordered &= checkType("BETWEEN", high, AttributeType::isScalarKey);
    if (ordered && low instanceof Operand.Constant from && high instanceof Operand.Constant to) {
      binder.checkBounds(from.value(), to.value(), typeRank);
    }
    return new Condition.Between(operand, low, high);
  }

  /** IN: an operand and its candidates. */
  public Condition in(Operand operand, List<Operand> candidates) {
    if (candidates.size() > ExpressionLimits.MAX_IN_OPERANDS) {
      binder.note(
          Rank.OPERAND_COUNT,
          "The IN operator is provided with too many operands; number of operands: "
              + candidates.size());
    }
    for (Operand candidate : candidates) {
      checkDistinct("IN", operand, candidate);
    }
    return new Condition.In(operand, candidates);
  }

  /** A function that returns a condition: {@link Function.Use#CONDITION}. */
  public Condition call(Function function, List<Operand> operands) {
    if (!binder.hasOperandCount(function, operands.size(), Rank.OPERAND_COUNT)) {
      return Condition.always();
    }
    String name = function.text();
    Operand first = operands.get(0);
    Operand second = operands.get(operands.size() - 1);
    if (operands.size() == 2) {
      checkDistinct(name, first, second);
    }
    return switch (function) {
      case ATTRIBUTE_EXISTS -> new Condition.AttributeExists(requiredPath(name, first));
      case ATTRIBUTE_NOT_EXISTS -> new Condition.AttributeNotExists(requiredPath(name, first));
      case ATTRIBUTE_TYPE -> new Condition.AttributeTypeIs(first, attributeType(second));
      case BEGINS_WITH -> {
        checkType(name, first, ConditionFactory::hasPrefixes);
        checkType(name, second, ConditionFactory::hasPrefixes);
        yield new Condition.BeginsWith(first, second);
      }
      case CONTAINS -> {
        checkType(name, first, ConditionFactory::hasParts);
        first.checkWhole();
        yield new Condition.Contains(first, second);
      }
      case SIZE, IF_NOT_EXISTS, LIST_APPEND ->
          throw new IllegalArgumentException(name + " is not a condition");
    };
  }

  /** The function {@code size}, which takes one operand. */
  public Operand size(List<Operand> operands) {
    if (!binder.hasOperandCount(Function.SIZE, operands.size(), Rank.OPERAND_COUNT)) {
      return Operand.attribute(Function.SIZE.text());
    }
    Operand operand = operands.get(0);
    checkType(Function.SIZE.text(), operand, ConditionFactory::hasSize);
    operand.checkWhole();
    return new Operand.Size(operand);
  }

  private DocumentPath requiredPath(String function, Operand operand) {
    if (operand instanceof Operand.Path path) {
      return path.path();
    }
    binder.notePathRequired(typeRank, function);
    return DocumentPath.of(function);
  }

  private AttributeType attributeType(Operand operand) {
    String name = Function.ATTRIBUTE_TYPE.text();
    if (operand instanceof Operand.Constant constant
        && constant.value() instanceof AttributeValue.S typeName) {
      for (AttributeType type : AttributeType.values()) {
        if (type.name().equals(typeName.value())) {
          return type;
        }
      }
      binder.note(
          typeRank,
          "Invalid attribute type name found; type: "
              + typeName.value()
              // The service lists the types in different orders in expressions and statements
              // (2026).
              + (kind == ExpressionKind.STATEMENT
                  ? ", valid types: {N,BS,L,B,NULL,M,S,SS,NS,BOOL}"
                  : ", valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}"));
    } else {
      AttributeType type = operand.fixedType();
      if (type != null) {
        binder.noteOperandType(typeRank, name, type);
      } else {
        // For a path the service lists all types that its value could have (uncertain, 2026).
        binder.note(
            typeRank,
            "Incorrect operand type for operator or function; operator or function: "
                + name
                + ", operand type: {NS,SS,L,BS,N,M,B,BOOL,NULL,S}");
      }
    }
    return AttributeType.S;
  }

  private void checkDistinct(String operator, Operand first, Operand other) {
    if (first instanceof Operand.Path path && first.equals(other)) {
      binder.note(
          Rank.DISTINCT,
          "The first operand must be distinct from the remaining operands for this operator or"
              + " function; operator: "
              + operator
              + ", first operand: "
              + path.path());
    }
  }

  private boolean checkType(String operator, Operand operand, Predicate<AttributeType> allowed) {
    AttributeType type = operand.fixedType();
    if (type == null || allowed.test(type)) {
      return true;
    }
    binder.noteOperandType(typeRank, operator, type);
    return false;
  }

  private static boolean hasPrefixes(AttributeType type) {
    return type == AttributeType.S || type == AttributeType.B;
  }

  private static boolean hasParts(AttributeType type) {
    return hasPrefixes(type) || type.isSet() || type == AttributeType.L;
  }

  private static boolean hasSize(AttributeType type) {
    return hasParts(type) || type == AttributeType.M;
  }
}
