package dev.gramme.toolkit;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Some of the items that an access pattern finds.
 *
 * @param items the items, in the order of the access pattern
 * @param next where the next page begins; empty after the last one
 */
public record Page<T>(List<T> items, Optional<Cursor> next) {
  public Page {
    items = List.copyOf(items);
  }

  /** The last page, or the only one. */
  public static <T> Page<T> last(List<T> items) {
    return new Page<>(items, Optional.empty());
  }

  /** The same page of what the function makes of its items. */
  public <R> Page<R> map(Function<? super T, ? extends R> function) {
    return new Page<>(items.stream().<R>map(function).toList(), next);
  }
}
