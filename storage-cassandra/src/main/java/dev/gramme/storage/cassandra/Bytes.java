package dev.gramme.storage.cassandra;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** A byte string as a key of maps, ordered by unsigned bytes. Nobody changes its array. */
final class Bytes implements Comparable<Bytes> {
  private final byte[] array;

  /** A byte string; the array is handed over. */
  Bytes(byte[] array) {
    this.array = array;
  }

  static Bytes copyOf(byte[] array) {
    return new Bytes(array.clone());
  }

  /** What a buffer has left. */
  static Bytes of(ByteBuffer buffer) {
    byte[] array = new byte[buffer.remaining()];
    buffer.duplicate().get(array);
    return new Bytes(array);
  }

  /** The bytes themselves, not to be changed. */
  byte[] array() {
    return array;
  }

  int length() {
    return array.length;
  }

  ByteBuffer buffer() {
    return ByteBuffer.wrap(array).asReadOnlyBuffer();
  }

  /** The least byte string that is greater. */
  Bytes next() {
    return new Bytes(Arrays.copyOf(array, array.length + 1));
  }

  @Override
  public int compareTo(Bytes other) {
    return Arrays.compareUnsigned(array, other.array);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Bytes bytes && Arrays.equals(array, bytes.array);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(array);
  }

  @Override
  public String toString() {
    return HexFormat.of().formatHex(array);
  }
}
