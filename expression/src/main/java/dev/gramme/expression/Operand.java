package dev.gramme.expression;

import dev.gramme.model.AttributeType;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.DocumentPath;
import dev.gramme.model.Item;
import dev.gramme.model.budget.RequestBudget;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An operand of a condition. */
public sealed interface Operand {

  /**
   * The operand's value for an item, null if the item has none.
   *
   * @param budget pays for the conditions that are tested
   */
  @Nullable AttributeValue in(Item item, RequestBudget budget);

  /** The type of the operand, null if it depends on the item. */
  @Nullable AttributeType fixedType();

  /** Appends the paths that the operand refers to. */
  void addPaths(List<DocumentPath> paths);

  /** The value at a path of the item. */
  record Path(DocumentPath path) implements Operand {
    @Override
    public @Nullable AttributeValue in(Item item, RequestBudget budget) {
      return path.in(item);
    }

    @Override
    public @Nullable AttributeType fixedType() {
      return null;
    }

    @Override
    public void addPaths(List<DocumentPath> paths) {
      paths.add(path);
    }
  }

  /** A value from the request. */
  record Constant(AttributeValue value) implements Operand {
    @Override
    public AttributeValue in(Item item, RequestBudget budget) {
      return value;
    }

    @Override
    public AttributeType fixedType() {
      return value.type();
    }

    @Override
    public void addPaths(List<DocumentPath> paths) {}
  }

  /**
   * The size of an operand: UTF-16 units of a string, bytes of a binary, members of a set, elements
   * of a list, entries of a map. Other values have no size.
   */
  record Size(Operand operand) implements Operand {
    private static final int NO_SIZE = -1;

    @Override
    public @Nullable AttributeValue in(Item item, RequestBudget budget) {
      AttributeValue value = operand.in(item, budget);
      int size = value == null ? NO_SIZE : size(value);
      return size == NO_SIZE ? null : AttributeValue.N.of(size);
    }

    private static int size(AttributeValue value) {
      if (value instanceof AttributeValue.S s) {
        return s.value().length();
      }
      if (value instanceof AttributeValue.B b) {
        return b.value().length();
      }
      if (value instanceof AttributeValue.L list) {
        return list.elements().size();
      }
      if (value instanceof AttributeValue.M map) {
        return map.entries().size();
      }
      if (value instanceof AttributeValue.SS set) {
        return set.members().size();
      }
      if (value instanceof AttributeValue.NS set) {
        return set.members().size();
      }
      return value instanceof AttributeValue.BS set ? set.members().size() : NO_SIZE;
    }

    @Override
    public AttributeType fixedType() {
      return AttributeType.N;
    }

    @Override
    public void addPaths(List<DocumentPath> paths) {
      operand.addPaths(paths);
    }
  }

  /** Whether an item satisfies a condition: PartiQL accepts conditions as operands. */
  record Truth(Condition condition) implements Operand {
    @Override
    public AttributeValue in(Item item, RequestBudget budget) {
      return condition.test(item, budget) ? AttributeValue.Bool.TRUE : AttributeValue.Bool.FALSE;
    }

    @Override
    public AttributeType fixedType() {
      return AttributeType.BOOL;
    }

    @Override
    public void addPaths(List<DocumentPath> paths) {
      condition.addPaths(paths);
    }
  }

  /** An operand for an attribute. */
  static Operand attribute(String name) {
    return new Path(DocumentPath.of(name));
  }

  /**
   * Rejects a constant list, map or set that is larger than the maximum item size. The decoder may
   * have dropped a part of it, so its elements cannot be searched or counted.
   *
   * @throws dev.gramme.model.ApiError a ValidationException
   */
  default void checkWhole() {
    if (this instanceof Constant constant) {
      UpdateAction.checkWhole(constant.value());
    }
  }
}
