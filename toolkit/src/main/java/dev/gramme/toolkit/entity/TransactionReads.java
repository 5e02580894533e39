package dev.gramme.toolkit.entity;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Get;
import software.amazon.awssdk.services.dynamodb.model.ItemResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;

/** Reads of one transaction. Use an instance once and in one thread. */
public final class TransactionReads {
  private final Table table;
  private final boolean includeExpired;
  private final List<TransactGetItem> gets = new ArrayList<>();

  TransactionReads(Table table, boolean includeExpired) {
    this.table = table;
    this.includeExpired = includeExpired;
  }

  /** Adds the read of an item. */
  public TransactionReads get(EntityType<?> type, Call call) {
    Get get = Get.builder().tableName(table.name()).key(type.key(call::field)).build();
    gets.add(TransactGetItem.builder().get(get).build());
    return this;
  }

  /** Reads all items as they were at one time. */
  public Snapshot read() {
    var request = TransactGetItemsRequest.builder().transactItems(gets).build();
    return new Snapshot(
        table,
        includeExpired,
        table.client().transactGetItems(request).responses().stream()
            .map(ItemResponse::item)
            .toList());
  }

  /** The items of one transaction. */
  public static final class Snapshot {
    private final Table table;
    private final boolean includeExpired;
    private final List<Map<String, AttributeValue>> items;

    private Snapshot(Table table, boolean includeExpired, List<Map<String, AttributeValue>> items) {
      this.table = table;
      this.includeExpired = includeExpired;
      this.items = items;
    }

    /**
     * An item.
     *
     * @param number the place of its read in the order of the reads, from 0
     */
    public <T> Optional<T> item(int number, EntityType<T> type) {
      return Optional.of(items.get(number))
          .filter(type::matches)
          .filter(item -> includeExpired || !table.isExpired(type, item))
          .map(type::fromItem);
    }
  }
}
