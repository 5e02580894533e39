package dev.gramme.toolkit.key;

import java.math.BigInteger;

/**
 * Readable integers of any size: a letter for the number of digits, then the digits. For example, 7
 * is {@code a7}, 42 is {@code b42} and 1234 is {@code d1234}. Negative numbers have upper-case
 * letters counted down from Z, which sort before lower-case letters, and the nines' complement of
 * their digits: -42 is {@code Y57}.
 *
 * <p>Numbers of more than 25 digits have {@code z}, then the number of digits in the same encoding,
 * then the digits.
 */
final class IntegerEncoding implements Encoding<BigInteger> {
  /** More digits than fit into a key. */
  static final int DIGITS_LIMIT = 1000;

  private static final int LETTERS = 25;
  private static final String LETTERS_AND_CAPITALS =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

  private final boolean descending;

  IntegerEncoding(boolean descending) {
    this.descending = descending;
  }

  @Override
  public String encode(BigInteger value, boolean last) {
    return write(descending ? value.negate() : value);
  }

  @Override
  public BigInteger decode(String text) {
    BigInteger value = read(text);
    return descending ? value.negate() : value;
  }

  @Override
  public int end(String key, int begin) {
    return endOf(key, begin);
  }

  @Override
  public Shape shape() {
    return Shape.of(LETTERS_AND_CAPITALS, 1, 1)
        .then(Shape.anyLength("0123456789" + LETTERS_AND_CAPITALS));
  }

  @Override
  public boolean selfDelimiting() {
    return true;
  }

  static String write(BigInteger value) {
    String digits = value.abs().toString();
    if (digits.length() > DIGITS_LIMIT) {
      throw new IllegalArgumentException(
          "a key cannot hold a number of " + digits.length() + " digits");
    }
    return value.signum() < 0 ? complement(positive(digits)) : positive(digits);
  }

  /** Encodes the digits of a non-negative number. */
  static String positive(String digits) {
    int length = digits.length();
    return length <= LETTERS
        ? (char) ('a' + length - 1) + digits
        : "z" + positive(Integer.toString(length)) + digits;
  }

  static BigInteger read(String text) {
    boolean negative = Character.isUpperCase(text.charAt(0));
    String positive = negative ? complement(text) : text;
    BigInteger magnitude = new BigInteger(positive.substring(firstDigit(positive)));
    return negative ? magnitude.negate() : magnitude;
  }

  /** Converts the text of a positive number to that of its negative, and vice versa. */
  static String complement(String text) {
    StringBuilder complement = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      complement.append(
          Character.isDigit(c)
              ? (char) ('9' - (c - '0'))
              : Character.isUpperCase(c) ? (char) ('a' + ('Z' - c)) : (char) ('Z' - (c - 'a')));
    }
    return complement.toString();
  }

  /** The start of the digits of a positive number. */
  static int firstDigit(String positive) {
    return positive.charAt(0) == 'z' ? endOf(positive, 1) : 1;
  }

  /** The end of the number that starts at an index. */
  static int endOf(String key, int begin) {
    char letter = key.charAt(begin);
    boolean negative = Character.isUpperCase(letter);
    char positive = negative ? (char) ('z' - (letter - 'A')) : letter;
    if (positive != 'z') {
      return begin + 1 + (positive - 'a' + 1);
    }
    int digits = endOf(key, begin + 1);
    String length = key.substring(begin + 1, digits);
    return digits + read(negative ? complement(length) : length).intValueExact();
  }
}
