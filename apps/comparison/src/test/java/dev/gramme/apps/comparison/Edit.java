package dev.gramme.apps.comparison;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A deliberate mistake in the sources of a version: replacements of texts. Each replaced text must
 * occur exactly once in its file. In the texts, {@code \n} stands for a line break.
 *
 * <pre>{@code
 * Tickets.java
 * - sk = "SEAT#{section}#{row}"
 * + sk = "SEAT#{sektion}#{row}"
 * }</pre>
 *
 * @param replacements the replacements, in any number of files
 */
record Edit(List<Replacement> replacements) {
  /** No replacement: the sources remain unchanged. */
  static final Edit NONE = new Edit(List.of());

  /**
   * A replacement.
   *
   * @param file the name of the file
   * @param before the text that is replaced
   * @param after the text in its place
   */
  record Replacement(String file, String before, String after) {}

  /** Reads an edit in the form of the case files: three lines for each replacement. */
  static Edit parse(String input) {
    List<String> lines = input.lines().toList();
    var replacements = new ArrayList<Replacement>();
    for (int i = 0; i < lines.size(); i += 3) {
      replacements.add(
          new Replacement(lines.get(i), text(lines.get(i + 1)), text(lines.get(i + 2))));
    }
    return new Edit(replacements);
  }

  private static String text(String line) {
    return line.substring(Math.min(2, line.length())).replace("\\n", "\n");
  }

  /** Whether a file is changed. */
  boolean changes(Path source) {
    return replacements.stream().anyMatch(one -> source.endsWith(one.file()));
  }

  /** The source of a file with the mistake. */
  String applied(Path source) throws IOException {
    String text = Files.readString(source);
    for (Replacement one : replacements) {
      if (!source.endsWith(one.file())) {
        continue;
      }
      if (text.split(Pattern.quote(one.before()), -1).length != 2) {
        throw new IllegalArgumentException(one.file() + " does not contain once: " + one.before());
      }
      text = text.replace(one.before(), one.after());
    }
    return text;
  }
}
