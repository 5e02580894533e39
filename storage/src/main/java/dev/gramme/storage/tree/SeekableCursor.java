package dev.gramme.storage.tree;

import dev.gramme.storage.Cursor;

/** A cursor that can skip entries without reading them. */
public interface SeekableCursor extends Cursor {

  /**
   * Moves forward to a key, or to the first entry beyond it; in a descending cursor to the first
   * entry before it. False at the end.
   */
  boolean skipTo(byte[] key);
}
