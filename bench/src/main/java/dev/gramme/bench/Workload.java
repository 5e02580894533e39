package dev.gramme.bench;

import java.util.Collections;
import java.util.Locale;

/** The operations of clients. */
enum Workload {
  GET("GetItem", "GetItem", "{\"TableName\":\"bench\",\"Key\":{" + Text.KEY + "}}", 1),
  QUERY(
      "Query",
      "Query of 10 items",
      "{\"TableName\":\"bench\",\"KeyConditionExpression\":\"pk = :p\","
          + "\"ExpressionAttributeValues\":{\":p\":{\"S\":\"user#%08d\"}}}",
      1),
  PUT("PutItem", "PutItem", "{\"TableName\":\"bench\",\"Item\":" + Text.ITEM + "}", 1),
  UPDATE(
      "UpdateItem",
      "UpdateItem with a condition",
      "{\"TableName\":\"bench\",\"Key\":{"
          + Text.KEY
          + "},\"UpdateExpression\":\"SET #c = #c + :one\","
          + "\"ConditionExpression\":\"attribute_exists(pk)\","
          + "\"ExpressionAttributeNames\":{\"#c\":\"count\"},"
          + "\"ExpressionAttributeValues\":{\":one\":{\"N\":\"1\"}}}",
      1),
  TRANSACT(
      "TransactWriteItems",
      "TransactWriteItems of 4",
      "{\"TransactItems\":["
          + Text.repeated("{\"Put\":{\"TableName\":\"bench\",\"Item\":" + Text.ITEM + "}}", 4)
          + "]}",
      4),
  BATCH(
      "BatchWriteItem",
      "BatchWriteItem of 25",
      "{\"RequestItems\":{\"bench\":["
          + Text.repeated("{\"PutRequest\":{\"Item\":" + Text.ITEM + "}}", 25)
          + "]}}",
      25);

  /** The number of items with the same partition key. */
  private static final int TEN = 10;

  private final String operation;
  private final String title;
  private final String pattern;
  private final int many;

  Workload(String operation, String title, String pattern, int many) {
    this.operation = operation;
    this.title = title;
    this.pattern = pattern;
    this.many = many;
  }

  /** Patterns, in a class of its own because constants of an enum cannot use its fields. */
  private static final class Text {
    static final String KEY = "\"pk\":{\"S\":\"user#%08d\"},\"sk\":{\"S\":\"order#%03d\"}";

    /** An item of 500 bytes by the rules of the service, give or take digits of its number. */
    static final String ITEM =
        "{"
            + KEY
            + ",\"status\":{\"S\":\"shipped\"},\"count\":{\"N\":\"%d\"},"
            + "\"lines\":{\"L\":[{\"S\":\"first\"},{\"N\":\"2\"}]},\"text\":{\"S\":\""
            + "x".repeat(425)
            + "\"}}";

    static String repeated(String pattern, int many) {
      return String.join(",", Collections.nCopies(many, pattern));
    }
  }

  /** The operation's name in the protocol. */
  String operation() {
    return operation;
  }

  /** The title in the report. */
  String title() {
    return title;
  }

  /**
   * The body as a pattern of both Java's and Lua's {@code format}. Its arguments are, for each
   * item: the number of the partition key, the number of the sort key, the number of the item.
   */
  String pattern() {
    return pattern;
  }

  /** The number of items of one request. */
  int many() {
    return many;
  }

  /**
   * The body of the request for an item and those that follow it.
   *
   * @param items the number of items in the table; the last one is followed by the first
   */
  String body(int first, int items) {
    var arguments = new Object[3 * many];
    for (int i = 0; i < many; i++) {
      int number = (first + i) % items;
      arguments[3 * i] = number / TEN;
      arguments[3 * i + 1] = number % TEN;
      arguments[3 * i + 2] = number;
    }
    return String.format(Locale.ROOT, pattern, arguments);
  }
}
