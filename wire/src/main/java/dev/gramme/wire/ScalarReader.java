package dev.gramme.wire;

import com.fasterxml.jackson.core.JsonToken;
import dev.gramme.model.Binary;
import dev.gramme.wire.TypeMismatch.Place;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads strings, numbers, booleans, binaries and timestamps from the current token of a reader. */
final class ScalarReader {
  /** An integer with fewer characters than this fits into 64 bits. */
  private static final int MAX_LONG_LENGTH = 19;

  private static final Shape<String> STRING = Shape.string();
  private static final Shape<Boolean> BOOLEAN = Shape.bool();
  private static final Shape<Binary> BLOB = Shape.blob();
  private static final Shape<Instant> TIMESTAMP = Shape.timestamp();

  private ScalarReader() {}

  static String string(JsonReader json, JsonToken token) {
    if (token != JsonToken.VALUE_STRING) {
      throw TypeMismatch.of(STRING, token, Place.FIELD);
    }
    return json.text();
  }

  static Number number(JsonReader json, JsonToken token, NumberShape<?> shape) {
    if (!token.isNumeric()) {
      throw TypeMismatch.of(shape, token, Place.FIELD);
    }
    return switch (shape.kind()) {
      case INTEGER -> Math.clamp(floor(json, token), Integer.MIN_VALUE, Integer.MAX_VALUE);
      case LONG -> floor(json, token);
      case DOUBLE -> Double.parseDouble(json.text());
    };
  }

  private static long floor(JsonReader json, JsonToken token) {
    if (token == JsonToken.VALUE_NUMBER_FLOAT) {
      return (long) Math.floor(Double.parseDouble(json.text()));
    }
    String digits = json.text();
    if (digits.length() < MAX_LONG_LENGTH) {
      return Long.parseLong(digits);
    }
    var value = new BigInteger(digits);
    return value.bitLength() < Long.SIZE
        ? value.longValue()
        : value.signum() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
  }

  static boolean bool(JsonReader json, JsonToken token) {
    if (token == JsonToken.VALUE_TRUE || token == JsonToken.VALUE_FALSE) {
      return token == JsonToken.VALUE_TRUE;
    }
    Boolean spelled = token == JsonToken.VALUE_STRING ? spelled(json.text()) : null;
    if (spelled == null) {
      throw TypeMismatch.of(BOOLEAN, token, Place.FIELD);
    }
    return spelled;
  }

  private static @Nullable Boolean spelled(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true", "yes", "1" -> true;
      case "false", "no", "0" -> false;
      default -> null;
    };
  }

  static Binary blob(JsonReader json, JsonToken token) {
    if (token != JsonToken.VALUE_STRING) {
      throw TypeMismatch.of(BLOB, token, Place.FIELD);
    }
    String text = json.text();
    if (text.length() % 4 != 0) {
      throw TypeMismatch.error(TypeMismatch.BASE64_LENGTH + text.length());
    }
    if (!hasValidPadding(text)) {
      throw TypeMismatch.error(TypeMismatch.BASE64_CHARACTER);
    }
    try {
      return Binary.fromBase64(text);
    } catch (IllegalArgumentException invalid) {
      throw TypeMismatch.error(TypeMismatch.BASE64_CHARACTER);
    }
  }

  /** Whether the unused bits of the last character before the padding are zero. */
  private static boolean hasValidPadding(String text) {
    if (!text.endsWith("=")) {
      return true;
    }
    return text.endsWith("==")
        ? "AQgw".indexOf(text.charAt(text.length() - 3)) >= 0
        : "AEIMQUYcgkosw048".indexOf(text.charAt(text.length() - 2)) >= 0;
  }

  static Instant timestamp(JsonReader json, JsonToken token) {
    if (!token.isNumeric()) {
      throw TypeMismatch.of(TIMESTAMP, token, Place.FIELD);
    }
    return Instant.ofEpochMilli(Math.round(Double.parseDouble(json.text()) * 1000));
  }
}
