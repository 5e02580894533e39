package dev.gramme.apps.patterns;

import java.util.List;

/**
 * Patterns for problems of one kind.
 *
 * @param title its title
 * @param file the name of its page, without {@code .md}
 * @param patterns its patterns, in the order of the page
 */
public record Theme(String title, String file, List<Pattern> patterns) {
  public Theme {
    patterns = List.copyOf(patterns);
  }
}
