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

  /** The value at a path of the item. */
  record Path(DocumentPath path) implements Operand {
    @Override
    public @Nullable AttributeValue in(Item item, RequestBudget budget) {
      return path.in(item);
    }
  }

  /** A value from the request. */
  record Constant(AttributeValue value) implements Operand {
    @Override
    public AttributeValue in(Item item, RequestBudget budget) {
      return value;
    }
  }

  /**
   * The size of an operand: UTF-16 units of a string, bytes of a binary, members of a set, elements
   * of a list, entries of a map. Other values have no size.
   */
  record Size(Operand operand) implements Operand {
    @Override
    public @Nullable AttributeValue in(Item item, RequestBudget budget) {
      AttributeValue value = operand.in(item, budget);
      return value == null
          ? null
          : switch (value) {
            case AttributeValue.S s -> AttributeValue.N.of(s.value().length());
            case AttributeValue.B b -> AttributeValue.N.of(b.value().length());
            case AttributeValue.SS set -> AttributeValue.N.of(set.members().size());
            case AttributeValue.NS set -> AttributeValue.N.of(set.members().size());
            case AttributeValue.BS set -> AttributeValue.N.of(set.members().size());
            case AttributeValue.L list -> AttributeValue.N.of(list.elements().size());
            case AttributeValue.M map -> AttributeValue.N.of(map.entries().size());
            case AttributeValue.N n -> null;
            case AttributeValue.Bool bool -> null;
            case AttributeValue.Null nothing -> null;
          };
    }
  }

  /** Whether an item satisfies a condition: PartiQL accepts conditions as operands. */
  record Truth(Condition condition) implements Operand {
    @Override
    public AttributeValue in(Item item, RequestBudget budget) {
      return condition.test(item, budget) ? AttributeValue.Bool.TRUE : AttributeValue.Bool.FALSE;
    }
  }

  /** An operand for an attribute. */
  static Operand attribute(String name) {
    return new Path(DocumentPath.of(name));
  }

  /** The type of the operand, null if it depends on the item. */
  default @Nullable AttributeType fixedType() {
    return switch (this) {
      case Path path -> null;
      case Constant constant -> constant.value.type();
      case Size size -> AttributeType.N;
      case Truth truth -> AttributeType.BOOL;
    };
  }

  /**
   * Rejects a constant list, map or set that is larger than the maximum item size. The decoder may
   * have dropped a part of it, so its elements cannot be searched or counted.
   *
   * @throws dev.gramme.model.ApiError a ValidationException
   */
  default void checkWhole() {
    if (this instanceof Constant(AttributeValue value)) {
      UpdateAction.checkWhole(value);
    }
  }

  /** Appends the paths that the operand refers to. */
  default void addPaths(List<DocumentPath> paths) {
    switch (this) {
      case Path path -> paths.add(path.path);
      case Constant constant -> {}
      case Size size -> size.operand.addPaths(paths);
      case Truth truth -> paths.addAll(truth.condition.paths());
    }
  }
}
