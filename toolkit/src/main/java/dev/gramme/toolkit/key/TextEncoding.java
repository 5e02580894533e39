package dev.gramme.toolkit.key;

import java.nio.charset.StandardCharsets;

/**
 * Strings, unchanged except for the few characters that would break the order next to the separator
 * {@code #}.
 *
 * <p>A string ends at a {@code #} or at the end of the key, so its text must not contain a {@code
 * #}. If a separator follows, it must not contain a character below {@code #} either: "a b" sorts
 * after "a", but a space sorts before {@code #}. Such characters, and {@code $} itself, are escaped
 * as {@code $} (the character after {@code #}) and a letter; the letters keep their order. At the
 * end of a key only {@code #} and {@code $} are escaped, so that spaces remain.
 */
final class TextEncoding implements Encoding<String> {
  private static final char ESCAPE = '$';
  private static final int SHIFT = '@';

  @Override
  public String encode(String value, boolean last) {
    if (!isWellFormed(value)) {
      throw new IllegalArgumentException("a key cannot contain an unpaired surrogate");
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
