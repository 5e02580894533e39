package dev.gramme.expression;

import dev.gramme.model.AttributeValue;
import dev.gramme.model.Binary;
import dev.gramme.model.Utf8;
import dev.gramme.model.budget.HeapSize;
import org.jspecify.annotations.Nullable;

/** The six comparison operators. A missing operand is null. */
public enum Comparison {
  EQ("="),
  NE("<>"),
  LT("<"),
  LE("<="),
  GT(">"),
  GE(">=");

  /** Array comparisons process at least this number of bytes per step. */
  private static final int BYTES_AT_ONCE = 8;

  private final String text;

  Comparison(String text) {
    this.text = text;
  }

  /** The operator as written in expressions. */
  public String text() {
    return text;
  }

  /** The equivalent comparison for exchanged operands. */
  public Comparison flipped() {
    return switch (this) {
      case EQ, NE -> this;
      case LT -> GT;
      case LE -> GE;
      case GT -> LT;
      case GE -> LE;
    };
  }

  /**
   * Whether the comparison holds. A missing operand is not equal to anything and not comparable.
   * The same holds for values of different types. Only strings, numbers and binaries have an order.
   */
  public boolean holds(@Nullable AttributeValue left, @Nullable AttributeValue right) {
    if (this == EQ) {
      return left != null && left.equals(right);
    }
    if (this == NE) {
      return left == null || !left.equals(right);
    }
    if (left == null || right == null || !haveOrder(left, right)) {
      return false;
    }
    int order = order(left, right);
    return switch (this) {
      case EQ -> order == 0;
      case NE -> order != 0;
      case LT -> order < 0;
      case LE -> order <= 0;
      case GT -> order > 0;
      case GE -> order >= 0;
    };
  }

  /** The cost of comparing two values, in steps of a {@link RequestBudget}. */
  long steps(@Nullable AttributeValue left, @Nullable AttributeValue right) {
    if (left == null || right == null || left.type() != right.type()) {
      return 1;
    }
    boolean equality = this == EQ || this == NE;
    return switch (left) {
      case AttributeValue.S(String text) when right instanceof AttributeValue.S(String other) ->
          equality
              ? text.length() == other.length() ? 1 + text.length() / BYTES_AT_ONCE : 1
              : 1 + Math.min(text.length(), other.length());
      case AttributeValue.B(Binary bytes) when right instanceof AttributeValue.B(Binary other) ->
          1 + Math.min(bytes.length(), other.length()) / BYTES_AT_ONCE;
      case AttributeValue.L list when right instanceof AttributeValue.L other ->
          list.elements().size() == other.elements().size() ? HeapSize.of(list) : 1;
      case AttributeValue.M map when right instanceof AttributeValue.M other ->
          map.entries().size() == other.entries().size() ? HeapSize.of(map) : 1;
      case AttributeValue.N n -> 1;
      case AttributeValue.Bool bool -> 1;
      case AttributeValue.Null nothing -> 1;
      default -> HeapSize.of(left);
    };
  }

  /** Whether two values have the same type and this type has an order. */
  public static boolean haveOrder(AttributeValue left, AttributeValue right) {
    return left.type() == right.type() && left.type().isScalarKey();
  }

  /** Compares two values that {@linkplain #haveOrder have an order}. */
  public static int order(AttributeValue left, AttributeValue right) {
    if (left instanceof AttributeValue.S a && right instanceof AttributeValue.S b) {
      return Utf8.compare(a.value(), b.value());
    }
    if (left instanceof AttributeValue.N a && right instanceof AttributeValue.N b) {
      return a.value().compareTo(b.value());
    }
    if (left instanceof AttributeValue.B a && right instanceof AttributeValue.B b) {
      return a.value().compareTo(b.value());
    }
    throw new IllegalArgumentException("no order between these types");
  }
}
