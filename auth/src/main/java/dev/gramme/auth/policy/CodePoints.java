package dev.gramme.auth.policy;

import java.util.HashMap;

/** Searches sequences of code points. */
final class CodePoints {
  private CodePoints() {}

  /**
   * The first position of a part at or after a position; -1 if there is none. Takes linear time
   * (Knuth, Morris, Pratt); with placeholders a 64th of the product of both lengths.
   *
   * @param any the placeholder, which matches any one code point
   */
  static int indexOf(int[] text, int from, int[] part, int any) {
    for (int one : part) {
      if (one == any) {
        return withPlaceholders(text, from, part, any);
      }
    }
    if (part.length == 0) {
      return from;
    }
    int[] borders = borders(part);
    int matched = 0;
    for (int at = from; at < text.length; at++) {
      while (matched > 0 && part[matched] != text[at]) {
        matched = borders[matched - 1];
      }
      if (part[matched] == text[at] && ++matched == part.length) {
        return at + 1 - matched;
      }
    }
    return -1;
  }

  /**
   * For each prefix of the part, the length of the longest proper prefix that is also its suffix.
   */
  private static int[] borders(int[] part) {
    var borders = new int[part.length];
    int length = 0;
    for (int at = 1; at < part.length; at++) {
      while (length > 0 && part[length] != part[at]) {
        length = borders[length - 1];
      }
      if (part[length] == part[at]) {
        length++;
      }
      borders[at] = length;
    }
    return borders;
  }

  /**
   * Keeps one bit for each prefix of the part: whether it ends at the current code point of the
   * text (Baeza-Yates and Gonnet). The next code point shifts the bits and clears those of prefixes
   * that it does not continue.
   */
  private static int withPlaceholders(int[] text, int from, int[] part, int any) {
    int words = (part.length + Long.SIZE - 1) / Long.SIZE;
    var others = new long[words];
    var continued = new HashMap<Integer, long[]>();
    for (int at = 0; at < part.length; at++) {
      if (part[at] == any) {
        others[at / Long.SIZE] |= 1L << at;
      }
    }
    for (int at = 0; at < part.length; at++) {
      if (part[at] != any) {
        continued.computeIfAbsent(part[at], one -> others.clone())[at / Long.SIZE] |= 1L << at;
      }
    }
    var ending = new long[words];
    int last = part.length - 1;
    for (int at = from; at < text.length; at++) {
      long[] mask = continued.getOrDefault(text[at], others);
      long carry = 1;
      for (int word = 0; word < words; word++) {
        long next = ending[word] >>> (Long.SIZE - 1);
        ending[word] = ((ending[word] << 1) | carry) & mask[word];
        carry = next;
      }
      if ((ending[last / Long.SIZE] >>> last & 1) != 0) {
        return at - last;
      }
    }
    return -1;
  }
}
