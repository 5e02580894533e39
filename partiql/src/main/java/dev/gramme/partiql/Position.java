package dev.gramme.partiql;

/**
 * The position of a token in a statement: line and column, both from 1, and the length of its text.
 */
public record Position(int line, int column, int length) {
  /** The form in error messages: {@code 1:8:5}. */
  @Override
  public String toString() {
    return line + ":" + column + ":" + length;
  }
}
