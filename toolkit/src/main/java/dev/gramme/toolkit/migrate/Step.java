package dev.gramme.toolkit.migrate;

import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What a migration makes of an item. */
public sealed interface Step {
  /** The item is none of those that change. Nothing is written. */
  record Keep() implements Step {}

  /** The item becomes this one, with the same key. */
  record Replace(Map<String, AttributeValue> item) implements Step {
    public Replace {
      item = Map.copyOf(item);
    }
  }

  /**
   * The item goes, and these are created, all in one transaction: under other keys, or in another
   * table.
   *
   * @param table where they are created
   * @param keyName the name of that table's partition key
   * @param items up to 99; none of them may exist
   */
  record Move(String table, String keyName, List<Map<String, AttributeValue>> items)
      implements Step {
    private static final int MOST_ITEMS = 99;

    public Move {
      items = List.copyOf(items);
      if (items.size() > MOST_ITEMS) {
        throw new IllegalArgumentException(
            "a transaction has room for 99 new items, not " + items.size());
      }
    }
  }

  /** The item is none of those that change. */
  static Step keep() {
    return new Keep();
  }

  /** The item becomes this one. */
  static Step replace(Map<String, AttributeValue> item) {
    return new Replace(item);
  }

  /** The item goes, and these are created in a table with this partition key. */
  static Step move(String table, String keyName, List<Map<String, AttributeValue>> items) {
    return new Move(table, keyName, items);
  }
}
