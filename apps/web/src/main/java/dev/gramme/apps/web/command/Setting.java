package dev.gramme.apps.web.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * One thing that can be set: as {@code --name value} or {@code --name=value}, or in the
 * environment, the first of which counts.
 *
 * @param name in small letters, with hyphens between words
 * @param placeholder what kind of value it takes, for the help, such as {@code NUMBER}
 * @param initial the value if nothing is set; it need not fit
 * @param meaning what it is, in a line
 * @param fits whether a value can be meant
 * @param kind what a value is that fits, to go behind "is not"
 */
public record Setting(
    String name,
    String placeholder,
    String initial,
    String meaning,
    Predicate<String> fits,
    String kind) {

  /** Any text, also none. */
  public static Setting text(String name, String placeholder, String initial, String meaning) {
    return new Setting(name, placeholder, initial, meaning, value -> true, placeholder);
  }

  /** A file or a folder. */
  public static Setting path(String name, String placeholder, String initial, String meaning) {
    return new Setting(name, placeholder, initial, meaning, value -> !value.isBlank(), "a path");
  }

  /** A whole number within limits, both included. */
  public static Setting whole(String name, int initial, int least, int most, String meaning) {
    return new Setting(
        name,
        "NUMBER",
        Integer.toString(initial),
        meaning,
        value -> isWhole(value, least, most),
        "a whole number from %d to %d".formatted(least, most));
  }

  /** The port that a program listens on; 0 takes any free one. */
  public static Setting port(int initial, String meaning) {
    return whole("port", initial, 0, 65_535, meaning);
  }

  /** A number between 0 and 1. */
  public static Setting share(String name, String initial, String meaning) {
    return new Setting(name, "SHARE", initial, meaning, Setting::isShare, "a number from 0 to 1");
  }

  /**
   * One of some words, or else an address.
   *
   * @param kind what an address looks like, to go behind "or"
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

  /** One of some words, or else the address of an HTTP server. */
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
   * The name in the environment.
   *
   * @param prefix what the program's variables begin with, such as {@code GRID}
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
