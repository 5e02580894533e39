package dev.gramme.toolkit.entity;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A condition or filter with its placeholders.
 *
 * <p>The placeholders of the toolkit start with a digit: {@code #0kind}. Those of filters and
 * conditions of access patterns are made of names of components and parameters, which do not start
 * with a digit. Therefore they differ. An expression that a program makes itself must not use
 * placeholders that start with a digit.
 *
 * @param text the expression; empty if there is no condition
 * @param names attribute names by placeholder
 * @param values values by placeholder
 */
public record Expression(
    String text, Map<String, String> names, Map<String, AttributeValue> values) {
  /** No condition. */
  public static final Expression NONE = new Expression("", Map.of(), Map.of());

  public Expression {
    names = Map.copyOf(names);
    values = Map.copyOf(values);
  }

  /** An expression without values. */
  public static Expression of(String text, Map<String, String> names) {
    return new Expression(text, names, Map.of());
  }

  /** This expression with a value for a placeholder. */
  public Expression with(String placeholder, AttributeValue value) {
    var all = new LinkedHashMap<>(values);
    all.put(placeholder, value);
    return new Expression(text, names, all);
  }

  /** This expression with a value of a type; an absent value is NULL. */
  public <C> Expression with(String placeholder, Converter<C> converter, C value) {
    return with(placeholder, operand(converter, value));
  }

  /** The operand for a value; an absent value, which has no attribute, is NULL. */
  static <C> AttributeValue operand(Converter<C> converter, C value) {
    return converter.isAbsent(value) ? AttributeValue.fromNul(true) : converter.toAttribute(value);
  }

  /**
   * The conjunction of both conditions.
   *
   * @throws IllegalArgumentException if a placeholder has different meanings in them
   */
  public Expression and(Expression other) {
    if (text.isEmpty()) {
      return other;
    }
    if (other.text.isEmpty()) {
      return this;
    }
    return new Expression(
        "(" + text + ") AND (" + other.text + ")",
        plus(names, other.names),
        plus(values, other.values));
  }

  /** The disjunction of both conditions. */
  Expression or(Expression other) {
    return new Expression(
        "(" + text + ") OR (" + other.text + ")",
        plus(names, other.names),
        plus(values, other.values));
  }

  Optional<String> orNone() {
    return text.isEmpty() ? Optional.empty() : Optional.of(text);
  }

  static <V> Map<String, V> plus(Map<String, V> first, Map<String, V> second) {
    var both = new LinkedHashMap<>(first);
    second.forEach((placeholder, value) -> {
      V other = both.put(placeholder, value);
      if (other != null && !other.equals(value)) {
        throw new IllegalArgumentException(
            "the placeholder " + placeholder + " stands for " + other + " and for " + value);
      }
    });
    return both;
  }
}
