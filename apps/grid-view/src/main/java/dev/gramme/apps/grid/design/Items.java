package dev.gramme.apps.grid.design;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Reads required attributes of items. */
final class Items {
  private Items() {}

  static String text(Map<String, AttributeValue> item, String name) {
    return present(item, name).s();
  }

  static String number(Map<String, AttributeValue> item, String name) {
    return present(item, name).n();
  }

  private static AttributeValue present(Map<String, AttributeValue> item, String name) {
    @Nullable AttributeValue value = item.get(name);
    if (value == null) {
      throw new IllegalStateException("an item without " + name + ": " + item.keySet());
    }
    return value;
  }
}
