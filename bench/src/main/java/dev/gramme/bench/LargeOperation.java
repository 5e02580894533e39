package dev.gramme.bench;

import java.util.Locale;

/** The operations on the large table. */
enum LargeOperation {
  GET("GetItem", "GetItem", "\"Key\":{" + Text.KEY + "}"),
  QUERY(
      "Query",
      "Query of 20 items",
      "\"KeyConditionExpression\":\"pk = :p\","
          + "\"ExpressionAttributeValues\":{\":p\":{\"S\":\"user#%08d\"}}"),
  PUT("PutItem", "PutItem that replaces", "\"Item\":" + LargeItem.PATTERN),
  UPDATE(
      "UpdateItem",
      "UpdateItem with a condition",
      "\"Key\":{"
          + Text.KEY
          + "},\"UpdateExpression\":\"SET #c = #c + :one\","
          + "\"ConditionExpression\":\"attribute_exists(pk)\","
          + "\"ExpressionAttributeNames\":{\"#c\":\"count\"},"
          + "\"ExpressionAttributeValues\":{\":one\":{\"N\":\"1\"}}");

  private final String operation;
  private final String title;
  private final String members;

  LargeOperation(String operation, String title, String members) {
    this.operation = operation;
    this.title = title;
    this.members = members;
  }

  /** Patterns, in a class of its own because constants of an enum cannot use its fields. */
  private static final class Text {
    static final String KEY = "\"pk\":{\"S\":\"user#%08d\"},\"sk\":{\"S\":\"%02d\"}";
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
   * The body as a pattern of both Java's and Lua's {@code format}. Its arguments are the numbers of
   * the partition key, the sort key and the item, and a text. All bodies have the same length.
   */
  String pattern(String table) {
    return "{\"TableName\":\"" + table + "\"," + members + "}";
  }

  /** The body for an item. */
  String body(String table, long number, String text) {
    return String.format(
        Locale.ROOT,
        pattern(table),
        number / LargeItem.PER_PARTITION,
        number % LargeItem.PER_PARTITION,
        number,
        text);
  }
}
