package dev.gramme.partiql;

/** Where a token stands in a statement: line and column, both from 1, and its length as written. */
public record Position(int line, int column, int length) {
  /** As messages show it: {@code 1:8:5}. */
  @Override
  public String toString() {
    return line + ":" + column + ":" + length;
  }
}
