package dev.gramme.move.files.parquet;

import dev.gramme.model.ByteWriter;
import dev.gramme.model.Utf8;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Writes structures in Thrift's compact protocol, in which Parquet's metadata is stored. The fields
 * of a structure are written in ascending order of their numbers, each as the difference to the
 * number before. Source: Thrift's specification of the protocol.
 */
final class ThriftWriter {
  private static final int I32 = 5;
  private static final int I64 = 6;
  private static final int BINARY = 8;
  private static final int LIST = 9;
  private static final int STRUCTURE = 12;
  private static final int MAX_SHORT_LIST = 14;

  private ByteWriter bytes = new ByteWriter(256);
  private final Deque<Integer> enclosing = new ArrayDeque<>();
  private int previous;

  private void field(int number, int type) {
    if (number <= previous || number > previous + 15) {
      throw new IllegalArgumentException("field " + number + " after " + previous);
    }
    bytes.writeByte(((number - previous) << 4) | type);
    previous = number;
  }

  ThriftWriter i32(int number, int value) {
    field(number, I32);
    return zigzag(value);
  }

  ThriftWriter i64(int number, long value) {
    field(number, I64);
    return zigzag(value);
  }

  ThriftWriter text(int number, String value) {
    field(number, BINARY);
    return text(value);
  }

  /** An element of a list of texts. */
  ThriftWriter text(String value) {
    bytes.writeSized(Utf8.bytes(value));
    return this;
  }

  /** An element of a list of numbers. */
  ThriftWriter i32(int value) {
    return zigzag(value);
  }

  ThriftWriter texts(int number, int size) {
    return list(number, size, BINARY);
  }

  ThriftWriter numbers(int number, int size) {
    return list(number, size, I32);
  }

  /** A list of structures; each of them is written with {@link #begin()} and {@link #end}. */
  ThriftWriter structures(int number, int size) {
    return list(number, size, STRUCTURE);
  }

  private ThriftWriter list(int number, int size, int type) {
    field(number, LIST);
    if (size <= MAX_SHORT_LIST) {
      bytes.writeByte(size << 4 | type);
    } else {
      bytes.writeByte(0xf0 | type).writeVarint(size);
    }
    return this;
  }

  /** Begins a structure that is a field. */
  ThriftWriter begin(int number) {
    field(number, STRUCTURE);
    return begin();
  }

  /** Begins a structure that is an element of a list. */
  ThriftWriter begin() {
    enclosing.push(previous);
    previous = 0;
    return this;
  }

  /** Ends a structure; the outermost one was not begun. */
  ThriftWriter end() {
    bytes.writeByte(0);
    previous = enclosing.isEmpty() ? 0 : enclosing.pop();
    return this;
  }

  private ThriftWriter zigzag(long value) {
    long rest = value << 1 ^ value >> 63;
    while ((rest & ~0x7fL) != 0) {
      bytes.writeByte((int) ((rest & 0x7f) | 0x80));
      rest >>>= 7;
    }
    bytes.writeByte((int) rest);
    return this;
  }

  /** The bytes since the last call; the structure may continue. */
  byte[] takeByteArray() {
    byte[] taken = bytes.toByteArray();
    bytes = new ByteWriter(256);
    return taken;
  }
}
