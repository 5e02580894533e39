package dev.gramme.model;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads the output of a {@link ByteWriter}. Throws an {@link IllegalStateException} for damaged
 * input.
 */
public final class ByteReader {
  private final byte[] bytes;
  private final int end;
  private int at;

  /** The heap bytes of the decoded values, as the codec reports them by {@link #addHeapBytes}. */
  private long heapBytes;

  /** Reads an array from its beginning. */
  public ByteReader(byte[] bytes) {
    this(bytes, 0, bytes.length);
  }

  /** Reads a part of an array. */
  public ByteReader(byte[] bytes, int from, int end) {
    this.bytes = bytes;
    this.at = from;
    this.end = end;
  }

  /** Whether all bytes have been read. */
  public boolean atEnd() {
    return at == end;
  }

  /** The position of the next byte in the array. */
  public int position() {
    return at;
  }

  /** The next byte, 0 to 255. */
  public int readByte() {
    need(1);
    return bytes[at++] & 0xff;
  }

  /** The next byte, 0 to 255, without advancing. */
  public int peek() {
    need(1);
    return bytes[at] & 0xff;
  }

  /** Four bytes, most significant first. */
  public int readInt() {
    need(4);
    int value = 0;
    for (int i = 0; i < 4; i++) {
      value = (value << 8) | (bytes[at++] & 0xff);
    }
    return value;
  }

  /** Eight bytes, most significant first. */
  public long readLong() {
    return ((long) readInt() << 32) | (readInt() & 0xffff_ffffL);
  }

  /** A number in 7-bit groups, least significant first. */
  public int readVarint() {
    int value = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      int group = readByte();
      value |= (group & 0x7f) << shift;
      if (group < 0x80) {
        return value;
      }
    }
    throw damaged("a varint has more than five bytes");
  }

  /**
   * The number of elements that follow. Fails if the remaining bytes cannot hold them, so that no
   * caller allocates memory for a damaged count.
   *
   * @param minElementBytes the minimum size of one element
   */
  public int readCount(int minElementBytes) {
    int count = readVarint();
    if (count < 0 || count > (end - at) / minElementBytes) {
      throw damaged("unexpected end");
    }
    return count;
  }

  /** The next bytes, as a new array. */
  public byte[] read(int count) {
    need(count);
    byte[] part = Arrays.copyOfRange(bytes, at, at + count);
    at += count;
    return part;
  }

  /** A length, then that many bytes. */
  public byte[] readSized() {
    return read(readVarint());
  }

  /** A length, then that many bytes of UTF-8. */
  public String readText() {
    int count = readVarint();
    need(count);
    var text = new String(bytes, at, count, StandardCharsets.UTF_8);
    at += count;
    return text;
  }

  /** Counts the heap bytes of a decoded value. */
  void addHeapBytes(long bytes) {
    heapBytes += bytes;
  }

  /** The heap bytes of all values decoded so far. */
  long heapBytes() {
    return heapBytes;
  }

  private void need(int count) {
    if (count < 0 || end - at < count) {
      throw damaged("unexpected end");
    }
  }

  static IllegalStateException damaged(String what) {
    return new IllegalStateException("damaged data: " + what);
  }
}
