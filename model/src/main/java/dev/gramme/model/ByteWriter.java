package dev.gramme.model;

import java.util.Arrays;

/** A growing byte buffer with the primitives that the codecs need. */
public final class ByteWriter {
  private byte[] buffer;
  private int length;

  /** An empty writer with room for this many bytes. */
  public ByteWriter(int capacity) {
    buffer = new byte[Math.max(capacity, 16)];
  }

  /** One byte: the low eight bits of the value. */
  public ByteWriter writeByte(int value) {
    ensure(1);
    buffer[length++] = (byte) value;
    return this;
  }

  /** Four bytes, most significant first. */
  public ByteWriter writeInt(int value) {
    ensure(4);
    for (int shift = 24; shift >= 0; shift -= 8) {
      buffer[length++] = (byte) (value >>> shift);
    }
    return this;
  }

  /** Eight bytes, most significant first. */
  public ByteWriter writeLong(long value) {
    return writeInt((int) (value >>> 32)).writeInt((int) value);
  }

  /**
   * A non-negative number in 7-bit groups, least significant first. A negative number is not
   * checked, and is written wrongly.
   */
  public ByteWriter writeVarint(int value) {
    ensure(5);
    int rest = value;
    while (rest > 0x7f) {
      buffer[length++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    buffer[length++] = (byte) rest;
    return this;
  }

  /** All bytes of an array. */
  public ByteWriter write(byte[] bytes) {
    return write(bytes, 0, bytes.length);
  }

  /** Some bytes of an array. */
  public ByteWriter write(byte[] bytes, int from, int count) {
    ensure(count);
    System.arraycopy(bytes, from, buffer, length, count);
    length += count;
    return this;
  }

  /** The length of an array, then its bytes. */
  public ByteWriter writeSized(byte[] bytes) {
    return writeVarint(bytes.length).write(bytes);
  }

  /** The number of UTF-8 bytes of a text, then those bytes. */
  @SuppressWarnings("deprecation") // getBytes(int, int, byte[], int) copies ASCII directly
  public ByteWriter writeText(String text) {
    int units = text.length();
    if (Utf8.isAscii(text)) {
      writeVarint(units);
      ensure(units);
      text.getBytes(0, units, buffer, length);
      length += units;
      return this;
    }
    return writeSized(Utf8.bytes(text));
  }

  /** The number of bytes written so far. */
  public int length() {
    return length;
  }

  /** A copy of the written bytes. */
  public byte[] toByteArray() {
    return Arrays.copyOf(buffer, length);
  }

  private void ensure(int more) {
    if (buffer.length - length < more) {
      buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, length + more));
    }
  }
}
