package dev.gramme.apps.grid.domain;

/**
 * A field that the issues of a project can have.
 *
 * @param id such as {@code date-3}: the type, and what tells it from the project's other fields
 * @param name as people see it
 * @param position its place in the grid
 */
public record Field(String id, String name, int position) {
  /** The values that it has. */
  public FieldType type() {
    return FieldType.of(id);
  }
}
