package dev.gramme.partiql;

import dev.gramme.expression.Comparison;
import dev.gramme.expression.Condition;
import dev.gramme.expression.Operand;
import dev.gramme.model.DocumentPath;
import dev.gramme.model.KeySchema;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Splits a condition into alternatives, each a list of terms that must all hold. Only conditions on
 * key attributes are split: an OR of other attributes remains one term.
 */
final class Alternatives {
  private final KeySchema key;

  private Alternatives(KeySchema key) {
    this.key = key;
  }

  /** Returns the alternatives, or null if there are more than {@link StatementLimits} allows. */
  static @Nullable List<List<Condition>> of(Condition condition, KeySchema key) {
    return new Alternatives(key).split(condition);
  }

  private @Nullable List<List<Condition>> split(Condition condition) {
    return switch (condition) {
      case Condition.And and -> product(and);
      case Condition.Or or when concernsKey(or) -> union(or);
      case Condition.In(Operand.Path(DocumentPath path), List<Operand> candidates)
          when path.isTopLevel()
              && key.contains(path.attribute())
              && candidates.stream().allMatch(Operand.Constant.class::isInstance) ->
          equalities(path, candidates);
      default -> List.of(List.of(condition));
    };
  }

  private boolean concernsKey(Condition condition) {
    return condition.attributes().stream().anyMatch(key::contains);
  }

  private @Nullable List<List<Condition>> union(Condition.Or or) {
    var all = new ArrayList<List<Condition>>();
    for (Condition term : or.terms()) {
      List<List<Condition>> alternatives = split(term);
      if (alternatives == null || all.size() + alternatives.size() > StatementLimits.MAX_RANGES) {
        return null;
      }
      all.addAll(alternatives);
    }
    return all;
  }

  private @Nullable List<List<Condition>> product(Condition.And and) {
    var factors = new ArrayList<List<List<Condition>>>(and.terms().size());
    long count = 1;
    for (Condition term : and.terms()) {
      List<List<Condition>> alternatives = split(term);
      count = alternatives == null ? 0 : count * alternatives.size();
      if (alternatives == null || count > StatementLimits.MAX_RANGES) {
        return null;
      }
      factors.add(alternatives);
    }
    if (count * factors.size() > StatementLimits.MAX_RANGE_TERMS) {
      return null;
    }
    var all = new ArrayList<List<Condition>>((int) count);
    for (int i = 0; i < count; i++) {
      all.add(combination(factors, i));
    }
    return all;
  }

  /** Combines one alternative of each factor; the last factor changes fastest. */
  private static List<Condition> combination(List<List<List<Condition>>> factors, int number) {
    var chosen = new ArrayList<List<Condition>>(factors.size());
    int rest = number;
    for (List<List<Condition>> factor : factors.reversed()) {
      chosen.add(factor.get(rest % factor.size()));
      rest /= factor.size();
    }
    var terms = new ArrayList<Condition>(factors.size());
    chosen.reversed().forEach(terms::addAll);
    return terms;
  }

  private static List<List<Condition>> equalities(DocumentPath path, List<Operand> candidates) {
    var equalities = new ArrayList<List<Condition>>(candidates.size());
    for (Operand candidate : candidates) {
      equalities.add(
          List.of(new Condition.Compare(new Operand.Path(path), Comparison.EQ, candidate)));
    }
    return equalities;
  }
}
