package dev.gramme.storage.rocksdb;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.Optional;

/**
 * A committed group of transactions as the write-ahead log has it: a RocksDB write batch with its
 * sequence number. If the store has an {@link ArchivedLog}, the batch ends with the time at which
 * the group was written, in a record that only the log contains.
 */
@SuppressWarnings("ArrayRecordComponent") // never modified or compared
public record LoggedGroup(byte[] bytes) {
  private static final int COUNT_AT = 8;
  private static final int HEADER = 12;
  private static final byte LOG_DATA = 3;
  private static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final int TIME_RECORD = 2 + Long.BYTES;

  public LoggedGroup {
    if (bytes.length < HEADER) {
      throw new IllegalArgumentException("a group has at least %d bytes".formatted(HEADER));
    }
  }

  private ByteBuffer numbers() {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** The sequence number of the first write. */
  long first() {
    return numbers().getLong(0);
  }

  /** The sequence number of the last write. */
  long last() {
    return first() + count() - 1;
  }

  /** The number of writes. */
  int count() {
    return numbers().getInt(COUNT_AT);
  }

  /** When the group was written, if the log has its time. */
  public Optional<Instant> time() {
    int at = bytes.length - TIME_RECORD;
    if (at < HEADER || bytes[at] != LOG_DATA || bytes[at + 1] != Long.BYTES) {
      return Optional.empty();
    }
    return Optional.of(Instant.ofEpochSecond(0, numbers().getLong(at + 2)));
  }

  /** A time in the form in which it ends a batch: nanoseconds since 1970. */
  static byte[] encode(Instant time) {
    long nanos = Math.addExact(time.getEpochSecond() * NANOS_PER_SECOND, time.getNano());
    return ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(nanos).array();
  }
}
