package dev.gramme.toolkit.key;

/**
 * Turns the order of texts of one length round: the first character of an alphabet for the last,
 * and so on.
 */
final class Complement {
  private Complement() {}

  /**
   * The text with its characters of the alphabet replaced by their counterparts; others stay. Twice
   * is none.
   */
  static String of(String text, String alphabet) {
    StringBuilder complement = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      int at = alphabet.indexOf(c);
      complement.append(at < 0 ? c : alphabet.charAt(alphabet.length() - 1 - at));
    }
    return complement.toString();
  }
}
