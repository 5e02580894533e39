package dev.gramme.storage.rocksdb;

import dev.gramme.storage.Cursor;

/** A cursor that can skip entries without reading them. */
sealed interface SeekableCursor extends Cursor permits RocksCursor, OverlaidCursor {

  /**
   * Moves forward to a key, or to the first entry beyond it; in a descending cursor to the first
   * entry before it. False at the end.
   */
  boolean skipTo(byte[] key);
}
