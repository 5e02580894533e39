package dev.gramme.wire;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import java.io.IOException;

/**
 * Whether a body is JSON at all. The service looks at that before it looks at anything else: the
 * target, then the signature, then whether there is a body, and only then at the types of members.
 * Who refuses a request for its target or its signature calls {@link #check} first; otherwise
 * {@link RequestDecoder} sees to it.
 */
public final class JsonSyntax {
  /** The deepest nesting of arrays and objects; an item's 32 levels need about 70. */
  public static final int MAX_NESTING = 1000;

  /** The longest string or name; a body is no longer. */
  public static final int MAX_STRING_LENGTH = 16 << 20;

  /** The longest JSON number. Numbers of items are strings in JSON. */
  public static final int MAX_NUMBER_LENGTH = 1000;

  // Interning would let clients fill the JVM's string table. The pool is shared because virtual
  // threads come and go.
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .recyclerPool(JsonRecyclerPools.newConcurrentDequePool())
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_NESTING)
                  .maxStringLength(MAX_STRING_LENGTH)
                  .maxNameLength(MAX_STRING_LENGTH)
                  .maxNumberLength(MAX_NUMBER_LENGTH)
                  .build())
          .build();

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
    try (JsonParser parser = open(body, offset, length)) {
      finish(parser);
    } catch (IOException malformed) {
      throw malformed();
    }
  }

  /** A parser that stands on the opening brace of the body. */
  static JsonParser open(byte[] body, int offset, int length) throws IOException {
    // Jackson would take UTF-16 and UTF-32 too, which show by a zero among the first two bytes or
    // by a byte order mark.
    if (length < 2 || body[offset] <= 0 || body[offset + 1] == 0) {
      throw malformed();
    }
    JsonParser parser = FACTORY.createParser(body, offset, length);
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      parser.close();
      throw malformed();
    }
    return parser;
  }

  /** Reads on to the end of the body, which must be that of the object. */
  static void finish(JsonParser parser) throws IOException {
    while (!parser.getParsingContext().inRoot()) {
      if (parser.nextToken() == null) {
        throw malformed();
      }
    }
    if (parser.nextToken() != null) {
      throw malformed();
    }
  }

  static ApiError malformed() {
    return ApiError.withoutText(ErrorType.SERIALIZATION);
  }
}
