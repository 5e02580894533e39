package dev.gramme.toolkit.key;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Readable decimals: the integer part as {@link IntegerEncoding} writes it, then the point and the
 * fractional digits, if there are any. For example, 12.5 is {@code b12.5} and 3 is {@code a3}.
 * Negative numbers are complemented and end with {@code ~}, which sorts after all digits, because
 * -12.51 is smaller than -12.5 although its text is longer: -12.5 is {@code Y87.4~}.
 *
 * <p>Trailing zeros are dropped: 1.0 and 1.00 are the same key. Decoding gives the shortest form of
 * a number.
 */
final class DecimalEncoding implements Encoding<BigDecimal> {
  private static final char END_OF_NEGATIVE = '~';

  private final boolean descending;

  DecimalEncoding(boolean descending) {
    this.descending = descending;
  }

  @Override
  public String encode(BigDecimal value, boolean last) {
    BigDecimal number = descending ? value.negate() : value;
    BigDecimal shortest = number.abs().stripTrailingZeros();
    if (Math.abs((long) shortest.scale()) + shortest.precision() > IntegerEncoding.DIGITS_LIMIT) {
      throw new IllegalArgumentException("the decimal has too many digits for a key: " + value);
    }
    String plain = shortest.toPlainString();
    int point = plain.indexOf('.');
    String positive =
        point < 0
            ? IntegerEncoding.positive(plain)
            : IntegerEncoding.positive(plain.substring(0, point)) + plain.substring(point);
    return number.signum() < 0 ? complement(positive) + END_OF_NEGATIVE : positive;
  }

  @Override
  public BigDecimal decode(String text) {
    boolean negative = text.charAt(text.length() - 1) == END_OF_NEGATIVE;
    String positive = negative ? complement(text.substring(0, text.length() - 1)) : text;
    int point = positive.indexOf('.');
    String integer = point < 0 ? positive : positive.substring(0, point);
    BigInteger whole = IntegerEncoding.read(integer);
    BigDecimal value = new BigDecimal(whole + (point < 0 ? "" : positive.substring(point)));
    return shortest(negative != descending ? value.negate() : value);
  }

  @Override
  public Shape shape() {
    return Shape.anyLength(".~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
  }

  @Override
  public boolean selfDelimiting() {
    return false;
  }

  /** The number without trailing zeros and with a non-negative scale. */
  private static BigDecimal shortest(BigDecimal value) {
    BigDecimal stripped = value.stripTrailingZeros();
    return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
  }

  private static String complement(String text) {
    int point = text.indexOf('.');
    return point < 0
        ? IntegerEncoding.complement(text)
        : IntegerEncoding.complement(text.substring(0, point))
            + '.'
            + IntegerEncoding.complement(text.substring(point + 1));
  }
}
