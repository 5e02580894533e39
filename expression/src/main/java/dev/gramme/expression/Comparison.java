package dev.gramme.expression;

import dev.gramme.model.AttributeValue;
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
    if (left instanceof AttributeValue.S a && right instanceof AttributeValue.S b) {
      return steps(a.value().length(), b.value().length());
    }
    if (left instanceof AttributeValue.B a && right instanceof AttributeValue.B b) {
      return 1L + Math.min(a.value().length(), b.value().length()) / BYTES_AT_ONCE;
    }
    if (left instanceof AttributeValue.L a && right instanceof AttributeValue.L b) {
      return a.elements().size() == b.elements().size() ? HeapSize.of(a) : 1;
    }
    if (left instanceof AttributeValue.M a && right instanceof AttributeValue.M b) {
      return a.entries().size() == b.entries().size() ? HeapSize.of(a) : 1;
    }
    return left.type().isSet() ? HeapSize.of(left) : 1;
  }

  /** The steps for two strings of these lengths. */
  private long steps(int left, int right) {
    if (this != EQ && this != NE) {
      return 1L + Math.min(left, right);
    }
    return left == right ? 1L + left / BYTES_AT_ONCE : 1;
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
