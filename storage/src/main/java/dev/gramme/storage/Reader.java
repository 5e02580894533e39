package dev.gramme.storage;

import org.jspecify.annotations.Nullable;

/** What can be read: single values, and ranges in either direction. */
public interface Reader {

  /** The value of a key, null if there is none. */
  byte @Nullable [] get(byte[] key);

  /**
   * The entries from a key (inclusive) to another (exclusive), as of the call.
   *
   * @param direction ascending begins at {@code from}, descending just before {@code to}
   */
  Cursor range(byte[] from, byte[] to, Direction direction);
}
