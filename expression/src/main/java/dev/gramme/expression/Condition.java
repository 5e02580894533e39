package dev.gramme.expression;

import dev.gramme.model.AttributeType;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.DocumentPath;
import dev.gramme.model.Item;
import dev.gramme.model.TextSearch;
import dev.gramme.model.budget.HeapSize;
import dev.gramme.model.budget.RequestBudget;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A bound condition that can be tested on an item. It represents condition and filter expressions,
 * legacy parameters and WHERE clauses of PartiQL. A comparison with a missing attribute is false,
 * except {@code <>}, which is true. A nonexistent item is tested as {@link Item#empty()}.
 */
public sealed interface Condition {
  /** The condition that is true for every item. */
  static Condition always() {
    return And.NONE;
  }

  /**
   * Whether the condition is true for the item.
   *
   * @param budget is charged for the tested conditions and the examined bytes
   */
  boolean test(Item item, RequestBudget budget);

  /** Appends the paths that the condition refers to, in the order of the text. */
  void addPaths(List<DocumentPath> paths);

  /** Whether the condition is true for the item, with an unlimited budget. */
  default boolean test(Item item) {
    return test(item, RequestBudget.unlimited());
  }

  /**
   * Parses and binds a condition or filter expression.
   *
   * @param kind {@code CONDITION}, {@code FILTER} or {@code SEARCH_CONDITION}, the condition of a
   *     vector search
   * @throws dev.gramme.model.ApiError a ValidationException if it is not valid
   */
  static Condition parse(ExpressionKind kind, String text, Placeholders placeholders) {
    Syntax syntax = ConditionParser.parse(text, kind);
    return new ConditionBinder(kind, placeholders).bind(syntax);
  }

  /** True if all conditions are true. Without conditions it is true. */
  record And(List<Condition> terms) implements Condition {
    private static final And NONE = new And(List.of());

    public And {
      terms = List.copyOf(terms);
    }

    @Override
    public boolean test(Item item, RequestBudget budget) {
      for (Condition term : terms) {
        if (!term.test(item, budget)) {
          return false;
        }
      }
      return true;
    }

    @Override
    public void addPaths(List<DocumentPath> paths) {
      terms.forEach(term -> term.addPaths(paths));
    }
  }

  /** True if any condition is true. Without conditions it is false. */
  record Or(List<Condition> terms) implements Condition {
    public Or {
      terms = List.copyOf(terms);
    }

    @Override
    public boolean test(Item item, RequestBudget budget) {
      for (Condition term : terms) {
        if (term.test(item, budget)) {
          return true;
        }
      }
      return false;
    }

    @Override
    public void addPaths(List<DocumentPath> paths) {
      terms.forEach(term -> term.addPaths(paths));
    }
  }

  /** The negation. It is also true if the condition is false because an attribute is missing. */
  record Not(Condition condition) implements Condition {
    @Override
    public boolean test(Item item, RequestBudget budget) {
      return !condition.test(item, budget);
    }

    @Override
    public void addPaths(List<DocumentPath> paths) {
      condition.addPaths(paths);
    }
  }

  /** A comparison of two operands. */
  record Compare(Operand left, Comparison comparison, Operand right) implements Condition {
    @Override
    public boolean test(Item item, RequestBudget budget) {
      AttributeValue one = left.in(item, budget);
      AttributeValue other = right.in(item, budget);
      budget.spend(comparison.steps(one, other));
      return comparison.holds(one, other);
    }

    @Override
    public void addPaths(List<DocumentPath> paths) {
      left.addPaths(paths);
      right.addPaths(paths);
    }
  }

  /** Whether an operand lies between two others, inclusive. */
  record Between(Operand operand, Operand low, Operand high) implements Condition {
    @Override
    public boolean test(Item item, RequestBudget budget) {
      AttributeValue value = operand.in(item, budget);
      AttributeValue from = low.in(item, budget);
      AttributeValue to = high.in(item, budget);
      budget.spend(Comparison.GE.steps(value, from) + Comparison.LE.steps(value, to));
      return Comparison.GE.holds(value, from) && Comparison.LE.holds(value, to);
    }

    @Override
    public void addPaths(List<DocumentPath> paths) {
      operand.addPaths(paths);
      low.addPaths(paths);
      high.addPaths(paths);
    }
  }

  /** Whether an operand equals one of several. */
  record In(Operand operand, List<Operand> candidates) implements Condition {
    public In {
      candidates = List.copyOf(candidates);
    }

    @Override
    public boolean test(Item item, RequestBudget budget) {
      AttributeValue value = operand.in(item, budget);
      if (value == null) {
        return false;
      }
      for (Operand candidate : candidates) {
        AttributeValue other = candidate.in(item, budget);
        budget.spend(Comparison.EQ.steps(value, other));
        if (value.equals(other)) {
          return true;
        }
      }
      return false;
    }

    @Override
    public void addPaths(List<DocumentPath> paths) {
      operand.addPaths(paths);
      candidates.forEach(candidate -> candidate.addPaths(paths));
    }
  }

  /** Whether a path has a value. A value of type NULL counts as a value. */
  record AttributeExists(DocumentPath path) implements Condition {
    @Override
    public boolean test(Item item, RequestBudget budget) {
      budget.spend(1);
      return path.in(item) != null;
    }

    @Override
    public void addPaths(List<DocumentPath> paths) {
      paths.add(path);
    }
  }

  /** Whether a path has no value. */
  record AttributeNotExists(DocumentPath path) implements Condition {
    @Override
    public boolean test(Item item, RequestBudget budget) {
      budget.spend(1);
      return path.in(item) == null;
    }

    @Override
    public void addPaths(List<DocumentPath> paths) {
      paths.add(path);
    }
  }

  /** Whether the value of an operand has this type. */
  record AttributeTypeIs(Operand operand, AttributeType type) implements Condition {
    @Override
    public boolean test(Item item, RequestBudget budget) {
      budget.spend(1);
      AttributeValue value = operand.in(item, budget);
      return value != null && value.type() == type;
    }

    @Override
    public void addPaths(List<DocumentPath> paths) {
      operand.addPaths(paths);
    }
  }

  /** Whether a string or binary begins with another. */
  record BeginsWith(Operand operand, Operand prefix) implements Condition {
    @Override
    public boolean test(Item item, RequestBudget budget) {
      AttributeValue value = operand.in(item, budget);
      AttributeValue start = prefix.in(item, budget);
      budget.spend(Comparison.EQ.steps(start, start));
      if (value instanceof AttributeValue.S s && start instanceof AttributeValue.S part) {
        return s.value().startsWith(part.value());
      }
      return value instanceof AttributeValue.B b
          && start instanceof AttributeValue.B part
          && b.value().startsWith(part.value());
    }

    @Override
    public void addPaths(List<DocumentPath> paths) {
      operand.addPaths(paths);
      prefix.addPaths(paths);
    }
  }

  /** Whether a string or binary contains a part, or a set or list contains an element. */
  record Contains(Operand operand, Operand part) implements Condition {
    @Override
    public boolean test(Item item, RequestBudget budget) {
      AttributeValue value = operand.in(item, budget);
      AttributeValue element = part.in(item, budget);
      budget.spend(steps(value) + steps(element));
      return value != null && element != null && contains(value, element);
    }

    private static long steps(@Nullable AttributeValue value) {
      return value == null ? 1 : HeapSize.of(value);
    }

    private static boolean contains(AttributeValue value, AttributeValue element) {
      if (value instanceof AttributeValue.L list) {
        return list.elements().contains(element);
      }
      if (element instanceof AttributeValue.S s) {
        return value instanceof AttributeValue.S text
            ? TextSearch.contains(text.value(), s.value())
            : value instanceof AttributeValue.SS set && set.members().contains(s.value());
      }
      if (element instanceof AttributeValue.B b) {
        return value instanceof AttributeValue.B bytes
            ? bytes.value().contains(b.value())
            : value instanceof AttributeValue.BS set && set.members().contains(b.value());
      }
      return element instanceof AttributeValue.N n
          && value instanceof AttributeValue.NS set
          && set.members().contains(n.value());
    }

    @Override
    public void addPaths(List<DocumentPath> paths) {
      operand.addPaths(paths);
      part.addPaths(paths);
    }
  }

  /** The paths that the condition refers to, in the order of the text. */
  default List<DocumentPath> paths() {
    var paths = new ArrayList<DocumentPath>();
    addPaths(paths);
    return paths;
  }

  /**
   * The names of the top-level attributes that the condition refers to, in the order of the text.
   */
  default Set<String> attributes() {
    var names = new LinkedHashSet<String>();
    for (DocumentPath path : paths()) {
      names.add(path.attribute());
    }
    return names;
  }
}
