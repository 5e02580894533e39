package dev.gramme.toolkit.key;

import java.util.Locale;
import java.util.function.UnaryOperator;

/**
 * Converts strings to lower or upper case with the rules of {@link Locale#ROOT}, so that the result
 * does not depend on the machine. Each code point is converted on its own. Therefore the converted
 * prefix of a string is a prefix of the converted string, also for a Greek sigma, whose lower case
 * otherwise depends on the next character.
 */
final class CaseFolding {
  private CaseFolding() {}

  static String lower(String text) {
    return each(text, point -> point.toLowerCase(Locale.ROOT));
  }

  static String upper(String text) {
    return each(text, point -> point.toUpperCase(Locale.ROOT));
  }

  private static String each(String text, UnaryOperator<String> fold) {
    StringBuilder folded = new StringBuilder(text.length());
    text.codePoints().forEach(point -> folded.append(fold.apply(Character.toString(point))));
    return folded.toString();
  }
}
