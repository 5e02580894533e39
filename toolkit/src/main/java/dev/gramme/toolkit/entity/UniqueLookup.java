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
 * look-up then reads the marker again.
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
    for (int attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      Optional<Map<String, AttributeValue>> key = owner(value, consistent);
      if (key.isEmpty()) {
        return Optional.empty();
      }
      Optional<Map<String, AttributeValue>> item = table.item(type, key.get(), consistent);
      Optional<T> found = item.map(type::fromItem).filter(entity -> has(component, entity, value));
      if (found.isPresent() || !consistent) {
        return found.filter(entity -> includeExpired || !table.isExpired(type, item.orElseThrow()));
      }
    }
    throw new WriteContention(MAX_ATTEMPTS);
  }

  /** The key of the item with a value, from the value's marker. */
  private Optional<Map<String, AttributeValue>> owner(AttributeValue value, boolean consistent) {
    var response =
        table
            .client()
            .getItem(
                GetItemRequest.builder()
                    .tableName(table.name())
                    .key(ItemWrite.marker(type, component, value))
                    .consistentRead(consistent)
                    .build());
    return response.hasItem()
        ? Optional.of(ItemReader.required(response.item(), ItemWrite.OWNER).m())
        : Optional.empty();
  }

  private static <T, C> boolean has(Component<T, C> component, T entity, AttributeValue value) {
    C held = component.of(entity);
    return !component.converter().isAbsent(held)
        && component.converter().toAttribute(held).equals(value);
  }
}
