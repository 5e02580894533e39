package dev.gramme.engine.index;

import dev.gramme.model.Item;
import dev.gramme.model.SecondaryIndex;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a change of an item did to its entry in an index.
 *
 * @param before the entry before, as projected; null if the item had none
 * @param after the entry after, as projected; null if the item has none
 * @param moved whether the entry stands under another index key than before
 */
public record IndexChange(
    SecondaryIndex index, @Nullable Item before, @Nullable Item after, boolean moved) {

  /** Whether anything was written. */
  public boolean isWrite() {
    return moved || !Objects.equals(before, after);
  }
}
