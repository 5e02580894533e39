package dev.gramme.partiql;

import dev.gramme.expression.Comparison;
import dev.gramme.expression.Condition;
import dev.gramme.expression.KeyCondition;
import dev.gramme.expression.Operand;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.DocumentPath;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds conditions on key attributes within conditions. */
final class Terms {
  private Terms() {}

  /** The conditions that must all hold, with nested ANDs flattened; empty for null. */
  static List<Condition> conjuncts(@Nullable Condition condition) {
    var terms = new ArrayList<Condition>();
    if (condition != null) {
      addConjuncts(condition, terms);
    }
    return terms;
  }

  private static void addConjuncts(Condition condition, List<Condition> terms) {
    if (condition instanceof Condition.And and) {
      and.terms().forEach(term -> addConjuncts(term, terms));
    } else {
      terms.add(condition);
    }
  }

  /** The conjunction of conditions; null if there are none. */
  static @Nullable Condition all(List<Condition> terms) {
    return terms.isEmpty() ? null : terms.size() == 1 ? terms.getFirst() : new Condition.And(terms);
  }

  /**
   * The key condition that is equivalent to a comparison of a top-level attribute with constants;
   * null for any other condition.
   */
  static KeyCondition.@Nullable Term keyTerm(Condition condition) {
    return switch (condition) {
      case Condition.Compare compare -> keyTerm(compare);
      case Condition.Between(
              Operand.Path(DocumentPath path),
              Operand.Constant(AttributeValue low),
              Operand.Constant(AttributeValue high))
          when path.isTopLevel() ->
          new KeyCondition.Term(
              path.attribute(), KeyCondition.Operator.BETWEEN, List.of(low, high));
      case Condition.BeginsWith(
              Operand.Path(DocumentPath path),
              Operand.Constant(AttributeValue prefix))
          when path.isTopLevel() ->
          new KeyCondition.Term(
              path.attribute(), KeyCondition.Operator.BEGINS_WITH, List.of(prefix));
      default -> null;
    };
  }

  private static KeyCondition.@Nullable Term keyTerm(Condition.Compare compare) {
    boolean flip = compare.left() instanceof Operand.Constant;
    Operand attribute = flip ? compare.right() : compare.left();
    Operand value = flip ? compare.left() : compare.right();
    Comparison comparison = flip ? compare.comparison().flipped() : compare.comparison();
    if (comparison == Comparison.NE
        || !(attribute instanceof Operand.Path(DocumentPath path))
        || !path.isTopLevel()
        || !(value instanceof Operand.Constant(AttributeValue constant))) {
      return null;
    }
    return new KeyCondition.Term(
        path.attribute(), KeyCondition.Operator.valueOf(comparison.name()), List.of(constant));
  }

  /**
   * The value that the condition requires an attribute to equal, null if it is no such condition.
   */
  static @Nullable AttributeValue equal(Condition condition, String attribute) {
    KeyCondition.Term term = keyTerm(condition);
    return term != null
            && term.operator() == KeyCondition.Operator.EQ
            && term.attribute().equals(attribute)
        ? term.values().getFirst()
        : null;
  }
}
