package dev.gramme.wire;

import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON from an array, token by token. Gramme does not use a library here for two reasons.
 * Data from clients must not enter structures that requests share, but Jackson keeps names in a
 * process-wide table. And strings must be checked strictly: overlong UTF-8 forms, encoded
 * surrogates and escapes of unpaired surrogates would be decoded to the same string as other input.
 *
 * <p>The reader checks every string that it scans, but creates a string only on request. Apart from
 * strings it uses one byte of heap for each nesting level.
 */
final class JsonReader {
  private static final byte[] TRUE = {'t', 'r', 'u', 'e'};
  private static final byte[] FALSE = {'f', 'a', 'l', 's', 'e'};
  private static final byte[] NULL = {'n', 'u', 'l', 'l'};

  /** The input is not valid JSON, or ends early. */
  static final class Malformed extends IOException {
    private static final long serialVersionUID = 1L;

    @Override
    public synchronized Throwable fillInStackTrace() {
      return this;
    }
  }

  private final byte[] json;
  private final int begin;
  private final int end;
  private final JsonString string;
  private int at;

  /** The position of the current token. */
  private int start;

  private @Nullable JsonToken token;
  private int depth;

  /** The opening brackets and braces around the current token. */
  private byte[] nesting = new byte[16];

  JsonReader(byte[] json, int offset, int length) {
    this.json = json;
    this.begin = offset;
    this.at = offset;
    this.end = offset + length;
    this.string = new JsonString(json, end);
  }

  /** The next token; null after the end of the top-level value. */
  @Nullable JsonToken nextToken() throws Malformed {
    if (token == JsonToken.FIELD_NAME) {
      return value();
    }
    skipBlanks();
    if (depth == 0) {
      return token == null ? value() : afterRoot();
    }
    boolean object = nesting[depth - 1] == '{';
    if (at < end && json[at] == (object ? '}' : ']')) {
      start = at++;
      depth--;
      token = object ? JsonToken.END_OBJECT : JsonToken.END_ARRAY;
      return token;
    }
    if (token != JsonToken.START_OBJECT && token != JsonToken.START_ARRAY) {
      expect(',');
      skipBlanks();
    }
    return object ? name() : value();
  }

  private @Nullable JsonToken afterRoot() throws Malformed {
    if (at < end) {
      throw new Malformed();
    }
    return null;
  }

  /** The next token, which must exist: after a name or within an array. */
  JsonToken nextValue() throws Malformed {
    JsonToken next = nextToken();
    if (next == null) {
      throw new Malformed();
    }
    return next;
  }

  /** The next name of an object, null at the end of the object. */
  @Nullable String nextName() throws Malformed {
    return nextToken() == JsonToken.FIELD_NAME ? string.text() : null;
  }

  private JsonToken name() throws Malformed {
    start = at;
    at = string.scan(at);
    if (at == end || json[at] != ':') {
      skipBlanks();
    }
    expect(':');
    skipBlanks();
    token = JsonToken.FIELD_NAME;
    return token;
  }

  private JsonToken value() throws Malformed {
    if (at == end) {
      throw new Malformed();
    }
    start = at;
    token =
        switch (json[at]) {
          case '"' -> {
            at = string.scan(at);
            yield JsonToken.VALUE_STRING;
          }
          case '{' -> opened(JsonToken.START_OBJECT);
          case '[' -> opened(JsonToken.START_ARRAY);
          case 't' -> word(TRUE, JsonToken.VALUE_TRUE);
          case 'f' -> word(FALSE, JsonToken.VALUE_FALSE);
          case 'n' -> word(NULL, JsonToken.VALUE_NULL);
          default -> number();
        };
    return token;
  }

  private JsonToken opened(JsonToken opening) throws Malformed {
    if (depth == JsonSyntax.MAX_NESTING) {
      throw new Malformed();
    }
    if (depth == nesting.length) {
      nesting = Arrays.copyOf(nesting, depth * 2);
    }
    nesting[depth++] = json[at++];
    return opening;
  }

  private JsonToken word(byte[] word, JsonToken meaning) throws Malformed {
    int after = at + word.length;
    if (after > end || !Arrays.equals(json, at, after, word, 0, word.length)) {
      throw new Malformed();
    }
    at = after;
    return meaning;
  }

  private JsonToken number() throws Malformed {
    boolean integer = true;
    skip('-');
    if (!skip('0')) {
      digits();
    }
    if (skip('.')) {
      integer = false;
      digits();
    }
    if (skip('e') || skip('E')) {
      integer = false;
      if (!skip('+')) {
        skip('-');
      }
      digits();
    }
    if (at - start > JsonSyntax.MAX_NUMBER_LENGTH) {
      throw new Malformed();
    }
    return integer ? JsonToken.VALUE_NUMBER_INT : JsonToken.VALUE_NUMBER_FLOAT;
  }

  private boolean skip(char sign) {
    if (at < end && json[at] == sign) {
      at++;
      return true;
    }
    return false;
  }

  private void digits() throws Malformed {
    int first = at;
    while (at < end && json[at] >= '0' && json[at] <= '9') {
      at++;
    }
    if (at == first) {
      throw new Malformed();
    }
  }

  private void expect(char sign) throws Malformed {
    if (!skip(sign)) {
      throw new Malformed();
    }
  }

  private void skipBlanks() {
    while (at < end && json[at] <= ' ') {
      byte b = json[at];
      if (b != ' ' && b != '\n' && b != '\r' && b != '\t') {
        return;
      }
      at++;
    }
  }

  /** Skips the array or object that begins with the current token, if it begins one. */
  void skipChildren() throws Malformed {
    int _ = skipLevels();
  }

  /** Like {@link #skipChildren}. Returns the number of levels of arrays and objects inside. */
  int skipLevels() throws Malformed {
    if (token != JsonToken.START_OBJECT && token != JsonToken.START_ARRAY) {
      return 0;
    }
    int startDepth = depth;
    int maxDepth = startDepth;
    while (depth >= startDepth) {
      nextToken();
      maxDepth = Math.max(maxDepth, depth);
    }
    return maxDepth - startDepth;
  }

  /** Reads to the end of the input, which must be the end of the top-level value. */
  void finish() throws Malformed {
    while (depth > 0) {
      nextToken();
    }
    nextToken();
  }

  /** The text of the current name, string or number. */
  String text() {
    return token == JsonToken.VALUE_STRING || token == JsonToken.FIELD_NAME
        ? string.text()
        : new String(json, start, at - start, StandardCharsets.ISO_8859_1);
  }

  /**
   * The length of the current name or string in the JSON, in bytes. It is at least its number of
   * characters.
   */
  int textBytes() {
    return string.bytes();
  }

  /** The position of the current token, relative to the beginning of the JSON. */
  int tokenOffset() {
    return start - begin;
  }

  /** The number of bytes read so far. */
  int offset() {
    return at - begin;
  }
}
