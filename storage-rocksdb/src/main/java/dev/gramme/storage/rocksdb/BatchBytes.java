package dev.gramme.storage.rocksdb;

import dev.gramme.storage.tree.Entry;
import dev.gramme.storage.tree.PendingWrites;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/**
 * The writes of a group, to become one RocksDB write batch: encoded in one array, which crosses
 * into native code once ({@link #toBytes}), or one by one, which costs less for large writes
 * ({@link #addTo}). The writes are the entries of the overlay ({@link PendingWrites}), which are
 * not copied before. A failed transaction is undone by truncating the list.
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

  /** A write: the tag, and the entry with its one or two byte strings. */
  @SuppressWarnings("ArrayRecordComponent") // never modified or compared
  private record Write(byte tag, byte[] entry) {
    long sizeBytes() {
      int key = Entry.keyLength(entry);
      int second = Entry.valueLength(entry);
      return 1L + varintBytes(key) + key + (tag == DELETE ? 0 : varintBytes(second) + second);
    }
  }

  private final List<Write> writes = new ArrayList<>();
  private long size = HEADER;

  void put(byte[] entry) {
    add(new Write(PUT, entry));
  }

  void delete(byte[] removed) {
    add(new Write(DELETE, removed));
  }

  /** Removes a range, from the key of the entry (inclusive) to its value (exclusive). */
  void deleteRange(byte[] range) {
    add(new Write(DELETE_RANGE, range));
  }

  private void add(Write write) {
    writes.add(write);
    size += write.sizeBytes();
  }

  boolean isEmpty() {
    return writes.isEmpty();
  }

  /** The size of the encoded batch in bytes. */
  long size() {
    return size;
  }

  int count() {
    return writes.size();
  }

  /** Removes everything after an earlier {@link #size} and {@link #count}. */
  void truncate(long formerSize, int formerCount) {
    size = formerSize;
    writes.subList(formerCount, writes.size()).clear();
  }

  /** Removes everything. */
  void clear() {
    truncate(HEADER, 0);
  }

  /** The encoded batch. */
  byte[] toBytes() {
    byte[] batch = new byte[Math.toIntExact(size)];
    int count = writes.size();
    for (int i = 0; i < Integer.BYTES; i++) {
      batch[COUNT_AT + i] = (byte) (count >>> (8 * i));
    }
    int at = HEADER;
    for (Write write : writes) {
      byte[] entry = write.entry();
      batch[at++] = write.tag();
      at = putVarint(batch, at, Entry.keyLength(entry));
      at = Entry.copyKey(entry, batch, at);
      if (write.tag() != DELETE) {
        at = putVarint(batch, at, Entry.valueLength(entry));
        at = Entry.copyValue(entry, batch, at);
      }
    }
    return batch;
  }

  /** Whether the writes are large on average, and each fits into a buffer of this size. */
  boolean areLarge(int averageBytes, int bufferBytes) {
    return size >= (long) averageBytes * Math.max(1, writes.size())
        && writes.stream().allMatch(write -> write.entry().length <= bufferBytes);
  }

  /**
   * Adds the writes to an empty batch, which has the same content as {@link #toBytes} then.
   *
   * @param buffer a direct buffer, with room for each of the writes
   */
  void addTo(WriteBatch batch, ByteBuffer buffer) throws RocksDBException {
    for (Write write : writes) {
      byte[] entry = write.entry();
      if (write.tag() == DELETE_RANGE) {
        batch.deleteRange(Entry.key(entry), Entry.value(entry));
        continue;
      }
      buffer.clear();
      Entry.copyKeyAndValue(entry, buffer);
      int keyLength = Entry.keyLength(entry);
      ByteBuffer key = buffer.slice(0, keyLength);
      if (write.tag() == DELETE) {
        batch.delete(key);
      } else {
        batch.put(key, buffer.slice(keyLength, Entry.valueLength(entry)));
      }
    }
  }

  private static int putVarint(byte[] out, int begin, int value) {
    int at = begin;
    int rest = value;
    while (rest >= 0x80) {
      out[at++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    out[at++] = (byte) rest;
    return at;
  }

  private static int varintBytes(int value) {
    int bytes = 1;
    for (int rest = value; rest >= 0x80; rest >>>= 7) {
      bytes++;
    }
    return bytes;
  }
}
