package dev.gramme.expression;

import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeType;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.Binary;
import dev.gramme.model.DocumentPath;
import dev.gramme.model.DocumentPath.Element;
import dev.gramme.model.DynamoNumber;
import dev.gramme.model.Item;
import dev.gramme.model.Limits;
import dev.gramme.model.budget.HeapSize;
import dev.gramme.model.budget.RequestBudget;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates an update for one item: the new values, or the error to report. The actions are
 * evaluated from the last to the first (observed in 2026, uncertain).
 */
final class UpdateEvaluation {
  private static final String INVALID_PATH =
      "The document path provided in the update expression is invalid for update";
  private static final String NO_ATTRIBUTE =
      "The provided expression refers to an attribute that does not exist in the item";
  private static final String WRONG_TYPE =
      "An operand in the update expression has an incorrect data type";
  private static final String WRONG_TYPE_LEGACY = "Type mismatch for attribute to update";
  private static final String NUMBER_OVERFLOW =
      "Number overflow. Attempting to store a number with magnitude larger than supported range";

  /** The kinds of errors, in the order in which the service reports them. */
  private enum Rank {
    BROKEN_PARENT,
    OPERAND_TYPE,
    MISSING,
    NUMBER_RANGE
  }

  private final boolean itemExists;
  private final Item item;
  private final boolean legacy;
  private final RequestBudget budget;
  private final FirstError errors = new FirstError();

  /** An evaluation for an item, which is null if it does not exist. */
  UpdateEvaluation(@Nullable Item before, boolean legacy, RequestBudget budget) {
    this.budget = budget;
    this.itemExists = before != null;
    this.item = before == null ? Item.empty() : before;
    this.legacy = legacy;
  }

  /** The new value for each action; null removes the value at the path. */
  @Nullable AttributeValue[] values(List<UpdateAction> actions) {
    var values = new @Nullable AttributeValue[actions.size()];
    for (int i = actions.size() - 1; i >= 0; i--) {
      UpdateAction action = actions.get(i);
      // A removal from a nonexistent item cannot fail.
      if (itemExists || action.createsItem()) {
        checkParents(action.path());
        values[i] = charged(value(action));
      }
    }
    String error = errors.text();
    if (error != null) {
      throw ApiError.validation(error);
    }
    return values;
  }

  /**
   * Charges the budget for a new value: for its creation, and for its part in computing the size of
   * the item.
   */
  private @Nullable AttributeValue charged(@Nullable AttributeValue value) {
    budget.spend(value == null ? 1 : HeapSize.of(value));
    return value;
  }

  private @Nullable AttributeValue value(UpdateAction action) {
    if (action instanceof UpdateAction.Set set) {
      return value(set.value());
    }
    if (action instanceof UpdateAction.Remove) {
      return null;
    }
    if (action instanceof UpdateAction.Add add) {
      return sum(add.path().in(item), add.value());
    }
    if (action instanceof UpdateAction.Delete delete) {
      return difference(delete.path().in(item), delete.members());
    }
    throw new IllegalStateException("an unknown action: " + action);
  }

  /**
   * Checks that every parent in the path exists and is a map or a list, as the next step requires.
   */
  private void checkParents(DocumentPath path) {
    if (path.isTopLevel()) {
      return;
    }
    AttributeValue parent = item.get(path.attribute());
    for (int i = 1; i < path.elements().size(); i++) {
      if (parent == null) {
        errors.note(Rank.MISSING, INVALID_PATH);
        return;
      }
      Element step = path.elements().get(i);
      boolean fits =
          step instanceof Element.Name
              ? parent instanceof AttributeValue.M
              : parent instanceof AttributeValue.L;
      if (!fits) {
        errors.note(Rank.BROKEN_PARENT, INVALID_PATH);
        return;
      }
      parent = step.in(parent);
    }
  }

  /** The value, null if an error was recorded. */
  private @Nullable AttributeValue value(UpdateValue value) {
    if (value instanceof UpdateValue.Constant constant) {
      return constant.value();
    }
    if (value instanceof UpdateValue.Path path) {
      AttributeValue found = path.path().in(item);
      if (found == null) {
        errors.note(Rank.MISSING, NO_ATTRIBUTE);
      }
      return found;
    }
    if (value instanceof UpdateValue.Plus plus) {
      return arithmetic(value(plus.left()), value(plus.right()), false);
    }
    if (value instanceof UpdateValue.Minus minus) {
      return arithmetic(value(minus.left()), value(minus.right()), true);
    }
    if (value instanceof UpdateValue.IfNotExists ifNotExists) {
      AttributeValue found = ifNotExists.path().in(item);
      return found != null ? found : value(ifNotExists.otherwise());
    }
    if (value instanceof UpdateValue.ListAppend append) {
      return append(value(append.first()), value(append.second()));
    }
    throw new IllegalStateException("an unknown value: " + value);
  }

  private @Nullable AttributeValue arithmetic(
      @Nullable AttributeValue left, @Nullable AttributeValue right, boolean minus) {
    if (left instanceof AttributeValue.N a && right instanceof AttributeValue.N b) {
      return number(minus ? a.value().subtract(b.value()) : a.value().add(b.value()));
    }
    noteWrongOperand(left, right, AttributeType.N);
    return null;
  }

  private @Nullable AttributeValue append(
      @Nullable AttributeValue first, @Nullable AttributeValue second) {
    if (first instanceof AttributeValue.L head && second instanceof AttributeValue.L tail) {
      if (head.elements().size() > Limits.ITEM_BYTES) {
        // The list already exceeds the maximum item size.
        return first;
      }
      budget.spend(HeapSize.of(first) + HeapSize.of(second));
      return new AttributeValue.L(concatenation(head.elements(), tail.elements()));
    }
    noteWrongOperand(first, second, AttributeType.L);
    return null;
  }

  private @Nullable AttributeValue sum(@Nullable AttributeValue stored, AttributeValue added) {
    if (stored == null) {
      return added;
    }
    budget.spend(HeapSize.of(stored) + HeapSize.of(added));
    if (stored instanceof AttributeValue.N && added instanceof AttributeValue.N) {
      return arithmetic(stored, added, false);
    }
    if (stored instanceof AttributeValue.SS a && added instanceof AttributeValue.SS b) {
      return new AttributeValue.SS(concatenation(a.members(), b.members()));
    }
    if (stored instanceof AttributeValue.NS a && added instanceof AttributeValue.NS b) {
      return new AttributeValue.NS(concatenation(a.members(), b.members()));
    }
    if (stored instanceof AttributeValue.BS a && added instanceof AttributeValue.BS b) {
      return new AttributeValue.BS(concatenation(a.members(), b.members()));
    }
    if (stored instanceof AttributeValue.L && added instanceof AttributeValue.L) {
      return append(stored, added);
    }
    noteWrongType();
    return null;
  }

  private @Nullable AttributeValue difference(
      @Nullable AttributeValue stored, AttributeValue members) {
    if (stored == null) {
      return null;
    }
    budget.spend(HeapSize.of(stored) + HeapSize.of(members));
    if (stored instanceof AttributeValue.SS a && members instanceof AttributeValue.SS b) {
      List<String> rest = without(a.members(), b.members());
      return rest.isEmpty() ? null : new AttributeValue.SS(rest);
    }
    if (stored instanceof AttributeValue.NS a && members instanceof AttributeValue.NS b) {
      List<BigDecimal> rest = without(a.members(), b.members());
      return rest.isEmpty() ? null : new AttributeValue.NS(rest);
    }
    if (stored instanceof AttributeValue.BS a && members instanceof AttributeValue.BS b) {
      List<Binary> rest = without(a.members(), b.members());
      return rest.isEmpty() ? null : new AttributeValue.BS(rest);
    }
    noteWrongType();
    return null;
  }

  private @Nullable AttributeValue number(BigDecimal result) {
    // Here too many digits are reported as an overflow, unlike in a number that a client sends
    // (2026).
    if (DynamoNumber.canonical(result).precision() > DynamoNumber.MAX_PRECISION) {
      errors.note(Rank.NUMBER_RANGE, NUMBER_OVERFLOW);
      return null;
    }
    try {
      return new AttributeValue.N(DynamoNumber.checked(result));
    } catch (ApiError outOfRange) {
      errors.note(Rank.NUMBER_RANGE, outOfRange.text().orElse(NUMBER_OVERFLOW));
      return null;
    }
  }

  /**
   * Records a wrong operand type, unless the first operand is missing: then only the missing
   * operand is reported.
   */
  private void noteWrongOperand(
      @Nullable AttributeValue first, @Nullable AttributeValue second, AttributeType required) {
    if (first != null
        && (first.type() != required || (second != null && second.type() != required))) {
      noteWrongType();
    }
  }

  private void noteWrongType() {
    errors.note(Rank.OPERAND_TYPE, legacy ? WRONG_TYPE_LEGACY : WRONG_TYPE);
  }

  private static <T> List<T> concatenation(List<T> one, List<T> two) {
    var all = new ArrayList<T>(one.size() + two.size());
    all.addAll(one);
    all.addAll(two);
    return all;
  }

  private static <T> List<T> without(List<T> all, List<T> taken) {
    var rest = new ArrayList<>(all);
    rest.removeAll(new HashSet<>(taken));
    return rest;
  }
}
