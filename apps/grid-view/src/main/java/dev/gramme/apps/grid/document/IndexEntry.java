package dev.gramme.apps.grid.document;

import dev.gramme.apps.grid.domain.Column;
import dev.gramme.apps.grid.domain.FieldType;
import dev.gramme.apps.grid.domain.Issue;
import dev.gramme.apps.grid.domain.SortText;
import dev.gramme.toolkit.Entity;
import java.util.HashSet;
import java.util.Set;

/**
 * An index entry: an issue under the value of one of its fields. It consists of its key only, so no
 * attribute of it can be outdated.
 *
 * @param column the project and the field, such as {@code RAIL/date-1}
 * @param sort the value and the number
 */
@Entity(pk = "{column}", sk = "{sort}", type = "E")
public record IndexEntry(String column, String sort) {
  /** All entries that an issue should have. */
  static Set<IndexEntry> of(Issue issue) {
    Set<IndexEntry> entries = new HashSet<>();
    issue
        .values()
        .forEach((field, value) ->
            entries.add(
                new IndexEntry(
                    new Column(issue.project(), field).text(),
                    new SortText(value, issue.number()).text())));
    return entries;
  }

  /** The issue's number. */
  public long number() {
    return SortText.parse(FieldType.of(Column.parse(column).field()), sort).number();
  }

  /** The issue's id. */
  String issue() {
    return Issue.id(Column.parse(column).project(), number());
  }
}
