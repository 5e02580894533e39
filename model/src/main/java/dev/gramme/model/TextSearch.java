package dev.gramme.model;

/**
 * Finds a string within a string in linear time for every input. {@link String#contains} takes
 * quadratic time if the text has many partial matches of a long part.
 *
 * <p>Usually there are few candidate positions, so the search first finds them with {@link
 * String#indexOf}, which the JVM has optimized. When the comparisons at candidates have cost more
 * than the length of the text, the search continues with the algorithm of Knuth, Morris and Pratt.
 */
public final class TextSearch {
  /** For a part of at most this length {@link String#indexOf} takes linear time. */
  private static final int SHORT = 16;

  private TextSearch() {}

  /** Whether the text contains the part. */
  public static boolean contains(String text, String part) {
    return indexOf(text, part, 0) >= 0;
  }

  /** The first position of the part in the text, at or after a position; -1 if there is none. */
  public static int indexOf(String text, String part, int from) {
    if (part.length() <= SHORT) {
      return text.indexOf(part, from);
    }
    String beginning = part.substring(0, SHORT);
    int last = text.length() - part.length();
    long remainingCost = text.length();
    int at = from;
    while (at <= last && (at = text.indexOf(beginning, at)) >= 0 && at <= last) {
      if (text.startsWith(part, at)) {
        return at;
      }
      at++;
      remainingCost -= part.length();
      if (remainingCost < 0) {
        return knuthMorrisPratt(text, part, at);
      }
    }
    return -1;
  }

  private static int knuthMorrisPratt(String text, String part, int from) {
    int[] borders = borders(part);
    int matched = 0;
    for (int at = from; at < text.length(); at++) {
      char c = text.charAt(at);
      while (matched > 0 && part.charAt(matched) != c) {
        matched = borders[matched - 1];
      }
      if (part.charAt(matched) == c && ++matched == part.length()) {
        return at + 1 - matched;
      }
    }
    return -1;
  }

  /**
   * For each prefix of the part, the length of its longest proper prefix that is also its suffix.
   */
  private static int[] borders(String part) {
    var borders = new int[part.length()];
    int length = 0;
    for (int at = 1; at < borders.length; at++) {
      char c = part.charAt(at);
      while (length > 0 && part.charAt(length) != c) {
        length = borders[length - 1];
      }
      if (part.charAt(length) == c) {
        length++;
      }
      borders[at] = length;
    }
    return borders;
  }
}
