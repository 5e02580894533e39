package dev.gramme.storage;

import java.util.Arrays;

/**
 * A row and the value that the caller expects it to have. Preconditions are used for rows that
 * rarely change and on which many reads and writes depend, such as the version of a table's
 * definition. A store may prove that a precondition holds without reading its row, from other rows
 * that it reads or writes anyway.
 */
public final class Precondition {
  private final byte[] key;
  private final byte[] value;

  /** Creates a precondition, which takes ownership of both arrays. */
  public Precondition(byte[] key, byte[] value) {
    this.key = key;
    this.value = value;
  }

  /** The row's key. */
  public byte[] key() {
    return key.clone();
  }

  /** The expected value. */
  public byte[] value() {
    return value.clone();
  }

  /** Whether the reader sees the expected value. */
  public boolean holdsIn(Reader reader) {
    return Arrays.equals(reader.get(key), value);
  }
}
