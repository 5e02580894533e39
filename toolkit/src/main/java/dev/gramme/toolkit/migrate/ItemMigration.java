package dev.gramme.toolkit.migrate;

import static java.util.Objects.requireNonNull;

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
 * Migrates one item at a time; a table scan and a stream consumer can share it.
 *
 * <p>A form is a version of the item's layout, with a number. A migrated item has a flag: an
 * attribute with the number of its form. An item with this number or a higher one is skipped. So no
 * item is migrated twice, and a stream consumer skips the records of its own writes.
 *
 * <p>An item is written only if it has not changed since it was read: if all of its attributes have
 * the same values or, with {@link #guardedBy}, if one attribute that every writer changes has the
 * same value. Otherwise it is read again; after five attempts the outcome is {@link Outcome#BUSY}.
 * A replacement writes only the differences, so it keeps attributes that other writers added in the
 * meantime. A move deletes the item; without a guard it loses such attributes.
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
   * @param flag the attribute with the number of an item's form; old items do not have it
   * @param number the number of the new form
   * @param step the new form of an item. It must be deterministic and free of side effects, since
   *     it may be called repeatedly.
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
   * The same migration, where an item counts as unchanged if this attribute, such as a version
   * number, has not changed. An item without this attribute is compared by all of its attributes.
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

  /** Whether an item is already migrated, according to its flag. */
  public boolean isDone(Map<String, AttributeValue> item) {
    AttributeValue has = item.get(flag);
    return has != null
        && has.n() != null
        && new BigDecimal(has.n()).compareTo(BigDecimal.valueOf(number)) >= 0;
  }

  /**
   * Migrates an item.
   *
   * @param item the item as it was read, or from a stream record
   * @throws IllegalStateException if an item to create already exists
   * @throws IllegalArgumentException if the step returns an invalid item
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
      boolean written =
          next instanceof Step.Replace replace
              ? replace(current, replace.item())
              : move(current, (Step.Move) next);
      if (written) {
        return Outcome.MIGRATED;
      }
    }
    return Outcome.BUSY;
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
      throw new IllegalArgumentException(
          "a step that replaces an item must keep its key; use a move instead");
    }
    Map<String, AttributeValue> marked = marked(becoming);
    WriteExpression change = new WriteExpression();
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

  /** Requires that the item still exists unchanged. */
  private void requireUnchanged(WriteExpression change, Map<String, AttributeValue> old) {
    if (guard != null && old.containsKey(guard)) {
      change.requireEqual(guard, requireNonNull(old.get(guard)));
      change.require("attribute_exists(" + change.name(keyNames.get(0)) + ")");
    } else {
      old.forEach(change::requireEqual);
    }
    if (!old.containsKey(flag)) {
      change.require("attribute_not_exists(" + change.name(flag) + ")");
    }
  }

  private boolean move(Map<String, AttributeValue> old, Step.Move move) {
    WriteExpression unchanged = new WriteExpression();
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
      return falseOrThrow(canceled, old);
    }
  }

  /**
   * Returns false if the write must be repeated, because the item has changed or another
   * transaction conflicts; otherwise throws.
   */
  private boolean falseOrThrow(
      TransactionCanceledException canceled, Map<String, AttributeValue> old) {
    List<CancellationReason> reasons = canceled.cancellationReasons();
    boolean hasConflict =
        reasons.stream().anyMatch(each -> "TransactionConflict".equals(each.code()));
    if (hasConflict || isUnmet(reasons.get(0))) {
      return false;
    }
    if (reasons.stream().anyMatch(ItemMigration::isUnmet)) {
      throw new IllegalStateException(
          "the target of moving " + key(old) + " already exists", canceled);
    }
    throw canceled;
  }

  private static boolean isUnmet(CancellationReason reason) {
    return "ConditionalCheckFailed".equals(reason.code());
  }
}
