package dev.gramme.storage.cassandra.derived;

import dev.gramme.storage.cassandra.row.Bytes;
import dev.gramme.storage.cassandra.row.Write;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * The derived rows that one transaction writes from the sources in one bucket.
 *
 * @param writes the writes by key
 * @param previousStamp the bucket's stamp before the transaction
 */
public record OutboxEntry(SequencedMap<Bytes, Write> writes, long previousStamp) {

  /** The stamp of the writes. */
  long stamp() {
    return previousStamp + 1;
  }

  /** The size of all values in bytes. */
  long bytes() {
    long bytes = 0;
    for (var write : writes.values()) {
      Bytes value = write.value();
      bytes += value == null ? 0 : value.length();
    }
    return bytes;
  }

  /**
   * The stored form: for each row the length of its key (4 bytes), the key, the length of its value
   * (4 bytes, -1 for a deletion), and the value.
   */
  public static Bytes encode(SequencedMap<Bytes, Write> writes) {
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

  /** Reads the stored form. */
  static OutboxEntry decode(ByteBuffer stored, long previousStamp) {
    var writes = new LinkedHashMap<Bytes, Write>();
    var in = stored.duplicate();
    while (in.hasRemaining()) {
      Bytes key = take(in, in.getInt());
      int length = in.getInt();
      writes.put(key, new Write(length < 0 ? null : take(in, length)));
    }
    return new OutboxEntry(writes, previousStamp);
  }

  private static Bytes take(ByteBuffer in, int length) {
    byte[] array = new byte[length];
    in.get(array);
    return new Bytes(array);
  }
}
