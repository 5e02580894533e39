package dev.gramme.storage.rocksdb;

import java.util.Arrays;

/**
 * A RocksDB write batch as bytes. A group of transactions then crosses into native code once and
 * not once per write, and a failed transaction is undone by truncating the batch.
 *
 * <p>The format is that of RocksDB's write-ahead log and equally stable: sequence number (eight
 * bytes, set by RocksDB), count (four bytes, little endian), then for each write a tag and one or
 * two byte strings, each after its length (varint).
 */
final class BatchBytes {
  private static final int HEADER = 12;
  private static final int COUNT_AT = 8;
  private static final byte DELETE = 0x0;
  private static final byte PUT = 0x1;
  private static final byte DELETE_RANGE = 0xF;
  private static final int FIRST_CAPACITY = 1 << 10;
  private static final int MAX_VARINT = 5;

  private byte[] bytes = new byte[FIRST_CAPACITY];
  private int size = HEADER;
  private int count;

  void put(byte[] key, byte[] value) {
    begin(PUT, key.length + value.length);
    append(key);
    append(value);
  }

  void delete(byte[] key) {
    begin(DELETE, key.length);
    append(key);
  }

  void deleteRange(byte[] from, byte[] to) {
    begin(DELETE_RANGE, from.length + to.length);
    append(from);
    append(to);
  }

  boolean isEmpty() {
    return count == 0;
  }

  int size() {
    return size;
  }

  int count() {
    return count;
  }

  /** Removes everything after an earlier {@link #size} and {@link #count}. */
  void truncate(int formerSize, int formerCount) {
    size = formerSize;
    count = formerCount;
  }

  /** Removes everything; also replaces the array if a large group made it larger than usual. */
  void clear(int usualCapacity) {
    truncate(HEADER, 0);
    if (bytes.length > usualCapacity) {
      bytes = new byte[FIRST_CAPACITY];
    }
  }

  byte[] toBytes() {
    byte[] batch = Arrays.copyOf(bytes, size);
    for (int i = 0; i < Integer.BYTES; i++) {
      batch[COUNT_AT + i] = (byte) (count >>> (8 * i));
    }
    return batch;
  }

  private void begin(byte tag, int length) {
    long needed = (long) size + 1 + 2 * MAX_VARINT + length;
    if (needed > bytes.length) {
      long doubled = Math.min(Integer.MAX_VALUE - 8, Math.max(needed, 2L * bytes.length));
      bytes = Arrays.copyOf(bytes, Math.toIntExact(Math.max(needed, doubled)));
    }
    bytes[size++] = tag;
    count++;
  }

  private void append(byte[] string) {
    int rest = string.length;
    while (rest >= 0x80) {
      bytes[size++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[size++] = (byte) rest;
    System.arraycopy(string, 0, bytes, size, string.length);
    size += string.length;
  }
}
