package dev.gramme.toolkit.entity;

import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;

/**
 * Reads an item by a unique value: first the marker of the value, which contains the key of the
 * item, then the item.
 *
 * <p>Between both reads another writer can move the value to another item. A strongly consistent
 * look-up then reads the marker again. If the marker still names the same item, it is left over:
 * the item was deleted without the toolkit or has expired, and no item has the value.
 */
final class UniqueLookup<T> {
  private static final int MAX_ATTEMPTS = 10;

  private final Table table;
  private final EntityType<T> type;
  private final Component<T, ?> component;

  UniqueLookup(Table table, EntityType<T> type, Component<T, ?> component) {
    this.table = table;
    this.type = type;
    this.component = component;
  }

  /** The item with a value; empty if there is none. */
  Optional<T> read(AttributeValue value, boolean consistent, boolean includeExpired) {
    Map<String, AttributeValue> marker = ItemWrite.marker(type, component, value);
    Optional<Map<String, AttributeValue>> before = Optional.empty();
    for (int attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      Optional<Map<String, AttributeValue>> key = owner(marker, consistent);
      if (key.isEmpty() || key.equals(before)) {
        return Optional.empty();
      }
      before = key;
      Optional<Map<String, AttributeValue>> item = table.item(type, key.get(), consistent);
      Optional<T> found = item.map(type::fromItem).filter(entity -> has(component, entity, marker));
      if (found.isPresent() || !consistent) {
        return found.filter(entity -> includeExpired || !table.isExpired(type, item.orElseThrow()));
      }
    }
    throw new WriteContention(MAX_ATTEMPTS);
  }

  /** The key of the item that has the value of a marker. */
  private Optional<Map<String, AttributeValue>> owner(
      Map<String, AttributeValue> marker, boolean consistent) {
    var response =
        table
            .client()
            .getItem(
                GetItemRequest.builder()
                    .tableName(table.name())
                    .key(marker)
                    .consistentRead(consistent)
                    .build());
    return response.hasItem()
        ? Optional.of(ItemReader.required(response.item(), ItemWrite.OWNER).m())
        : Optional.empty();
  }

  private <C> boolean has(Component<T, C> held, T entity, Map<String, AttributeValue> marker) {
    C value = held.of(entity);
    return !held.converter().isAbsent(value)
        && ItemWrite.marker(type, held, held.converter().toAttribute(value)).equals(marker);
  }
}
