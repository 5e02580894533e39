package dev.gramme.storage.cassandra.row;

/**
 * A range of keys.
 *
 * @param from the first key (inclusive)
 * @param to the end (exclusive)
 */
public record KeyRange(Bytes from, Bytes to) {
  /** Whether a key is in the range. */
  public boolean contains(Bytes key) {
    return from.compareTo(key) <= 0 && key.compareTo(to) < 0;
  }
}
