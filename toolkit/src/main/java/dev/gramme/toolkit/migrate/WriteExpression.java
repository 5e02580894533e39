package dev.gramme.toolkit.migrate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Collects the placeholders and the condition of one write of a migration; {@link ItemMigration}
 * builds the update expression, if there is one.
 */
final class WriteExpression {
  private final Map<String, String> placeholders = new HashMap<>();
  private final Map<String, AttributeValue> values = new HashMap<>();
  private final List<String> conditions = new ArrayList<>();

  /** The placeholder of a name; the same name has the same one. */
  String name(String attribute) {
    return placeholders.computeIfAbsent(attribute, none -> "#n" + placeholders.size());
  }

  /** A new placeholder for a value. */
  String value(AttributeValue value) {
    String placeholder = ":v" + values.size();
    values.put(placeholder, value);
    return placeholder;
  }

  void require(String condition) {
    conditions.add(condition);
  }

  void requireEqual(String attribute, AttributeValue value) {
    require(name(attribute) + " = " + value(value));
  }

  String condition() {
    return String.join(" AND ", conditions);
  }

  Map<String, String> names() {
    Map<String, String> names = new HashMap<>();
    placeholders.forEach((attribute, placeholder) -> names.put(placeholder, attribute));
    return names;
  }

  Map<String, AttributeValue> values() {
    return values;
  }
}
