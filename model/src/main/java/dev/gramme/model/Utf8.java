package dev.gramme.model;

import java.nio.charset.StandardCharsets;

/** Strings as the service treats them: sequences of UTF-8 bytes, compared unsigned. */
public final class Utf8 {

  private Utf8() {}

  /** The UTF-8 bytes. */
  public static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Whether every character is ASCII, so that its UTF-8 encoding is one byte with the same value.
   */
  static boolean isAscii(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= 0x80) {
        return false;
      }
    }
    return true;
  }

  /** The number of UTF-8 bytes, computed without encoding the text. */
  public static int length(String text) {
    int units = text.length();
    int bytes = units;
    for (int i = 0; i < units; i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        if (c < 0x800) {
          bytes += 1;
        } else if (Character.isHighSurrogate(c)
            && i + 1 < units
            && Character.isLowSurrogate(text.charAt(i + 1))) {
          bytes += 2;
          i++;
        } else if (!Character.isSurrogate(c)) {
          bytes += 2;
        }
        // An unpaired surrogate is encoded as one byte, '?'.
      }
    }
    return bytes;
  }

  /**
   * Compares texts without unpaired surrogates by UTF-8 bytes. That is the order of code points,
   * which differs from {@link String#compareTo} only where a surrogate is compared with a unit
   * above the surrogates.
   */
  public static int compare(String a, String b) {
    int common = Math.min(a.length(), b.length());
    for (int i = 0; i < common; i++) {
      char x = a.charAt(i);
      char y = b.charAt(i);
      if (x != y) {
        return Character.isSurrogate(x) == Character.isSurrogate(y)
            ? Character.compare(x, y)
            : Character.isSurrogate(x) ? 1 : -1;
      }
    }
    return Integer.compare(a.length(), b.length());
  }
}
