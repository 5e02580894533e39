package dev.gramme.wire;

import com.fasterxml.jackson.core.JsonToken;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.wire.JsonReader.Malformed;

/**
 * Whether a body is JSON at all. The service looks at that before it looks at anything else: the
 * target, then the signature, then whether there is a body, and only then at the types of members.
 * Who refuses a request for its target or its signature calls {@link #check} first; otherwise
 * {@link RequestDecoder} sees to it.
 *
 * <p>Strings that are no UTF-8, or escape half a surrogate pair, are malformed: they would become
 * one string with others.
 */
public final class JsonSyntax {
  /** The deepest nesting of arrays and objects; an item's 32 levels need about 70. */
  public static final int MAX_NESTING = 1000;

  /** The longest JSON number. Numbers of items are strings in JSON. */
  public static final int MAX_NUMBER_LENGTH = 1000;

  private JsonSyntax() {}

  /**
   * Checks that the bytes are one JSON object and nothing else, or that there are none.
   *
   * @throws ApiError a SerializationException without text if they are something else
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

  /** A reader that stands on the opening brace of the body. */
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
