package dev.gramme.wire;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Searches for characters that JSON escapes and for the end of strings, eight bytes at a time. */
final class PlainText {
  private static final VarHandle EIGHT =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGHS = 0x8080808080808080L;
  private static final long QUOTES = ONES * '"';
  private static final long BACKSLASHES = ONES * '\\';
  private static final long BLANKS = ONES * ' ';

  private PlainText() {}

  /** Whether a UTF-8 text has no control character, no quotation mark and no backslash. */
  static boolean needsNoEscapes(byte[] utf8) {
    int at = 0;
    for (; at <= utf8.length - Long.BYTES; at += Long.BYTES) {
      long eight = (long) EIGHT.get(utf8, at);
      if (((below(eight) | zero(eight ^ QUOTES) | zero(eight ^ BACKSLASHES)) & HIGHS) != 0) {
        return false;
      }
    }
    for (; at < utf8.length; at++) {
      byte b = utf8[at];
      if ((b >= 0 && b < ' ') || b == '"' || b == '\\') {
        return false;
      }
    }
    return true;
  }

  /**
   * The first position, at or after a position, of a quotation mark, a backslash, a control
   * character or a non-ASCII byte; the end if there is none.
   */
  static int skip(byte[] utf8, int from, int end) {
    int at = from;
    for (; at <= end - Long.BYTES; at += Long.BYTES) {
      long eight = (long) EIGHT.get(utf8, at);
      long hits = (eight | below(eight) | zero(eight ^ QUOTES) | zero(eight ^ BACKSLASHES)) & HIGHS;
      if (hits != 0) {
        // False hits can occur only after the first true hit.
        return at + Long.numberOfTrailingZeros(hits) / Byte.SIZE;
      }
    }
    while (at < end && utf8[at] >= ' ' && utf8[at] != '"' && utf8[at] != '\\') {
      at++;
    }
    return at;
  }

  /**
   * Sets the highest bit of the first byte that is less than a space. Bytes from 128 on do not
   * count. The highest bits of later bytes may be wrong.
   */
  private static long below(long eight) {
    return (eight - BLANKS) & ~eight;
  }

  /**
   * Sets the highest bit of the first byte that is zero. The highest bits of later bytes may be
   * wrong.
   */
  private static long zero(long eight) {
    return (eight - ONES) & ~eight;
  }
}
