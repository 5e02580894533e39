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
 * A map from names to attribute values of a request: an item, a key, or the values of an
 * expression. Mostly all values are in order, and then this is an {@link Item} and nothing more.
 */
public final class WireItem {
  /** What the service says to {@code {"Item":{"a":null}}}; uncertain (2026). */
  private static final String NULL_ATTRIBUTE = "The supplied Item contains a null AttributeValue";

  private final Item valid;

  /** All names in request order, with the fault of those that have one; null if none has. */
  private final @Nullable Map<String, Optional<ValueFault>> entries;

  private WireItem(Item valid, @Nullable Map<String, Optional<ValueFault>> entries) {
    this.valid = valid;
    this.entries = entries;
  }

  /** An item whose values are all in order. */
  public static WireItem of(Item item) {
    return new WireItem(item, null);
  }

  /** The number of names. */
  public int size() {
    return names().size();
  }

  /** All names in request order, also those whose values are faulty. */
  public Set<String> names() {
    return entries == null ? valid.names() : Collections.unmodifiableSet(entries.keySet());
  }

  /** What is wrong with the value of a name; mostly nothing. */
  public Optional<ValueFault> fault(String name) {
    return entries == null ? Optional.empty() : entries.getOrDefault(name, Optional.empty());
  }

  /** Whether any value is faulty. */
  public boolean hasFault() {
    return entries != null;
  }

  /** The item of the values that are in order, all or not. */
  public Item valid() {
    return valid;
  }

  /**
   * The item.
   *
   * @throws ApiError a ValidationException for the first fault in request order
   */
  public Item item(Wording wording) {
    if (entries != null) {
      ValueFault fault = firstFault().orElseThrow();
      throw fault == ValueFault.ABSENT ? ApiError.validation(NULL_ATTRIBUTE) : fault.error(wording);
    }
    return valid;
  }

  /**
   * The item of a Put in a transaction, where faults are found in another order (October 2026): an
   * empty name, then values that nest too deep, then all others in request order.
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

  /** The first fault in request order; mostly there is none. */
  public Optional<ValueFault> firstFault() {
    return entries == null
        ? Optional.empty()
        : entries.values().stream().flatMap(Optional::stream).findFirst();
  }

  @Override
  public String toString() {
    return Echo.of(this);
  }

  /** Gathers the attributes as they are read; the later of two of one name counts. */
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

    /** Whether a faulty value was put. */
    boolean isFaulty() {
      return entries != null;
    }

    /**
     * The item.
     *
     * @param tooLarge whether it is larger than any item can be, of which a part was not kept
     */
    WireItem build(boolean tooLarge) {
      boolean faulty = entries != null && entries.values().stream().anyMatch(Optional::isPresent);
      return new WireItem(
          tooLarge ? valid.buildTooLarge() : valid.build(), faulty ? entries : null);
    }
  }
}
