package dev.gramme.conformance.documents;

import java.util.Map;

/**
 * A fenced block of a page.
 *
 * @param page the page's path in the project
 * @param line the line where its text begins, from 1
 * @param section the number of headings before it
 * @param language the first word of its info string
 * @param argument the rest of its info string: {@code server}, {@code quoted}, {@code shown}, or
 *     the name of a file
 * @param text the lines between the fences
 */
record Block(String page, int line, int section, String language, String argument, String text) {
  private static final String NOTHING = "";
  private static final String FILE = "|[a-z][a-z0-9-]*\\.";

  /** The languages that {@link DocumentsTest} explains, each with a pattern of its arguments. */
  private static final Map<String, String> ARGUMENTS =
      Map.ofEntries(
          Map.entry("sh", "|server"),
          Map.entry("output", NOTHING),
          Map.entry("java", "|quoted|shown"),
          Map.entry("js", FILE + "mjs"),
          Map.entry("python", FILE + "py"),
          Map.entry("json", FILE + "json"),
          Map.entry("xml", NOTHING),
          Map.entry("console", NOTHING),
          Map.entry("text", NOTHING),
          Map.entry("ini", NOTHING),
          Map.entry("kotlin", NOTHING),
          Map.entry("groovy", NOTHING));

  /** Whether the info string has only words with a meaning. */
  boolean isKnown() {
    String arguments = ARGUMENTS.get(language);
    return arguments != null && argument.matches(arguments);
  }

  /** A command that runs until the reader stops it. */
  boolean isServer() {
    return language.equals("sh") && argument.equals("server");
  }

  /** Java that is compiled. */
  boolean isCompiled() {
    return language.equals("java") && argument.isEmpty();
  }

  /** A file that the reader saves under the name in the info string. */
  boolean isFile() {
    return argument.contains(".");
  }

  /** Code that is neither compiled, nor saved for a command, nor found in a source. */
  boolean isOnlyShown() {
    return switch (language) {
      case "java" -> argument.equals("shown");
      case "js", "python" -> !isFile();
      case "kotlin", "groovy" -> true;
      default -> false;
    };
  }

  @Override
  public String toString() {
    return page + ":" + line;
  }
}
