package dev.gramme.model;

/**
 * Finds a text within a text in linear time, whatever the two are. {@link String#contains} takes
 * quadratic time for a long part of which the text has many beginnings.
 *
 * <p>Mostly there are few places where the part could stand, so they are looked for with what the
 * JVM does best. When comparing at such places has cost more than the text is long, the search goes
 * on by the algorithm of Knuth, Morris and Pratt.
 */
public final class TextSearch {
  /** A part as short as this is found in linear time in any case. */
  private static final int SHORT = 16;

  private TextSearch() {}

  /** Whether the text has the part. */
  public static boolean contains(String text, String part) {
    return indexOf(text, part, 0) >= 0;
  }

  /** Where the part stands first in the text, from a position on; -1 if it does not. */
  public static int indexOf(String text, String part, int from) {
    if (part.length() <= SHORT) {
      return text.indexOf(part, from);
    }
    String beginning = part.substring(0, SHORT);
    int last = text.length() - part.length();
    long patience = text.length();
    int at = from;
    while (at <= last && (at = text.indexOf(beginning, at)) >= 0 && at <= last) {
      if (text.startsWith(part, at)) {
        return at;
      }
      at++;
      patience -= part.length();
      if (patience < 0) {
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

  /** For each beginning of the part, the length of the longest beginning that also ends it. */
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
