package dev.gramme.apps.grid.domain;

import java.util.Comparator;
import java.util.List;

/**
 * A project, which defines fields and has numbered issues.
 *
 * @param fields in the order of their positions
 */
public record Project(String id, String tenant, String name, List<Field> fields) {
  /** The maximum number of fields of a project, not counting title and state. */
  public static final int MAX_FIELDS = 400;

  /** A field of every project: the subject of an issue. */
  public static final Field TITLE = new Field("text-title", "Title", 0);

  /** A field of every project: the state of an issue. */
  public static final Field STATE = new Field("text-state", "State", 1);

  public Project {
    fields = fields.stream().sorted(Comparator.comparingInt(Field::position)).toList();
    if (fields.size() > MAX_FIELDS + 2) {
      throw new IllegalArgumentException("a project can have at most 400 fields");
    }
    if (!id.matches("[A-Z][A-Z0-9]{0,15}")) {
      throw new IllegalArgumentException(
          "a project's id must consist of capitals and digits, not " + id);
    }
  }

  /**
   * The field with an id.
   *
   * @throws IllegalArgumentException if there is none
   */
  public Field field(String fieldId) {
    return fields.stream()
        .filter(field -> field.id().equals(fieldId))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(name + " has no field " + fieldId));
  }
}
