package dev.gramme.toolkit.entity;

import dev.gramme.toolkit.schema.KeySchema;
import java.util.LinkedHashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * Generates unique consecutive numbers with an item that each call increments. A number is lost if
 * its writer fails. All callers write the same item, at most 1,000 times per second; for higher
 * rates reserve {@link #next(int) blocks}.
 */
public final class Counter {
  private final Table table;
  private final Map<String, AttributeValue> key;

  private Counter(Table table, Map<String, AttributeValue> key) {
    this.table = table;
    this.key = key;
  }

  /** The counter with a name, in a table whose key attributes are strings. */
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
   * Reserves a block of numbers.
   *
   * @param count the size of the block
   * @return the first number of the block
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

  /** The last assigned number; zero if there is none. */
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
