package dev.gramme.storage;

import java.util.Arrays;

/**
 * A row that is believed to have a value: one that rarely changes, and by which many others are
 * read and written, as the version of a table's definition is. A store may know that a guard holds
 * without a look at its row, from what it reads or writes anyhow.
 */
public final class Guard {
  private final byte[] key;
  private final byte[] value;

  /** A guard; the arrays are handed over. */
  public Guard(byte[] key, byte[] value) {
    this.key = key;
    this.value = value;
  }

  /** The row's key. */
  public byte[] key() {
    return key.clone();
  }

  /** The value that it is believed to have. */
  public byte[] value() {
    return value.clone();
  }

  /** Whether a reader sees that value. */
  public boolean holdsIn(Reader reader) {
    return Arrays.equals(reader.get(key), value);
  }
}
