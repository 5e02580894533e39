package dev.gramme.toolkit;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A page of the results of an access pattern.
 *
 * @param items the items, in the order of the access pattern
 * @param next the start of the next page; empty after the last one
 */
public record Page<T>(List<T> items, Optional<Cursor> next) {
  public Page {
    items = List.copyOf(items);
  }

  /** The last page, or the only one. */
  public static <T> Page<T> last(List<T> items) {
    return new Page<>(items, Optional.empty());
  }

  /** This page with the function applied to its items. */
  public <R> Page<R> map(Function<? super T, ? extends R> function) {
    return new Page<>(items.stream().<R>map(function).toList(), next);
  }
}
