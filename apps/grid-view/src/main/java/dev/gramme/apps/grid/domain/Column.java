package dev.gramme.apps.grid.domain;

/** A field of a project, as part of keys: {@code RAIL/date-1}. */
public record Column(String project, String field) {
  private static final char SEPARATOR = '/';

  /**
   * Parses a column.
   *
   * @throws IllegalArgumentException if the text is not a column
   */
  public static Column parse(String text) {
    int at = text.indexOf(SEPARATOR);
    if (at < 0) {
      throw new IllegalArgumentException("no column: " + text);
    }
    return new Column(text.substring(0, at), text.substring(at + 1));
  }

  /** The column as text. */
  public String text() {
    return project + SEPARATOR + field;
  }
}
