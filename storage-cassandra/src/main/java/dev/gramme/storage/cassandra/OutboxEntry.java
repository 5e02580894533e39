package dev.gramme.storage.cassandra;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * What is derived from the sources of one bucket by one transaction.
 *
 * @param writes derived rows by key, no value for those that are removed
 * @param before the stamp that the bucket had before
 */
record OutboxEntry(SequencedMap<Bytes, Overlay.Write> writes, long before) {

  /** The stamp that the writes have. */
  long stamp() {
    return before + 1;
  }

  /** How many bytes the values have. */
  long bytes() {
    long bytes = 0;
    for (var write : writes.values()) {
      Bytes value = write.value();
      bytes += value == null ? 0 : value.length();
    }
    return bytes;
  }

  /**
   * As it is stored: of each row the length of its key (4 bytes), its key, the length of its value
   * (4 bytes, -1 for none), and its value.
   */
  static Bytes encode(SequencedMap<Bytes, Overlay.Write> writes) {
    int length = 0;
    for (var write : writes.entrySet()) {
      Bytes value = write.getValue().value();
      length += 2 * Integer.BYTES + write.getKey().length() + (value == null ? 0 : value.length());
    }
    var out = ByteBuffer.allocate(length);
    writes.forEach((key, write) -> {
      Bytes value = write.value();
      out.putInt(key.length()).put(key.buffer()).putInt(value == null ? -1 : value.length());
      if (value != null) {
        out.put(value.buffer());
      }
    });
    return new Bytes(out.array());
  }

  /** An entry as it was stored. */
  static OutboxEntry decode(ByteBuffer stored, long before) {
    var writes = new LinkedHashMap<Bytes, Overlay.Write>();
    var in = stored.duplicate();
    while (in.hasRemaining()) {
      Bytes key = take(in, in.getInt());
      int length = in.getInt();
      writes.put(key, new Overlay.Write(length < 0 ? null : take(in, length)));
    }
    return new OutboxEntry(writes, before);
  }

  private static Bytes take(ByteBuffer in, int length) {
    byte[] array = new byte[length];
    in.get(array);
    return new Bytes(array);
  }
}
