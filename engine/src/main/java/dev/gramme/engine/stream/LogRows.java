package dev.gramme.engine.stream;

import dev.gramme.engine.key.SystemKeys;
import dev.gramme.model.ByteReader;
import dev.gramme.model.ByteWriter;
import dev.gramme.storage.Reader;
import dev.gramme.storage.Transaction;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The row keys of the change log, and its sequence numbers.
 *
 * <p>A sequence number is the time of the change in microseconds, or the last number plus one if
 * that is higher. So it is unique and increasing in a table, and orders changes by time. Streams,
 * recovery and replication all use the same number.
 */
public final class LogRows {
  private static final int PREFIX_BYTES = 5;
  private static final int LONG_BYTES = 8;

  private LogRows() {}

  /** The sequence number of a change at this time. */
  public static long sequence(Instant moment) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, moment);
  }

  /** The time of a change. */
  public static Instant time(long sequence) {
    return Instant.EPOCH.plus(sequence, ChronoUnit.MICROS);
  }

  /** The row of a change; also the start of a range of changes. */
  public static byte[] change(int table, int shard, long sequence) {
    return SystemKeys.start(SystemKeys.CHANGES)
        .writeInt(table)
        .writeInt(shard)
        .writeLong(sequence)
        .toByteArray();
  }

  /** The sequence number of a change's row. */
  public static long sequenceOf(byte[] changeRow) {
    int from = PREFIX_BYTES + 2 * Integer.BYTES;
    return new ByteReader(changeRow, from, changeRow.length).readLong();
  }

  /** The row of a shard; with shard number 0, the start of the table's shards. */
  static byte[] shard(int table, int shard) {
    return SystemKeys.start(SystemKeys.SHARDS).writeInt(table).writeInt(shard).toByteArray();
  }

  /** The table number in a shard's row. */
  static int tableOfShard(byte[] shardRow) {
    return new ByteReader(shardRow, PREFIX_BYTES, shardRow.length).readInt();
  }

  /** The last sequence number of a table's log, 0 if there never was one. */
  public static long last(Reader reader, int table) {
    byte[] last = reader.get(clock(table));
    return last == null ? 0 : new ByteReader(last).readLong();
  }

  /** Allocates the next sequence number of a table's log. */
  static long next(Transaction tx, int table, Instant now) {
    long next = Math.max(last(tx, table) + 1, sequence(now));
    tx.put(clock(table), new ByteWriter(LONG_BYTES).writeLong(next).toByteArray());
    return next;
  }

  /** Ensures that all later sequence numbers are higher than this one. */
  public static void skipTo(Transaction tx, int table, long sequence) {
    if (last(tx, table) < sequence) {
      tx.put(clock(table), new ByteWriter(LONG_BYTES).writeLong(sequence).toByteArray());
    }
  }

  private static byte[] clock(int table) {
    return SystemKeys.numbered(SystemKeys.LOG_CLOCKS, table);
  }
}
