package dev.gramme.toolkit.entity;

import dev.gramme.toolkit.schema.KeySchema;
import java.util.LinkedHashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * Gives numbers one after another, each once: an item that is added to. A number that is not used,
 * since its writer failed, is missing. All who want one write the same item, at most 1,000 times a
 * second; who wants more takes {@link #next(int) blocks}.
 */
public final class Counter {
  private final Table table;
  private final Map<String, AttributeValue> key;

  private Counter(Table table, Map<String, AttributeValue> key) {
    this.table = table;
    this.key = key;
  }

  /** The counter of a name in a table whose key attributes are strings. */
  public static Counter of(Table table, String name) {
    KeySchema schema = table.schema().key();
    var key = new LinkedHashMap<String, AttributeValue>();
    schema.partition().forEach(pk -> key.put(pk.name(), AttributeValue.fromS("COUNTER#" + name)));
    schema.sort().forEach(sk -> key.put(sk.name(), AttributeValue.fromS("COUNTER")));
    return new Counter(table, key);
  }

  /** The next number; the first is 1. */
  public long next() {
    return next(1);
  }

  /**
   * The first of a block of numbers, all of which belong to the caller.
   *
   * @param count how many
   */
  public long next(int count) {
    if (count < 1) {
      throw new IllegalArgumentException("at least one number, not " + count);
    }
    var response =
        table
            .client()
            .updateItem(
                UpdateItemRequest.builder()
                    .tableName(table.name())
                    .key(key)
                    .updateExpression("ADD #value :count")
                    .expressionAttributeNames(Map.of("#value", "value"))
                    .expressionAttributeValues(
                        Map.of(":count", AttributeValue.fromN(Integer.toString(count))))
                    .returnValues(ReturnValue.UPDATED_NEW)
                    .build());
    return Long.parseLong(ItemReader.required(response.attributes(), "value").n()) - count + 1;
  }

  /** The last number that was given; zero if none was. */
  public long current() {
    var response =
        table
            .client()
            .getItem(
                GetItemRequest.builder()
                    .tableName(table.name())
                    .key(key)
                    .consistentRead(true)
                    .build());
    return response.hasItem()
        ? Long.parseLong(ItemReader.required(response.item(), "value").n())
        : 0;
  }
}
