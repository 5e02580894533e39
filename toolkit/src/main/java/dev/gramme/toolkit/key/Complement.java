package dev.gramme.toolkit.key;

/**
 * Reverses the order of texts of equal length: replaces the first character of an alphabet by the
 * last, and so on.
 */
final class Complement {
  private Complement() {}

  /**
   * The text with its characters of the alphabet replaced by their counterparts; other characters
   * stay. Applying it twice gives the original.
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
