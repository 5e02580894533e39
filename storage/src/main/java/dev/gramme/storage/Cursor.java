package dev.gramme.storage;

/**
 * A cursor over the entries of a range. It starts before the first entry. Not thread-safe; the
 * caller must close it.
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
