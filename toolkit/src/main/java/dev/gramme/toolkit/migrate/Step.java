package dev.gramme.toolkit.migrate;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The result of a migration for an item. */
public sealed interface Step {
  /** The item does not change. Nothing is written. */
  record Keep() implements Step {}

  /** Replaces the item by one with the same key. */
  record Replace(Map<String, AttributeValue> item) implements Step {
    public Replace {
      item = Collections.unmodifiableMap(new LinkedHashMap<>(item));
    }
  }

  /**
   * Deletes the item and creates others in one transaction: under other keys, or in another table.
   *
   * @param table the table of the new items
   * @param keyName the name of that table's partition key
   * @param items up to 99; none of them may exist
   */
  record Move(String table, String keyName, List<Map<String, AttributeValue>> items)
      implements Step {
    private static final int MAX_ITEMS = 99;

    public Move {
      items = List.copyOf(items);
      if (items.size() > MAX_ITEMS) {
        throw new IllegalArgumentException(
            "a transaction can create at most 99 items, not " + items.size());
      }
    }
  }

  /** Keeps the item unchanged. */
  static Step keep() {
    return new Keep();
  }

  /** Replaces the item. */
  static Step replace(Map<String, AttributeValue> item) {
    return new Replace(item);
  }

  /** Deletes the item and creates others in a table with this partition key. */
  static Step move(String table, String keyName, List<Map<String, AttributeValue>> items) {
    return new Move(table, keyName, items);
  }
}
