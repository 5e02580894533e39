package dev.gramme.wire;

import com.fasterxml.jackson.core.JsonToken;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.wire.JsonReader.Malformed;

/**
 * Checks that a request body is valid JSON. The service makes this check first; then it checks the
 * target, the signature, whether there is a body, and the types of members. Code that rejects a
 * request because of its target or signature calls {@link #check} before. For other requests {@link
 * RequestDecoder} makes the check.
 *
 * <p>Strings that are not valid UTF-8 or have an escape of an unpaired surrogate are malformed,
 * because they would be decoded to the same string as other input.
 */
public final class JsonSyntax {
  /** The maximum nesting depth of arrays and objects. The 32 levels of an item need about 70. */
  public static final int MAX_NESTING = 1000;

  /** The maximum length of a JSON number. The numbers of items are JSON strings. */
  public static final int MAX_NUMBER_LENGTH = 1000;

  private JsonSyntax() {}

  /**
   * Checks that the bytes are exactly one JSON object, or empty.
   *
   * @throws ApiError a SerializationException without a message if they are not
   */
  public static void check(byte[] body, int offset, int length) {
    if (length == 0) {
      return;
    }
    try {
      open(body, offset, length).finish();
    } catch (Malformed malformed) {
      throw malformed();
    }
  }

  /** A reader whose current token is the opening brace of the body. */
  static JsonReader open(byte[] body, int offset, int length) throws Malformed {
    var json = new JsonReader(body, offset, length);
    if (json.nextToken() != JsonToken.START_OBJECT) {
      throw new Malformed();
    }
    return json;
  }

  static ApiError malformed() {
    return ApiError.withoutText(ErrorType.SERIALIZATION);
  }
}
