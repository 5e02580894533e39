package dev.gramme.apps.grid.domain;

import java.util.Optional;

/**
 * The order of a grid: by a field and then by number, the reverse of that, or by number only.
 * Issues without the field come last in either direction, ordered by number.
 *
 * @param field the id of a field; empty for the number
 */
public record Sort(Optional<String> field, boolean descending) {
  /** By number, ascending. */
  public static final Sort BY_NUMBER = new Sort(Optional.empty(), false);

  /** By a field, ascending. */
  public static Sort by(String field) {
    return new Sort(Optional.of(field), false);
  }

  /** The reverse order. */
  public Sort reversed() {
    return new Sort(field, !descending);
  }
}
