package dev.gramme.toolkit.key;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The sort key part of a key condition, for use in a KeyConditionExpression:
 *
 * <pre>{@code
 * var condition = template.range(List.of(customer), Range.atLeast(monday));
 * condition.expression("#sk", ":sk");   // #sk BETWEEN :sk0 AND :sk1
 * condition.values(":sk");              // the values of :sk0 and :sk1
 * }</pre>
 *
 * @param values the operands of the operator
 */
public record SortCondition(Operator operator, List<AttributeValue> values) {
  /** The condition operators of DynamoDB, and two that need no condition. */
  public enum Operator {
    /** All sort keys: the condition is omitted. */
    ANY(""),
    /** No sort key: the request is unnecessary. */
    NONE(""),
    EQUAL("%s = %s0"),
    BEGINS_WITH("begins_with(%s, %s0)"),
    BETWEEN("%1$s BETWEEN %2$s0 AND %2$s1"),
    AT_LEAST("%s >= %s0"),
    AT_MOST("%s <= %s0");

    private final String pattern;

    Operator(String pattern) {
      this.pattern = pattern;
    }
  }

  public SortCondition {
    values = List.copyOf(values);
  }

  /** All sort keys. */
  public static SortCondition any() {
    return new SortCondition(Operator.ANY, List.of());
  }

  /** No sort key. */
  public static SortCondition none() {
    return new SortCondition(Operator.NONE, List.of());
  }

  /** A single sort key. */
  public static SortCondition equal(AttributeValue value) {
    return new SortCondition(Operator.EQUAL, List.of(value));
  }

  /** The sort keys with a prefix; all if it is empty. */
  public static SortCondition beginsWith(String prefix) {
    return prefix.isEmpty()
        ? any()
        : new SortCondition(Operator.BEGINS_WITH, List.of(AttributeValue.fromS(prefix)));
  }

  /** The sort keys between two bounds, inclusive. */
  public static SortCondition between(AttributeValue low, AttributeValue high) {
    int order = Neighbours.compare(low, high);
    return order > 0
        ? none()
        : order == 0 ? equal(low) : new SortCondition(Operator.BETWEEN, List.of(low, high));
  }

  /** The sort keys from a bound on, inclusive. */
  public static SortCondition atLeast(AttributeValue low) {
    return new SortCondition(Operator.AT_LEAST, List.of(low));
  }

  /** The sort keys up to a bound, inclusive. */
  public static SortCondition atMost(AttributeValue high) {
    return new SortCondition(Operator.AT_MOST, List.of(high));
  }

  /** Whether no sort key fulfils the condition, so that no request is needed. */
  public boolean isNone() {
    return operator == Operator.NONE;
  }

  /**
   * The condition as an expression, empty for {@link Operator#ANY}.
   *
   * @param name the sort key's name or its placeholder
   * @param value the prefix of the value placeholders, such as {@code :sk}
   * @throws IllegalStateException if it is {@link #isNone() none}
   */
  public String expression(String name, String value) {
    if (isNone()) {
      throw new IllegalStateException("a condition that selects nothing has no expression");
    }
    return String.format(operator.pattern, name, value);
  }

  /** The values of the placeholders of {@link #expression}. */
  public Map<String, AttributeValue> values(String value) {
    Map<String, AttributeValue> named = new TreeMap<>();
    for (int i = 0; i < values.size(); i++) {
      named.put(value + i, values.get(i));
    }
    return named;
  }

  /** This condition limited to sort keys that are not smaller than a bound. */
  public SortCondition from(AttributeValue low) {
    Optional<AttributeValue> lower = lower();
    AttributeValue from =
        lower.isPresent() && Neighbours.compare(lower.get(), low) > 0 ? lower.get() : low;
    return narrowed(Optional.of(from), upper());
  }

  /** This condition limited to sort keys that are not greater than a bound. */
  public SortCondition to(AttributeValue high) {
    Optional<AttributeValue> upper = upper();
    AttributeValue to =
        upper.isPresent() && Neighbours.compare(upper.get(), high) < 0 ? upper.get() : high;
    return narrowed(lower(), Optional.of(to));
  }

  private SortCondition narrowed(Optional<AttributeValue> low, Optional<AttributeValue> high) {
    if (isNone()) {
      return this;
    }
    if (low.isEmpty()) {
      return high.isEmpty() ? any() : atMost(high.get());
    }
    return high.isEmpty() ? atLeast(low.get()) : between(low.get(), high.get());
  }

  private Optional<AttributeValue> lower() {
    return switch (operator) {
      case ANY, NONE, AT_MOST -> Optional.empty();
      case EQUAL, BEGINS_WITH, BETWEEN, AT_LEAST -> Optional.of(values.get(0));
    };
  }

  private Optional<AttributeValue> upper() {
    return switch (operator) {
      case ANY, NONE, AT_LEAST -> Optional.empty();
      case EQUAL, BETWEEN, AT_MOST -> Optional.of(values.get(values.size() - 1));
      case BEGINS_WITH -> Optional.of(AttributeValue.fromS(Neighbours.greatest(values.get(0).s())));
    };
  }
}
