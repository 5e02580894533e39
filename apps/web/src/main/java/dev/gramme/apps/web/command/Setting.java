package dev.gramme.apps.web.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * A setting, given as {@code --name value} or {@code --name=value}, or in the environment; the
 * command line takes precedence.
 *
 * @param name in lower case, with hyphens between words
 * @param placeholder the kind of value, for the help, such as {@code NUMBER}
 * @param initial the default value; it need not be valid
 * @param meaning a one-line description
 * @param fits whether a value is valid
 * @param kind the description of valid values, used after "is not"
 */
public record Setting(
    String name,
    String placeholder,
    String initial,
    String meaning,
    Predicate<String> fits,
    String kind) {

  /** Any text, possibly empty. */
  public static Setting text(String name, String placeholder, String initial, String meaning) {
    return new Setting(name, placeholder, initial, meaning, value -> true, placeholder);
  }

  /** A file or a folder. */
  public static Setting path(String name, String placeholder, String initial, String meaning) {
    return new Setting(name, placeholder, initial, meaning, value -> !value.isBlank(), "a path");
  }

  /** A whole number within inclusive limits. */
  public static Setting whole(String name, int initial, int least, int most, String meaning) {
    return new Setting(
        name,
        "NUMBER",
        Integer.toString(initial),
        meaning,
        value -> isWhole(value, least, most),
        "a whole number from %d to %d".formatted(least, most));
  }

  /** The port of a program; 0 for any free one. */
  public static Setting port(int initial, String meaning) {
    return whole("port", initial, 0, 65_535, meaning);
  }

  /** A number between 0 and 1. */
  public static Setting share(String name, String initial, String meaning) {
    return new Setting(name, "SHARE", initial, meaning, Setting::isShare, "a number from 0 to 1");
  }

  /**
   * One of some words, or otherwise an address.
   *
   * @param kind the description of an address, used after "or"
   */
  public static Setting address(
      String name,
      List<String> words,
      String placeholder,
      Pattern address,
      String kind,
      String initial,
      String meaning) {
    var shown = new ArrayList<>(words);
    shown.add(placeholder);
    return new Setting(
        name,
        String.join("|", shown),
        initial,
        meaning,
        value -> words.contains(value) || address.matcher(value).matches(),
        words.isEmpty() ? kind : String.join(", ", words) + " or " + kind);
  }

  /** One of some words, or otherwise the address of an HTTP server. */
  public static Setting url(String name, List<String> words, String initial, String meaning) {
    return address(
        name,
        words,
        "URL",
        Pattern.compile("https?://[^\\s/]+\\S*"),
        "a URL such as http://127.0.0.1:8000",
        initial,
        meaning);
  }

  /**
   * The name of the environment variable.
   *
   * @param prefix the prefix of the program's variables, such as {@code GRID}
   */
  String variable(String prefix) {
    return prefix + "_" + name.replace('-', '_').toUpperCase(Locale.ROOT);
  }

  private static boolean isWhole(String value, int least, int most) {
    try {
      int number = Integer.parseInt(value);
      return number >= least && number <= most;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private static boolean isShare(String value) {
    try {
      double share = Double.parseDouble(value);
      return share >= 0 && share <= 1;
    } catch (NumberFormatException e) {
      return false;
    }
  }
}
