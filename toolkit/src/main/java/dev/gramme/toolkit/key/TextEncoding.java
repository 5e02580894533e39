package dev.gramme.toolkit.key;

import java.nio.charset.StandardCharsets;

/**
 * Strings as they are, but for the few characters that would not stay in order beside the separator
 * {@code #}.
 *
 * <p>A string ends where a {@code #} or the key ends, so it must not contain one, and where
 * something follows it, it must not contain a character below {@code #} either: "a b" comes after
 * "a", but a space comes before a {@code #}. Such characters are written as {@code $} (which is the
 * next character after {@code #}) and a letter, which sort among themselves as the characters do,
 * and {@code $} is written so too. At the end of a key only {@code #} and {@code $} are, so that
 * spaces stay.
 */
final class TextEncoding implements Encoding<String> {
  private static final char ESCAPE = '$';
  private static final int SHIFT = '@';

  @Override
  public String encode(String value, boolean last) {
    if (!isWellFormed(value)) {
      throw new IllegalArgumentException("a key cannot hold half of a surrogate pair");
    }
    char lowest = last ? '#' : 0;
    StringBuilder text = new StringBuilder(value.length() + 8);
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c >= lowest && c <= ESCAPE) {
        text.append(ESCAPE).append((char) (c + SHIFT));
      } else {
        text.append(c);
      }
    }
    return text.toString();
  }

  @Override
  public String decode(String text) {
    StringBuilder value = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      value.append(c == ESCAPE ? (char) (text.charAt(++i) - SHIFT) : c);
    }
    return value.toString();
  }

  @Override
  public Shape shape() {
    return Shape.anyText();
  }

  @Override
  public boolean selfDelimiting() {
    return false;
  }

  private static boolean isWellFormed(String value) {
    return StandardCharsets.UTF_8.newEncoder().canEncode(value);
  }
}
