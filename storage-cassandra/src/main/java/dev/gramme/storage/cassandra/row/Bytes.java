package dev.gramme.storage.cassandra.row;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** An immutable byte string that can be a key of maps, ordered by unsigned bytes. */
public final class Bytes implements Comparable<Bytes> {
  private final byte[] array;

  /** A byte string that keeps the array; the caller must not change it. */
  public Bytes(byte[] array) {
    this.array = array;
  }

  /** A byte string with a copy of the array. */
  public static Bytes copyOf(byte[] array) {
    return new Bytes(array.clone());
  }

  /** A copy of the remaining bytes of a buffer. */
  public static Bytes of(ByteBuffer buffer) {
    byte[] array = new byte[buffer.remaining()];
    buffer.duplicate().get(array);
    return new Bytes(array);
  }

  /** The array itself; the caller must not change it. */
  public byte[] array() {
    return array;
  }

  public int length() {
    return array.length;
  }

  /** A new read-only buffer over the bytes. */
  public ByteBuffer buffer() {
    return ByteBuffer.wrap(array).asReadOnlyBuffer();
  }

  /** The smallest byte string that is greater than this one. */
  public Bytes successor() {
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
