package dev.gramme.apps.grid.domain;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;

/**
 * The type of a field's values. A field's type can never change, since the order of its values
 * depends on it. So the type is the prefix of the field's id, and a value can be decoded without a
 * lookup of the field.
 */
public enum FieldType {
  TEXT("text"),
  WHOLE("whole"),
  DECIMAL("decimal"),
  DATE("date");

  /**
   * The maximum size of a text in UTF-8: a sort key has 1,024 bytes, and escapes may double the
   * size.
   */
  public static final int LONGEST_TEXT_BYTES = 400;

  private static final int MAX_DIGITS = 38;

  private final String word;

  FieldType(String word) {
    this.word = word;
  }

  /** The prefix of field ids. */
  public String word() {
    return word;
  }

  /**
   * The type in the id of a field.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static FieldType of(String fieldId) {
    for (FieldType type : values()) {
      if (fieldId.startsWith(type.word + "-")) {
        return type;
      }
    }
    throw new IllegalArgumentException("not the id of a field: " + fieldId);
  }

  /**
   * Parses a value.
   *
   * @throws IllegalArgumentException if the text is invalid, with a message for users
   */
  public FieldValue parse(String text) {
    try {
      return switch (this) {
        case TEXT -> new FieldValue.Text(bounded(text));
        case WHOLE -> new FieldValue.Whole(whole(text));
        case DECIMAL -> new FieldValue.Decimal(decimal(text));
        case DATE -> new FieldValue.Day(LocalDate.parse(text.strip()));
      };
    } catch (NumberFormatException | DateTimeException e) {
      throw new IllegalArgumentException("not a value of type " + word + ": " + text, e);
    }
  }

  private static String bounded(String text) {
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      throw new IllegalArgumentException("a text must not contain unpaired surrogates");
    }
    if (text.isEmpty() || text.getBytes(StandardCharsets.UTF_8).length > LONGEST_TEXT_BYTES) {
      throw new IllegalArgumentException("a text must have 1 to 400 bytes");
    }
    return text;
  }

  private static BigInteger whole(String text) {
    BigInteger value = new BigInteger(text.strip());
    if (value.abs().toString().length() > MAX_DIGITS) {
      throw new IllegalArgumentException("a number must have at most 38 digits");
    }
    return value;
  }

  private static BigDecimal decimal(String text) {
    BigDecimal given = new BigDecimal(text.strip());
    if (given.signum() == 0) {
      return BigDecimal.ZERO;
    }
    // Removing zeros lowers the scale, which would overflow if it were not checked before.
    if (given.scale() >= -MAX_DIGITS) {
      BigDecimal value = given.stripTrailingZeros();
      boolean isScaleValid = value.scale() >= -MAX_DIGITS && value.scale() <= MAX_DIGITS;
      if (isScaleValid && value.precision() <= MAX_DIGITS) {
        return value;
      }
    }
    throw new IllegalArgumentException("a number must have at most 38 digits");
  }
}
