package dev.gramme.expression;

import dev.gramme.expression.KeyCondition.Operator;
import dev.gramme.expression.KeyCondition.Term;
import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.DocumentPath;
import dev.gramme.model.Wording;
import java.util.ArrayList;
import java.util.List;

/**
 * Extracts the terms of a key condition from a {@link Condition}, and rejects everything that key
 * conditions do not allow.
 */
final class KeyTerms {
  private static final String CONDITION = "Invalid condition in KeyConditionExpression: ";

  private final Placeholders placeholders;
  private final List<Term> terms = new ArrayList<>(2);

  KeyTerms(Placeholders placeholders) {
    this.placeholders = placeholders;
  }

  /** The terms of a condition, in the order of the text. */
  List<Term> of(Condition condition) {
    add(condition);
    return terms;
  }

  private void add(Condition condition) {
    if (condition instanceof Condition.And and) {
      and.terms().forEach(this::add);
    } else if (condition instanceof Condition.Compare compare) {
      add(compare);
    } else if (condition instanceof Condition.Between between) {
      add("BETWEEN", Operator.BETWEEN, List.of(between.operand(), between.low(), between.high()));
    } else if (condition instanceof Condition.BeginsWith begins) {
      add(
          Function.BEGINS_WITH.text(),
          Operator.BEGINS_WITH,
          List.of(begins.operand(), begins.prefix()));
    } else {
      throw operatorNotAllowed(operator(condition));
    }
  }

  /** The operator or function of a condition that key conditions do not allow. */
  private static String operator(Condition condition) {
    if (condition instanceof Condition.Or) {
      return "OR";
    }
    if (condition instanceof Condition.Not) {
      return "NOT";
    }
    if (condition instanceof Condition.In) {
      return "IN";
    }
    if (condition instanceof Condition.AttributeExists) {
      return Function.ATTRIBUTE_EXISTS.text();
    }
    if (condition instanceof Condition.AttributeNotExists) {
      return Function.ATTRIBUTE_NOT_EXISTS.text();
    }
    if (condition instanceof Condition.AttributeTypeIs) {
      return Function.ATTRIBUTE_TYPE.text();
    }
    if (condition instanceof Condition.Contains) {
      return Function.CONTAINS.text();
    }
    throw new IllegalStateException("an unknown condition: " + condition);
  }

  private void add(Condition.Compare compare) {
    if (compare.comparison() == Comparison.NE) {
      throw operatorNotAllowed(Comparison.NE.text());
    }
    boolean flip =
        compare.left() instanceof Operand.Constant && compare.right() instanceof Operand.Path;
    Comparison comparison = flip ? compare.comparison().flipped() : compare.comparison();
    Operand first = flip ? compare.right() : compare.left();
    Operand second = flip ? compare.left() : compare.right();
    add(comparison.text(), Operator.valueOf(comparison.name()), List.of(first, second));
  }

  private void add(String name, Operator operator, List<Operand> operands) {
    checkNotNested(operands);
    long paths = operands.stream().filter(operand -> operand instanceof Operand.Path).count();
    if (paths > 1) {
      // The service reports unused placeholders first (October 2026).
      placeholders.checkAllUsed();
      throw restricted(CONDITION + "Multiple attribute names used in one condition");
    }
    if (paths == 0) {
      throw ApiError.validation(CONDITION + "No key attribute specified");
    }
    if (!(operands.get(0) instanceof Operand.Path key)) {
      throw ApiError.validation(
          CONDITION + name + " operator must have the key attribute as its first operand");
    }
    DocumentPath path = key.path();
    if (!path.isTopLevel()) {
      throw restricted("KeyConditionExpressions cannot have conditions on nested attributes");
    }
    for (Term term : terms) {
      if (term.attribute().equals(path.attribute())) {
        throw restricted("KeyConditionExpressions must only contain one condition per key");
      }
    }
    terms.add(new Term(path.attribute(), operator, values(operands)));
  }

  private static void checkNotNested(List<Operand> operands) {
    for (Operand operand : operands) {
      if (operand instanceof Operand.Size) {
        // It is uncertain which of the two messages the service sends for a nested size (2026).
        throw operand.equals(operands.get(0))
            ? operatorNotAllowed(Function.SIZE.text())
            : ApiError.validation("KeyConditionExpressions cannot contain nested operations");
      }
    }
  }

  private static List<AttributeValue> values(List<Operand> operands) {
    var values = new ArrayList<AttributeValue>(2);
    for (Operand operand : operands) {
      if (operand instanceof Operand.Constant constant) {
        values.add(constant.value());
      }
    }
    return values;
  }

  /** An error to which only the current wording adds a prefix with the name of the parameter. */
  private ApiError restricted(String text) {
    return placeholders.wording() == Wording.CURRENT
        ? ExpressionKind.KEY_CONDITION.invalid(text)
        : ApiError.validation(text);
  }

  private static ApiError operatorNotAllowed(String operator) {
    return ApiError.validation("Invalid operator used in KeyConditionExpression: " + operator);
  }
}
