package dev.gramme.partiql;

import dev.gramme.model.Limits;

/**
 * Where a term stands within a value, as messages name it: {@code root.a[0]}.
 *
 * @param depth how many lists and maps are around it
 */
record Place(String text, int depth) {
  /** The place of a value that stands in no other. */
  static final Place ROOT = new Place("root", 0);

  Place element(int index) {
    return new Place(text + "[" + index + "]", depth + 1);
  }

  Place entry(String name) {
    return new Place(text + "." + name, depth + 1);
  }

  /**
   * Refuses a term in more lists and maps than a value may have.
   *
   * @throws dev.gramme.model.ApiError a ValidationException in the service's words of September
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
