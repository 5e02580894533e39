package dev.gramme.toolkit.key;

import java.math.BigInteger;

/**
 * Encodes non-negative integers with leading zeros to a fixed width, so that texts sort like
 * numbers: with {@code {number:6}}, 42 is {@code 000042}. A descending field replaces each digit d
 * by 9 - d ({@code 999957}).
 */
final class PaddedEncoding implements Encoding<BigInteger> {
  private static final String DIGITS = "0123456789";

  private final int width;
  private final boolean descending;

  PaddedEncoding(int width, boolean descending) {
    this.width = width;
    this.descending = descending;
  }

  @Override
  public String encode(BigInteger value, boolean last) {
    String digits = value.toString();
    if (value.signum() < 0 || digits.length() > width) {
      throw new IllegalArgumentException(
          value + " is not a non-negative number of up to " + width + " digits");
    }
    String padded = "0".repeat(width - digits.length()) + digits;
    return descending ? Complement.of(padded, DIGITS) : padded;
  }

  @Override
  public BigInteger decode(String text) {
    return new BigInteger(descending ? Complement.of(text, DIGITS) : text);
  }

  @Override
  public int end(String key, int begin) {
    return begin + width;
  }

  @Override
  public Shape shape() {
    return Shape.of(DIGITS, width, width);
  }

  @Override
  public boolean selfDelimiting() {
    return true;
  }
}
