package dev.gramme.wire;

import com.fasterxml.jackson.core.JsonToken;
import dev.gramme.wire.JsonReader.Malformed;

/**
 * Finds the table that a request names, before the request is decoded. Only requests that wait are
 * sorted by it, so a wrong table has no effect on answers.
 */
public final class NamedTable {
  private static final String NONE = "";

  /** The longest Amazon Resource Name of a table; a longer text is no table. */
  private static final int MAX_BYTES = 1024;

  private NamedTable() {}

  /**
   * The value of the member {@code TableName} of the body; of a batch the first table in {@code
   * RequestItems}, of a transaction that of the first action in {@code TransactItems}.
   *
   * @return empty if there is no such member, or if the body is not valid JSON up to there
   */
  public static String of(byte[] body) {
    try {
      JsonReader json = JsonSyntax.open(body, 0, body.length);
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String member = name(json);
        JsonToken value = json.nextToken();
        switch (member) {
          case "TableName" -> {
            return text(json, value);
          }
          case "RequestItems" -> {
            return value == JsonToken.START_OBJECT && json.nextToken() == JsonToken.FIELD_NAME
                ? name(json)
                : NONE;
          }
          case "TransactItems" -> {
            return value == JsonToken.START_ARRAY ? ofFirstAction(json) : NONE;
          }
          default -> json.skipChildren();
        }
      }
      return NONE;
    } catch (Malformed malformed) {
      return NONE; // the error is reported when the request is decoded
    }
  }

  /** An action is an object with one member, such as {@code Put}, which has the table. */
  private static String ofFirstAction(JsonReader json) throws Malformed {
    boolean isAction =
        json.nextToken() == JsonToken.START_OBJECT
            && json.nextToken() == JsonToken.FIELD_NAME
            && json.nextToken() == JsonToken.START_OBJECT;
    while (isAction && json.nextToken() == JsonToken.FIELD_NAME) {
      boolean found = name(json).equals("TableName");
      JsonToken value = json.nextToken();
      if (found) {
        return text(json, value);
      }
      json.skipChildren();
    }
    return NONE;
  }

  private static String name(JsonReader json) throws Malformed {
    return json.textBytes() <= MAX_BYTES ? json.text() : NONE;
  }

  private static String text(JsonReader json, JsonToken value) throws Malformed {
    return value == JsonToken.VALUE_STRING ? name(json) : NONE;
  }
}
