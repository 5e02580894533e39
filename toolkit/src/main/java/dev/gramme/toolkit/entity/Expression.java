package dev.gramme.toolkit.entity;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A condition or filter with its placeholders.
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
    return new Expression(text, names, plus(values, Map.of(placeholder, value)));
  }

  /** The conjunction of both conditions. */
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

  Optional<String> orNone() {
    return text.isEmpty() ? Optional.empty() : Optional.of(text);
  }

  static <V> Map<String, V> plus(Map<String, V> first, Map<String, V> second) {
    var both = new LinkedHashMap<>(first);
    both.putAll(second);
    return both;
  }
}
