package dev.gramme.wire;

import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.Item;
import dev.gramme.model.Wording;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A map from names to attribute values in a request: an item, a key, or the values of an
 * expression. If all values are valid, which is the usual case, it only wraps an {@link Item}.
 */
public final class WireItem {
  /** The message for {@code {"Item":{"a":null}}}, not verified with the service (2026). */
  private static final String NULL_ATTRIBUTE = "The supplied Item contains a null AttributeValue";

  private final Item valid;

  /** All names in the order of the request with their faults; null if all values are valid. */
  private final @Nullable Map<String, Optional<ValueFault>> entries;

  private WireItem(Item valid, @Nullable Map<String, Optional<ValueFault>> entries) {
    this.valid = valid;
    this.entries = entries;
  }

  /** An item whose values are all valid. */
  public static WireItem of(Item item) {
    return new WireItem(item, null);
  }

  /** The number of names. */
  public int size() {
    return names().size();
  }

  /** All names in the order of the request, including those with invalid values. */
  public Set<String> names() {
    return entries == null ? valid.names() : Collections.unmodifiableSet(entries.keySet());
  }

  /** The fault of the value with this name; empty if the value is valid. */
  public Optional<ValueFault> fault(String name) {
    return entries == null ? Optional.empty() : entries.getOrDefault(name, Optional.empty());
  }

  /** Whether any value is invalid. */
  public boolean hasFault() {
    return entries != null;
  }

  /** The item with the valid values only. */
  public Item valid() {
    return valid;
  }

  /**
   * The item.
   *
   * @throws ApiError a ValidationException for the first fault in the order of the request
   */
  public Item item(Wording wording) {
    if (entries != null) {
      ValueFault fault = firstFault().orElseThrow();
      throw fault == ValueFault.ABSENT ? ApiError.validation(NULL_ATTRIBUTE) : fault.error(wording);
    }
    return valid;
  }

  /**
   * The item of a Put in a transaction. There the service reports faults in another order (October
   * 2026): an empty name, then too deeply nested values, then all others in the order of the
   * request.
   *
   * @throws ApiError a ValidationException for the first fault
   */
  public Item transactionItem(Wording wording) {
    if (names().contains("")) {
      throw ValueFault.EMPTY_NAME.error(wording);
    }
    if (entries != null && entries.containsValue(Optional.of(ValueFault.TOO_DEEP))) {
      throw ValueFault.TOO_DEEP.error(wording);
    }
    return item(wording);
  }

  /** The first fault in the order of the request; empty if all values are valid. */
  public Optional<ValueFault> firstFault() {
    return entries == null
        ? Optional.empty()
        : entries.values().stream().flatMap(Optional::stream).findFirst();
  }

  @Override
  public String toString() {
    return Echo.of(this);
  }

  /**
   * Collects the attributes while they are read. A later value replaces an earlier one with the
   * same name.
   */
  static final class Builder {
    private Item.Builder valid = Item.builder();
    private @Nullable Map<String, Optional<ValueFault>> entries;

    void put(String name, AttributeValue value) {
      valid.put(name, value);
      if (entries != null) {
        entries.put(name, Optional.empty());
      }
    }

    void put(String name, ValueFault fault) {
      if (entries == null) {
        entries = new LinkedHashMap<>();
        Item before = valid.build();
        for (String earlier : before.names()) {
          entries.put(earlier, Optional.empty());
        }
        valid = before.toBuilder();
      }
      valid.remove(name);
      entries.put(name, Optional.of(fault));
    }

    /** Whether an invalid value was added. */
    boolean isFaulty() {
      return entries != null;
    }

    /**
     * The item.
     *
     * @param tooLarge whether it exceeds the maximum item size, so that a part was dropped
     */
    WireItem build(boolean tooLarge) {
      boolean faulty = entries != null && entries.values().stream().anyMatch(Optional::isPresent);
      return new WireItem(
          tooLarge ? valid.buildTooLarge() : valid.build(), faulty ? entries : null);
    }
  }
}
