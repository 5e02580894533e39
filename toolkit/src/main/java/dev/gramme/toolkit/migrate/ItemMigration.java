package dev.gramme.toolkit.migrate;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * Migrates one item at a time: the part that a scan of the table and a consumer of its stream have
 * in common.
 *
 * <p>A migrated item has a flag, an attribute with the number of the form that it has. An item with
 * that number or a higher one is left alone: so nothing is migrated twice, and a consumer of the
 * stream that meets its own writes does not go on for ever.
 *
 * <p>An item is written only if it still is what the new form was made from: if all attributes that
 * it had have the same values, or, with {@link #guardedBy}, if one of them has, which all writers
 * of the item change. Else it is read again. Attributes that others have added in the meantime
 * stay, since only what differs is written.
 *
 * <p>Immutable and thread-safe.
 */
public final class ItemMigration {
  private static final int ATTEMPTS = 5;

  private final DynamoDbClient client;
  private final String table;
  private final List<String> keyNames;
  private final String flag;
  private final int number;
  private final @Nullable String guard;
  private final Function<Map<String, AttributeValue>, Step> step;

  private ItemMigration(
      DynamoDbClient client,
      String table,
      List<String> keyNames,
      String flag,
      int number,
      @Nullable String guard,
      Function<Map<String, AttributeValue>, Step> step) {
    this.client = client;
    this.table = table;
    this.keyNames = keyNames;
    this.flag = flag;
    this.number = number;
    this.guard = guard;
    this.step = step;
  }

  /**
   * A migration of the items of a table.
   *
   * @param keyNames the names of the table's key attributes
   * @param flag the attribute that holds the number of an item's form; an item without it has none
   * @param number the number of the new form
   * @param step what becomes of an item. It has no effects, since it may be asked again, and always
   *     says the same of the same item.
   */
  public static ItemMigration of(
      DynamoDbClient client,
      String table,
      List<String> keyNames,
      String flag,
      int number,
      Function<Map<String, AttributeValue>, Step> step) {
    return new ItemMigration(client, table, List.copyOf(keyNames), flag, number, null, step);
  }

  /**
   * The same, taking an item for unchanged if this attribute has not changed, such as a version
   * number.
   */
  public ItemMigration guardedBy(String attribute) {
    return new ItemMigration(client, table, keyNames, flag, number, attribute, step);
  }

  DynamoDbClient client() {
    return client;
  }

  String table() {
    return table;
  }

  String flag() {
    return flag;
  }

  AttributeValue number() {
    return AttributeValue.fromN(Integer.toString(number));
  }

  /** Whether an item has been migrated, by its flag. */
  public boolean isDone(Map<String, AttributeValue> item) {
    AttributeValue has = item.get(flag);
    return has != null
        && has.n() != null
        && new BigDecimal(has.n()).compareTo(BigDecimal.valueOf(number)) >= 0;
  }

  /**
   * Migrates an item.
   *
   * @param item the item as it was read, or as a stream's record shows it
   * @throws IllegalStateException if an item that is to be created exists
   * @throws IllegalArgumentException if the step gives an item that cannot be
   */
  public Outcome migrate(Map<String, AttributeValue> item) {
    Map<String, AttributeValue> current = item;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (attempt > 0) {
        GetItemResponse read =
            client.getItem(
                GetItemRequest.builder()
                    .tableName(table)
                    .key(key(item))
                    .consistentRead(true)
                    .build());
        if (!read.hasItem()) {
          return Outcome.GONE;
        }
        current = read.item();
      }
      if (isDone(current)) {
        return Outcome.ALREADY;
      }
      Step next = step.apply(current);
      if (next instanceof Step.Keep) {
        return Outcome.KEPT;
      }
      if (write(current, next)) {
        return Outcome.MIGRATED;
      }
    }
    return Outcome.BUSY;
  }

  private boolean write(Map<String, AttributeValue> item, Step next) {
    return switch (next) {
      case Step.Keep keep -> true;
      case Step.Replace replace -> replace(item, replace.item());
      case Step.Move move -> move(item, move);
    };
  }

  Map<String, AttributeValue> key(Map<String, AttributeValue> item) {
    Map<String, AttributeValue> key = new HashMap<>();
    for (String name : keyNames) {
      AttributeValue value = item.get(name);
      if (value == null) {
        throw new IllegalArgumentException("an item without its key attribute " + name);
      }
      key.put(name, value);
    }
    return key;
  }

  private boolean replace(Map<String, AttributeValue> old, Map<String, AttributeValue> becoming) {
    if (!key(old).equals(key(becoming))) {
      throw new IllegalArgumentException("a step that replaces an item gives another key: move it");
    }
    Map<String, AttributeValue> marked = marked(becoming);
    Change change = new Change();
    List<String> set = new ArrayList<>();
    List<String> removed = new ArrayList<>();
    marked.forEach((name, value) -> {
      if (!value.equals(old.get(name))) {
        set.add(change.name(name) + " = " + change.value(value));
        if (!old.containsKey(name)) {
          change.require("attribute_not_exists(" + change.name(name) + ")");
        }
      }
    });
    old.keySet().stream()
        .filter(name -> !marked.containsKey(name))
        .forEach(name -> removed.add(change.name(name)));
    requireUnchanged(change, old);
    try {
      client.updateItem(
          UpdateItemRequest.builder()
              .tableName(table)
              .key(key(old))
              .updateExpression(
                  "SET "
                      + String.join(", ", set)
                      + (removed.isEmpty() ? "" : " REMOVE " + String.join(", ", removed)))
              .conditionExpression(change.condition())
              .expressionAttributeNames(change.names())
              .expressionAttributeValues(change.values())
              .build());
      return true;
    } catch (ConditionalCheckFailedException changed) {
      return false;
    }
  }

  private Map<String, AttributeValue> marked(Map<String, AttributeValue> item) {
    Map<String, AttributeValue> marked = new HashMap<>(item);
    marked.put(flag, number());
    return marked;
  }

  /** That the item is still there as it was read. */
  private void requireUnchanged(Change change, Map<String, AttributeValue> old) {
    if (guard != null && old.containsKey(guard)) {
      change.requireEqual(guard, old.getOrDefault(guard, AttributeValue.fromNul(true)));
      change.require("attribute_exists(" + change.name(keyNames.getFirst()) + ")");
    } else {
      old.forEach(change::requireEqual);
    }
    if (!old.containsKey(flag)) {
      change.require("attribute_not_exists(" + change.name(flag) + ")");
    }
  }

  private boolean move(Map<String, AttributeValue> old, Step.Move move) {
    Change unchanged = new Change();
    requireUnchanged(unchanged, old);
    List<TransactWriteItem> writes = new ArrayList<>();
    writes.add(
        TransactWriteItem.builder()
            .delete(
                Delete.builder()
                    .tableName(table)
                    .key(key(old))
                    .conditionExpression(unchanged.condition())
                    .expressionAttributeNames(unchanged.names())
                    .expressionAttributeValues(unchanged.values())
                    .build())
            .build());
    for (Map<String, AttributeValue> item : move.items()) {
      writes.add(
          TransactWriteItem.builder()
              .put(
                  Put.builder()
                      .tableName(move.table())
                      .item(marked(item))
                      .conditionExpression("attribute_not_exists(#key)")
                      .expressionAttributeNames(Map.of("#key", move.keyName()))
                      .build())
              .build());
    }
    try {
      client.transactWriteItems(TransactWriteItemsRequest.builder().transactItems(writes).build());
      return true;
    } catch (TransactionCanceledException canceled) {
      return retry(canceled, old);
    }
  }

  /** False, if it was only that the item has changed or that others were at it. */
  private boolean retry(TransactionCanceledException canceled, Map<String, AttributeValue> old) {
    List<CancellationReason> reasons = canceled.cancellationReasons();
    boolean hasConflict =
        reasons.stream().anyMatch(each -> "TransactionConflict".equals(each.code()));
    if (hasConflict || isUnmet(reasons.getFirst())) {
      return false;
    }
    if (reasons.stream().anyMatch(ItemMigration::isUnmet)) {
      throw new IllegalStateException(
          "what " + key(old) + " is to be moved to exists already", canceled);
    }
    throw canceled;
  }

  private static boolean isUnmet(CancellationReason reason) {
    return "ConditionalCheckFailed".equals(reason.code());
  }
}
