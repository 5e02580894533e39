package dev.gramme.toolkit.key;

import java.util.HexFormat;

/**
 * Bytes as hexadecimal digits, in the order of unsigned bytes. In descending order all bytes are
 * inverted and a {@code ~} is appended, so that of two values with a common prefix the longer one
 * sorts first.
 */
final class HexEncoding implements Encoding<byte[]> {
  private static final HexFormat HEX = HexFormat.of();
  private static final String DIGITS = "0123456789abcdef";
  private static final char END_OF_DESCENDING = '~';

  private final boolean descending;

  HexEncoding(boolean descending) {
    this.descending = descending;
  }

  @Override
  public String encode(byte[] value, boolean last) {
    String text = HEX.formatHex(value);
    return descending ? Complement.of(text, DIGITS) + END_OF_DESCENDING : text;
  }

  @Override
  public byte[] decode(String text) {
    return HEX.parseHex(
        descending ? Complement.of(text.substring(0, text.length() - 1), DIGITS) : text);
  }

  @Override
  public Shape shape() {
    Shape digits = Shape.anyLength(DIGITS);
    return descending ? digits.then(Shape.literal("~")) : digits;
  }

  @Override
  public boolean selfDelimiting() {
    return descending;
  }

  @Override
  public int end(String key, int begin) {
    return descending ? key.indexOf(END_OF_DESCENDING, begin) + 1 : -1;
  }
}
