package dev.gramme.storage;

/**
 * A walk over the entries of a range. Stands before the first entry at the beginning. Used by one
 * thread; to be closed.
 */
public interface Cursor extends AutoCloseable {

  /** Moves to the next entry; false at the end. */
  boolean next();

  /** The key of the entry, a new array. */
  byte[] key();

  /** The value of the entry, a new array. */
  byte[] value();

  @Override
  void close();
}
