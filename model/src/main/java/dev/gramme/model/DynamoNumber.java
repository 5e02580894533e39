package dev.gramme.model;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Numbers as the service stores them: decimal, 38 significant digits, magnitude from 1E-130 to
 * 9.99...E+125. Text, range and messages were observed in October 2026.
 */
public final class DynamoNumber {
  /** The maximum number of significant digits. */
  public static final int MAX_PRECISION = 38;

  /** The exponent of the largest magnitude, 9.99...E+125. */
  public static final int MAX_EXPONENT = 125;

  /** The exponent of the smallest magnitude, 1E-130. */
  public static final int MIN_EXPONENT = -130;

  static final String NOT_NUMERIC = "The parameter cannot be converted to a numeric value";
  static final String OVERFLOW =
      "Number overflow. Attempting to store a number with magnitude larger than supported range";
  static final String UNDERFLOW =
      "Number underflow. Attempting to store a number with magnitude smaller than supported range";
  static final String TOO_PRECISE =
      "Attempting to store more than 38 significant digits in a Number";

  private DynamoNumber() {}

  /**
   * Parses the text of a number.
   *
   * @throws ApiError a ValidationException if the text is not a number, is out of range or is too
   *     precise
   */
  public static BigDecimal parse(String text) {
    int length = text.length();
    if (length > 0 && length <= 18 && isPlainInteger(text)) {
      return canonical(BigDecimal.valueOf(Long.parseLong(text)));
    }
    return new Scan(text, false).value();
  }

  /**
   * Parses the text of a number as the service's older layer does, that is like {@link BigDecimal}
   * of Java 8, whose exponent and scale have 32 bits. It accepts the same numbers as {@link
   * #parse}, but gives other errors. {@code 1e2147483648} and {@code 1e-2147483648} are not
   * numbers. {@code 1e2147483647} underflows, because precision minus scale wraps around (October
   * 2026).
   *
   * @throws ApiError a ValidationException if the text is not a number, is out of range or is too
   *     precise
   */
  public static BigDecimal parseAsBigDecimal(String text) {
    return new Scan(text, true).value();
  }

  /** The plain decimal text, without an exponent and without redundant zeros. */
  public static String format(BigDecimal value) {
    return canonical(value).toPlainString();
  }

  /** The same value without trailing zeros; {@link BigDecimal#ZERO} for zero. */
  public static BigDecimal canonical(BigDecimal value) {
    if (value.signum() == 0) {
      return BigDecimal.ZERO;
    }
    // An integer that fits a long and does not end in zero has nothing to strip.
    return value.scale() == 0 && value.precision() < 19 && value.longValue() % 10 != 0
        ? value
        : value.stripTrailingZeros();
  }

  /**
   * Checks the result of arithmetic.
   *
   * @throws ApiError a ValidationException if it is out of range or has more than 38 significant
   *     digits
   */
  public static BigDecimal checked(BigDecimal value) {
    BigDecimal result = canonical(value);
    if (result.signum() == 0) {
      return result;
    }
    int exponent = result.precision() - result.scale() - 1;
    if (exponent > MAX_EXPONENT) {
      throw ApiError.validation(OVERFLOW);
    }
    if (exponent < MIN_EXPONENT) {
      throw ApiError.validation(UNDERFLOW);
    }
    if (result.precision() > MAX_PRECISION) {
      throw ApiError.validation(TOO_PRECISE);
    }
    return result;
  }

  private static boolean isPlainInteger(String text) {
    int i = text.charAt(0) == '-' && text.length() > 1 ? 1 : 0;
    for (; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return true;
  }

  /** One pass over the text: sign, digits with an optional point, exponent. */
  private static final class Scan {
    private final String text;

    /** Whether exponent, scale and magnitude are limited to 32 bits instead of 64. */
    private final boolean narrow;

    private int at;

    Scan(String text, boolean narrow) {
      this.text = text;
      this.narrow = narrow;
    }

    BigDecimal value() {
      boolean negative = sign();
      var digits = new StringBuilder();
      int integerDigits = digits(digits);
      int fractionDigits = 0;
      if (at < text.length() && text.charAt(at) == '.') {
        at++;
        fractionDigits = digits(digits);
      }
      if (integerDigits + fractionDigits == 0) {
        throw notNumeric();
      }
      long exponent = exponent();
      if (at != text.length() || isTooWide(exponent, fractionDigits)) {
        throw notNumeric();
      }
      return assemble(negative, digits, fractionDigits, exponent);
    }

    private BigDecimal assemble(
        boolean negative, StringBuilder digits, int fractionDigits, long exponent) {
      int first = 0;
      while (first < digits.length() && digits.charAt(first) == '0') {
        first++;
      }
      if (first == digits.length()) {
        // The range check of a zero uses the exponent as written: 0e126 overflows, 0.0e126 is
        // valid.
        checkExponent(saturatedSubtract(exponent, fractionDigits));
        return BigDecimal.ZERO;
      }
      int last = digits.length();
      while (digits.charAt(last - 1) == '0') {
        last--;
      }
      int trimmed = digits.length() - last;
      long scale = saturatedSubtract(saturatedSubtract(fractionDigits, exponent), trimmed);
      long magnitude = saturatedSubtract(last - first - 1L, scale);
      checkExponent(magnitude);
      if (last - first > MAX_PRECISION) {
        throw ApiError.validation(TOO_PRECISE);
      }
      var unscaled = new BigInteger(digits.substring(first, last));
      return new BigDecimal(negative ? unscaled.negate() : unscaled, Math.toIntExact(scale));
    }

    private boolean isTooWide(long exponent, int fractionDigits) {
      return narrow
          && ((int) exponent != exponent
              || (int) (fractionDigits - exponent) != fractionDigits - exponent);
    }

    private void checkExponent(long exponent) {
      // The older layer checks precision minus scale as an int. That number is the exponent plus
      // one.
      long magnitude = narrow ? (int) (exponent + 1) - 1L : exponent;
      if (magnitude > MAX_EXPONENT) {
        throw ApiError.validation(OVERFLOW);
      }
      if (magnitude < MIN_EXPONENT) {
        throw ApiError.validation(UNDERFLOW);
      }
    }

    private boolean sign() {
      if (at < text.length() && (text.charAt(at) == '-' || text.charAt(at) == '+')) {
        return text.charAt(at++) == '-';
      }
      return false;
    }

    private int digits(StringBuilder into) {
      int from = at;
      while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
        at++;
      }
      into.append(text, from, at);
      return at - from;
    }

    /** The exponent. Text with an exponent of more than 64 bits is not a number. */
    private long exponent() {
      if (at == text.length() || (text.charAt(at) != 'e' && text.charAt(at) != 'E')) {
        return 0;
      }
      at++;
      int from = at;
      sign();
      var digits = new StringBuilder();
      if (digits(digits) == 0) {
        throw notNumeric();
      }
      try {
        return Long.parseLong(text, from, at, 10);
      } catch (NumberFormatException tooLong) {
        throw notNumeric();
      }
    }

    private ApiError notNumeric() {
      // The message about an empty text has no colon.
      return ApiError.validation(text.isEmpty() ? NOT_NUMERIC : NOT_NUMERIC + ": " + text);
    }

    private static long saturatedSubtract(long a, long b) {
      long difference = a - b;
      boolean overflow = ((a ^ b) & (a ^ difference)) < 0;
      return overflow ? (a < 0 ? Long.MIN_VALUE / 2 : Long.MAX_VALUE / 2) : difference;
    }
  }
}
