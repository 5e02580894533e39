package dev.gramme.model;

import java.util.List;
import java.util.stream.Stream;

/**
 * The key of a table or an index: the partition key (HASH attributes) and the sort key (RANGE
 * attributes). A table has one HASH and at most one RANGE attribute, a global secondary index one
 * to four HASH and none to four RANGE attributes.
 */
public record KeySchema(List<KeyAttribute> hash, List<KeyAttribute> range) {
  public KeySchema {
    hash = List.copyOf(hash);
    range = List.copyOf(range);
    if (hash.isEmpty()) {
      throw new IllegalArgumentException("a key schema must have a partition key");
    }
  }

  /** The HASH attributes, then the RANGE attributes. */
  public List<KeyAttribute> attributes() {
    return range.isEmpty() ? hash : Stream.concat(hash.stream(), range.stream()).toList();
  }

  /** The names of all key attributes, HASH first. */
  public List<String> names() {
    return attributes().stream().map(KeyAttribute::name).toList();
  }

  /** Whether an attribute is part of the key. */
  public boolean contains(String attribute) {
    for (KeyAttribute key : hash) {
      if (key.name().equals(attribute)) {
        return true;
      }
    }
    for (KeyAttribute key : range) {
      if (key.name().equals(attribute)) {
        return true;
      }
    }
    return false;
  }

  /** Whether the item has a value of the right type for every key attribute. */
  public boolean isIn(Item item) {
    return areIn(hash, item) && areIn(range, item);
  }

  /** The key of an item, which must have all key attributes. */
  public Item of(Item item) {
    var key = Item.builder(hash.size() + range.size());
    copy(hash, item, key);
    copy(range, item, key);
    return key.build();
  }

  private static boolean areIn(List<KeyAttribute> attributes, Item item) {
    for (KeyAttribute attribute : attributes) {
      AttributeValue value = item.get(attribute.name());
      if (value == null || value.type() != attribute.type()) {
        return false;
      }
    }
    return true;
  }

  private static void copy(List<KeyAttribute> attributes, Item from, Item.Builder to) {
    for (KeyAttribute attribute : attributes) {
      AttributeValue value = from.get(attribute.name());
      if (value == null) {
        throw new IllegalArgumentException("the item lacks the key attribute " + attribute.name());
      }
      to.put(attribute.name(), value);
    }
  }
}
