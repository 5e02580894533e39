package dev.gramme.apps.grid.domain;

/**
 * A field of a project's issues.
 *
 * @param id such as {@code date-3}: the type, and a number that is unique within the project
 * @param name the display name
 * @param position its position in the grid
 */
public record Field(String id, String name, int position) {
  /** The type of its values. */
  public FieldType type() {
    return FieldType.of(id);
  }
}
