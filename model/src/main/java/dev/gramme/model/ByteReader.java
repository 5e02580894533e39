package dev.gramme.model;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads what a {@link ByteWriter} wrote. Damaged input ends in an {@link IllegalStateException}.
 */
public final class ByteReader {
  private final byte[] bytes;
  private final int end;
  private int at;

  /** What was made of the bytes takes so much of the heap, as far as the one who reads has said. */
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

  /** Whether everything was read. */
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

  /** The next byte without moving on, 0 to 255. */
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

  /** A number in 7-bit groups. */
  public int readVarint() {
    int value = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      int group = readByte();
      value |= (group & 0x7f) << shift;
      if (group < 0x80) {
        return value;
      }
    }
    throw damaged("a number of more than five bytes");
  }

  /**
   * How many things follow, each of which takes so many bytes at least: more than there is room for
   * is noticed here, before anyone makes room for them.
   */
  public int readCount(int leastBytes) {
    int count = readVarint();
    if (count < 0 || count > (end - at) / leastBytes) {
      throw damaged("the end comes too early");
    }
    return count;
  }

  /** This many bytes. */
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

  /** Notes that a value was made which takes so much of the heap. */
  void made(long bytes) {
    heapBytes += bytes;
  }

  /** The heap that the values take that were made. */
  long heapBytes() {
    return heapBytes;
  }

  private void need(int count) {
    if (count < 0 || end - at < count) {
      throw damaged("the end comes too early");
    }
  }

  static IllegalStateException damaged(String what) {
    return new IllegalStateException("damaged data: " + what);
  }
}
