package dev.gramme.auth.policy;

/** Finds code points among code points. */
final class CodePoints {
  private CodePoints() {}

  /**
   * Where a part stands first, from a position on; -1 if it does not. Takes linear time (Knuth,
   * Morris, Pratt), but with placeholders the product of both lengths.
   *
   * @param any a placeholder, which stands for any one code point
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

  /** For each beginning of the part, the length of the longest beginning that also ends it. */
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

  private static int withPlaceholders(int[] text, int from, int[] part, int any) {
    for (int at = from; at <= text.length - part.length; at++) {
      int matched = 0;
      while (matched < part.length
          && (part[matched] == any || part[matched] == text[at + matched])) {
        matched++;
      }
      if (matched == part.length) {
        return at;
      }
    }
    return -1;
  }
}
