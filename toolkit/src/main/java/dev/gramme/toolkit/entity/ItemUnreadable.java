package dev.gramme.toolkit.entity;

import java.util.ArrayList;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** An item cannot be converted to its record. */
public final class ItemUnreadable extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ItemUnreadable(String attribute, String why, @org.jspecify.annotations.Nullable Exception cause) {
    super("attribute " + attribute + ": " + why, cause);
  }

  /** Adds the kind and the key of the item. */
  ItemUnreadable(String kind, Map<String, AttributeValue> key, ItemUnreadable cause) {
    super("the " + kind + " with the key " + text(key) + ": " + cause.getMessage(), cause);
  }

  private static String text(Map<String, AttributeValue> key) {
    var parts = new ArrayList<String>();
    key.forEach((name, value) -> {
      String text =
          switch (value.type()) {
            case S -> value.s();
            case N -> value.n();
            default -> value.toString();
          };
      parts.add(name + " = " + text);
    });
    return String.join(", ", parts);
  }
}
