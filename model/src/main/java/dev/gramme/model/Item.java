package dev.gramme.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An immutable map from attribute names to values: an item, a key, or a map within an item.
 * Iteration is in insertion order; {@code equals} ignores the order.
 */
public final class Item {
  static final int SIZE_UNKNOWN = -1;

  /** The default load factor of hash maps. */
  private static final double LOAD_FACTOR = 0.75;

  private static final Item EMPTY = new Item(new LinkedHashMap<>(0), SIZE_UNKNOWN);

  private final LinkedHashMap<String, AttributeValue> attributes;
  private int sizeBytes;

  private Item(LinkedHashMap<String, AttributeValue> attributes, int sizeBytes) {
    this.attributes = attributes;
    this.sizeBytes = sizeBytes;
  }

  /** The item without attributes. */
  public static Item empty() {
    return EMPTY;
  }

  /** A copy of the map. */
  public static Item of(Map<String, ? extends AttributeValue> attributes) {
    return new Item(new LinkedHashMap<>(attributes), SIZE_UNKNOWN);
  }

  /** An item of one attribute. */
  public static Item of(String name, AttributeValue value) {
    return builder(1).put(name, value).build();
  }

  /** An item of two attributes. */
  public static Item of(String name1, AttributeValue value1, String name2, AttributeValue value2) {
    return builder(2).put(name1, value1).put(name2, value2).build();
  }

  /** A builder without attributes. */
  public static Builder builder() {
    return new Builder(new LinkedHashMap<>());
  }

  /** A builder without attributes, with room for this many. */
  public static Builder builder(int expectedAttributes) {
    return new Builder(mapFor(expectedAttributes));
  }

  /** A builder that holds this item's attributes. */
  public Builder toBuilder() {
    return new Builder(new LinkedHashMap<>(attributes));
  }

  /** The value of an attribute, null if the item has no such attribute. */
  public @Nullable AttributeValue get(String name) {
    return attributes.get(name);
  }

  /** Whether the item has the attribute. */
  public boolean has(String name) {
    return attributes.containsKey(name);
  }

  /** The number of attributes. */
  public int size() {
    return attributes.size();
  }

  /** Whether there are no attributes. */
  public boolean isEmpty() {
    return attributes.isEmpty();
  }

  /** The attribute names. */
  public Set<String> names() {
    return Collections.unmodifiableSet(attributes.keySet());
  }

  /** The attributes, unmodifiable. */
  public Map<String, AttributeValue> attributes() {
    return Collections.unmodifiableMap(attributes);
  }

  /** The size in bytes by the service's rules ({@link ItemSize}). It is computed once. */
  public int sizeBytes() {
    // The race is benign: two threads compute the same number.
    int size = sizeBytes;
    if (size == SIZE_UNKNOWN) {
      size = ItemSize.ofAttributes(this);
      sizeBytes = size;
    }
    return size;
  }

  /**
   * The same item with its attributes, and the entries of nested maps, sorted by name ({@link
   * String#compareTo}). Returns this item if it is sorted already.
   */
  public Item inOrder() {
    return isInOrder() ? this : ordered();
  }

  private boolean isInOrder() {
    String last = "";
    for (var attribute : attributes.entrySet()) {
      String name = attribute.getKey();
      if (last.compareTo(name) > 0 || !isInOrder(attribute.getValue())) {
        return false;
      }
      last = name;
    }
    return true;
  }

  private static boolean isInOrder(AttributeValue value) {
    if (value instanceof AttributeValue.M map) {
      return map.entries().isInOrder();
    }
    if (value instanceof AttributeValue.L list) {
      for (AttributeValue element : list.elements()) {
        if (!isInOrder(element)) {
          return false;
        }
      }
    }
    return true;
  }

  private Item ordered() {
    var names = new ArrayList<>(attributes.keySet());
    Collections.sort(names);
    LinkedHashMap<String, AttributeValue> result = mapFor(names.size());
    for (String name : names) {
      result.put(name, ordered(Objects.requireNonNull(attributes.get(name))));
    }
    return new Item(result, sizeBytes);
  }

  private static AttributeValue ordered(AttributeValue value) {
    if (value instanceof AttributeValue.M map) {
      return new AttributeValue.M(map.entries().ordered());
    }
    if (value instanceof AttributeValue.L list && !isInOrder(list)) {
      return new AttributeValue.L(list.elements().stream().map(Item::ordered).toList());
    }
    return value;
  }

  /** A map that does not grow until it has more than this number of attributes. */
  private static LinkedHashMap<String, AttributeValue> mapFor(int attributes) {
    return new LinkedHashMap<>((int) Math.ceil(attributes / LOAD_FACTOR));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Item that && attributes.equals(that.attributes);
  }

  @Override
  public int hashCode() {
    return attributes.hashCode();
  }

  @Override
  public String toString() {
    return attributes.toString();
  }

  /** Builds an item. It must not be used after {@link #build}. */
  public static final class Builder {
    private @Nullable LinkedHashMap<String, AttributeValue> attributes;

    private Builder(LinkedHashMap<String, AttributeValue> attributes) {
      this.attributes = attributes;
    }

    /** Sets an attribute. Replaces an earlier value of the same name. */
    public Builder put(String name, AttributeValue value) {
      open().put(name, value);
      return this;
    }

    /** Sets all attributes of an item. */
    public Builder putAll(Item item) {
      open().putAll(item.attributes);
      return this;
    }

    /** Removes an attribute, if it is present. */
    public Builder remove(String name) {
      open().remove(name);
      return this;
    }

    /** The current value of an attribute, null if there is none. */
    public @Nullable AttributeValue get(String name) {
      return open().get(name);
    }

    /** The item. The builder cannot be used any more. */
    public Item build() {
      return build(SIZE_UNKNOWN);
    }

    /**
     * An item whose request exceeded the maximum item size, so that the decoder dropped a part of
     * it. Its size is at least one byte more than the maximum, whatever the size of the remaining
     * attributes.
     */
    public Item buildTooLarge() {
      Item rest = build();
      rest.sizeBytes = Math.max(rest.sizeBytes(), Limits.ITEM_BYTES + 1);
      return rest;
    }

    /** The item with a known size. */
    Item build(int sizeBytes) {
      var result = open();
      attributes = null;
      return new Item(result, sizeBytes);
    }

    private LinkedHashMap<String, AttributeValue> open() {
      if (attributes == null) {
        throw new IllegalStateException("build() was called before");
      }
      return attributes;
    }
  }
}
