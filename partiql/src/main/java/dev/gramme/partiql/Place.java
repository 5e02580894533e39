package dev.gramme.partiql;

import dev.gramme.model.Limits;

/**
 * The position of a term within a value, as error messages show it: {@code root.a[0]}.
 *
 * @param depth the number of lists and maps that contain it
 */
record Place(String text, int depth) {
  /** The position of a value that is not part of another value. */
  static final Place ROOT = new Place("root", 0);

  Place element(int index) {
    return new Place(text + "[" + index + "]", depth + 1);
  }

  Place entry(String name) {
    return new Place(text + "." + name, depth + 1);
  }

  /**
   * Checks that the term is not nested deeper than a value may be.
   *
   * @throws dev.gramme.model.ApiError a ValidationException with the service's text of September
   *     2026
   */
  void checkDepth() {
    if (depth > Limits.NESTING_LEVELS) {
      throw StatementFaults.of("Nesting Levels have exceeded supported limits under " + text);
    }
  }

  @Override
  public String toString() {
    return text;
  }
}
