package dev.gramme.toolkit.entity;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * The versions of an item, stored in a separate partition that queries do not read; scans skip it.
 * Its partition key is that of the item with the prefix {@code HISTORY#}; its sort key is that of
 * the item followed by {@code #v} and the version number, which starts with 1 again if the item is
 * deleted and created again. A version has no key attribute that only indexes have, so it is in an
 * index only if all attributes of the index's key are components or attributes of the table's key.
 * Reads ignore the versions there.
 */
final class VersionHistory {
  private static final int DIGITS = 10;
  private static final String PREFIX = "HISTORY#";
  private static final String NUMBER = "#v";

  private VersionHistory() {}

  /** Plans the write of a version together with the item. */
  static <T> PlannedWrite entry(Table table, EntityType<T> type, Map<String, AttributeValue> item) {
    Component<T, Long> version = type.version().orElseThrow();
    String digits = ItemReader.required(item, version.attribute()).n();
    var entry = new LinkedHashMap<>(item);
    for (EntityKey key : type.keys()) {
      if (key.index().isEmpty()) {
        String text = ItemReader.required(item, key.name()).s();
        entry.put(
            key.name(),
            AttributeValue.fromS(
                key.isPartition()
                    ? PREFIX + text
                    : text + NUMBER + "0".repeat(DIGITS - digits.length()) + digits));
      } else if (type.isOnlyInIndexes(key.name())) {
        entry.remove(key.name());
      }
    }
    Put put = Put.builder().tableName(table.name()).item(entry).build();
    return new PlannedWrite(
        TransactWriteItem.builder().put(put).build(), found -> Optional.empty());
  }

  /** The condition that an item is not a version of a kind. */
  static Expression isItem(EntityType<?> kind) {
    return Expression.of(
            "NOT (begins_with(#0pk, :0history) AND contains(#0sk, :0number))",
            Map.of("#0pk", ItemWrite.partition(kind), "#0sk", ItemWrite.sort(kind)))
        .with(":0history", AttributeValue.fromS(PREFIX))
        .with(":0number", AttributeValue.fromS(NUMBER));
  }

  /** Whether an item of a kind is a version. */
  static boolean isVersion(EntityType<?> kind, Map<String, AttributeValue> item) {
    return kind.hasHistory()
        && ItemReader.required(item, ItemWrite.partition(kind)).s().startsWith(PREFIX)
        && ItemReader.required(item, ItemWrite.sort(kind)).s().contains(NUMBER);
  }

  /** Whether versions of a kind have all key attributes of an index. */
  static boolean isIn(String index, EntityType<?> kind) {
    return kind.hasHistory()
        && kind.keys().stream()
            .noneMatch(
                key -> key.index().equals(Optional.of(index)) && kind.isOnlyInIndexes(key.name()));
  }

  static <T> List<T> read(
      Table table, EntityType<T> type, Map<String, AttributeValue> itemKey, int limit) {
    var names = new LinkedHashMap<String, String>();
    var values = new LinkedHashMap<String, AttributeValue>();
    for (EntityKey key : type.keys()) {
      if (key.index().isEmpty()) {
        String text = ItemReader.required(itemKey, key.name()).s();
        names.put(key.isPartition() ? "#pk" : "#sk", key.name());
        values.put(
            key.isPartition() ? ":pk" : ":sk",
            AttributeValue.fromS(key.isPartition() ? PREFIX + text : text + NUMBER));
      }
    }
    var request =
        QueryRequest.builder()
            .tableName(table.name())
            .keyConditionExpression("#pk = :pk AND begins_with(#sk, :sk)")
            .expressionAttributeNames(names)
            .expressionAttributeValues(values)
            .scanIndexForward(false)
            .consistentRead(true);
    if (limit > 0) {
      request.limit(limit);
    }
    var found = new ArrayList<T>();
    for (var response : table.client().queryPaginator(request.build())) {
      response.items().forEach(item -> found.add(type.fromItem(withKey(item, itemKey))));
      if (limit > 0 && found.size() >= limit) {
        break;
      }
    }
    return List.copyOf(limit > 0 && found.size() > limit ? found.subList(0, limit) : found);
  }

  /** The version with the key of its item, since components of the record may be in the key. */
  private static Map<String, AttributeValue> withKey(
      Map<String, AttributeValue> item, Map<String, AttributeValue> key) {
    var original = new LinkedHashMap<>(item);
    original.putAll(key);
    return original;
  }
}
