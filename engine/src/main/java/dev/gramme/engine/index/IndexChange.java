package dev.gramme.engine.index;

import dev.gramme.model.Item;
import dev.gramme.model.SecondaryIndex;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The change of an item's entry in an index.
 *
 * @param before the projected entry before, null if there was none
 * @param after the projected entry after, null if there is none
 * @param moved whether the index key of the entry has changed
 */
public record IndexChange(
    SecondaryIndex index, @Nullable Item before, @Nullable Item after, boolean moved) {

  /** Whether anything was written. */
  public boolean isWrite() {
    return moved || !Objects.equals(before, after);
  }
}
