package dev.gramme.toolkit.processor;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A builder for Java source. */
final class Source {
  private final StringBuilder text = new StringBuilder();
  private int depth;

  /**
   * Adds a line. A line that ends with an opening brace starts a block; one that starts with a
   * closing brace ends it.
   */
  Source line(String line) {
    if (line.startsWith("}")) {
      depth--;
    }
    text.append("  ".repeat(line.isEmpty() ? 0 : depth)).append(line).append('\n');
    if (line.endsWith("{")) {
      depth++;
    }
    return this;
  }

  /** Adds the parts of one statement, each on its own line. */
  Source statement(String first, Collection<String> more) {
    var lines = new StringBuilder(first);
    String indent = "\n" + "  ".repeat(depth + 2);
    more.forEach(part -> lines.append(indent).append(part));
    return line(lines.append(';').toString());
  }

  /** A string as a literal. */
  static String literal(String value) {
    return '"'
        + value
            .replace("\\", "\\\\")
            .replace("\"", "\\\"")
            .replace("\n", "\\n")
            .replace("\r", "\\r")
        + '"';
  }

  static String literals(Collection<String> values) {
    return values.stream().map(Source::literal).collect(Collectors.joining(", "));
  }

  static String list(Collection<String> expressions) {
    return "List.of(" + String.join(", ", expressions) + ")";
  }

  static String listOfLiterals(Collection<String> values) {
    return "List.of(" + literals(values) + ")";
  }

  static String mapOfLiterals(Map<String, String> values) {
    return values.entrySet().stream()
        .map(e -> "Map.entry(" + literal(e.getKey()) + ", " + literal(e.getValue()) + ")")
        .collect(Collectors.joining(", ", "Map.ofEntries(", ")"));
  }

  static String optional(Optional<String> value) {
    return value.map(v -> "Optional.of(" + literal(v) + ")").orElse("Optional.empty()");
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
