package dev.gramme.wire;

import com.fasterxml.jackson.core.JsonToken;
import dev.gramme.wire.JsonReader.Malformed;

/**
 * Finds the table that a request names, before the request is decoded. Only requests that wait are
 * sorted by it, so a wrong table has no effect on answers.
 */
public final class NamedTable {
  private static final String MEMBER = "TableName";

  /** The longest Amazon Resource Name of a table; a longer text is no table. */
  private static final int MAX_BYTES = 1024;

  private NamedTable() {}

  /**
   * The value of the member {@code TableName} of the body.
   *
   * @return empty if there is no such member, or if the body is not valid JSON up to there
   */
  public static String of(byte[] body) {
    try {
      JsonReader json = JsonSyntax.open(body, 0, body.length);
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        boolean found = json.textBytes() <= MAX_BYTES && json.text().equals(MEMBER);
        JsonToken value = json.nextToken();
        if (found) {
          return value == JsonToken.VALUE_STRING && json.textBytes() <= MAX_BYTES
              ? json.text()
              : "";
        }
        json.skipChildren();
      }
      return "";
    } catch (Malformed malformed) {
      return ""; // the error is reported when the request is decoded
    }
  }
}
