package dev.gramme.expression;

import dev.gramme.model.AttributeValue;
import java.util.ArrayList;
import java.util.List;

/**
 * Turns a parsed condition into a {@link Condition}. It replaces the placeholders and makes the
 * checks that need names and values. The checks only record errors; {@link ConditionFactory#finish}
 * throws the first error of the lowest rank.
 */
final class ConditionBinder {

  private final Binder binder;
  private final ConditionFactory factory;

  ConditionBinder(ExpressionKind kind, Placeholders placeholders) {
    this.binder = new Binder(kind, placeholders);
    this.factory = new ConditionFactory(kind, binder);
  }

  Condition bind(Syntax syntax) {
    Condition condition = condition(syntax);
    factory.finish();
    return condition;
  }

  private Condition condition(Syntax syntax) {
    if (syntax instanceof Syntax.And and) {
      return new Condition.And(conditions(and.terms()));
    }
    if (syntax instanceof Syntax.Or or) {
      return new Condition.Or(conditions(or.terms()));
    }
    if (syntax instanceof Syntax.Not not) {
      return new Condition.Not(condition(not.condition()));
    }
    if (syntax instanceof Syntax.Compare compare) {
      return factory.compare(
          operand(compare.left()), compare.comparison(), operand(compare.right()));
    }
    if (syntax instanceof Syntax.Between between) {
      return factory.between(
          operand(between.operand()), operand(between.low()), operand(between.high()));
    }
    if (syntax instanceof Syntax.In in) {
      return factory.in(operand(in.operand()), operands(in.candidates()));
    }
    if (syntax instanceof Syntax.Call call) {
      return call(call);
    }
    throw notACondition();
  }

  private static IllegalStateException notACondition() {
    return new IllegalStateException(
        "the parser returned an operand where a condition is required");
  }

  private List<Condition> conditions(List<Syntax> terms) {
    var conditions = new ArrayList<Condition>(terms.size());
    for (Syntax term : terms) {
      conditions.add(condition(term));
    }
    return conditions;
  }

  private Condition call(Syntax.Call call) {
    if (call.function().use() != Function.Use.CONDITION) {
      throw notACondition();
    }
    return factory.call(call.function(), operands(call.arguments()));
  }

  private List<Operand> operands(List<Syntax> syntax) {
    var operands = new ArrayList<Operand>(syntax.size());
    for (Syntax operand : syntax) {
      operands.add(operand(operand));
    }
    return operands;
  }

  private Operand operand(Syntax syntax) {
    if (syntax instanceof Syntax.Path path) {
      return new Operand.Path(binder.path(path, ConditionFactory.Rank.UNDEFINED));
    }
    if (syntax instanceof Syntax.Value value) {
      AttributeValue bound = binder.value(value, ConditionFactory.Rank.UNDEFINED);
      // An undefined value is replaced by a path, because a path has no type that could cause
      // another error.
      return bound == null ? Operand.attribute(value.placeholder()) : new Operand.Constant(bound);
    }
    if (syntax instanceof Syntax.Call call) {
      // The parser allows only the function size as an operand.
      return factory.size(operands(call.arguments()));
    }
    throw new IllegalStateException("the parser returned a condition where an operand is required");
  }
}
