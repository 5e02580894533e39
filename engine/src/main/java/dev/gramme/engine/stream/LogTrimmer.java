package dev.gramme.engine.stream;

import dev.gramme.engine.key.RowKeys;
import dev.gramme.engine.key.SystemKeys;
import dev.gramme.engine.time.Failures;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Store;
import dev.gramme.storage.Transaction;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Removes rows of logs that are older than the retention of their table: changes, then empty closed
 * shards, then disabled streams. Readers no longer see any of these rows: streams hide changes that
 * are older than a day.
 */
public final class LogTrimmer {
  /** How long records of streams can be read. */
  public static final Duration STREAM_RETENTION = Duration.ofHours(24);

  /**
   * How long changes are kept that only the graphs of vector indexes read. They are read within
   * seconds. A server that was suspended for longer, or whose clock differs by more, builds its
   * graphs again.
   */
  public static final Duration VECTORS_RETENTION = Duration.ofMinutes(10);

  private final Store store;
  private final IntFunction<Duration> retention;

  /**
   * @param retention how long the changes of a table are kept, by its number
   */
  public LogTrimmer(Store store, IntFunction<Duration> retention) {
    this.store = store;
    this.retention = retention;
  }

  /** Whether there are any shards or streams, which may need trimming at some time. */
  public boolean hasWork() {
    return !rows(SystemKeys.SHARDS).isEmpty() || !rows(SystemKeys.STREAMS).isEmpty();
  }

  /**
   * Removes everything that is older than its retention.
   *
   * @param mayContinue checked before every transaction; trimming stops if it returns false
   */
  public void trim(Instant now, BooleanSupplier mayContinue) {
    var failures = new Failures();
    rows(SystemKeys.SHARDS).stream()
        .collect(Collectors.groupingBy(LogRows::tableOfShard))
        .values()
        .forEach(shards -> failures.attempt(() -> trimShards(shards, now, mayContinue)));
    for (byte[] row : rows(SystemKeys.STREAMS)) {
      if (mayContinue.getAsBoolean()) {
        failures.attempt(() -> trimStream(row, now));
      }
    }
    failures.rethrow();
  }

  private List<byte[]> rows(int space) {
    var keys = new ArrayList<byte[]>();
    try (Cursor rows =
        store.range(
            SystemKeys.spaceStart(space), SystemKeys.spaceStart(space + 1), Direction.ASCENDING)) {
      while (rows.next()) {
        keys.add(rows.key());
      }
    }
    return keys;
  }

  /**
   * Trims the shards of a table in the order of their numbers. A failure leaves the rest, because
   * readers rely on that order: a shard is not removed before those that were opened earlier.
   */
  private void trimShards(List<byte[]> shards, Instant now, BooleanSupplier mayContinue) {
    for (byte[] row : shards) {
      while (mayContinue.getAsBoolean() && trimShard(row, now)) {
        // The shard has more changes than one transaction should delete.
      }
    }
  }

  /** Removes the oldest changes of a shard; returns whether more of them are due. */
  private boolean trimShard(byte[] row, Instant now) {
    byte[] stored = store.get(row);
    if (stored == null) {
      return false;
    }
    int table = LogRows.tableOfShard(row);
    LogShard shard = LogShard.decode(stored);
    long horizon = LogRows.sequence(now.minus(retention.apply(table)));
    Due due = due(table, shard, horizon);
    if (due.last() != null || shard.end() < horizon) {
      store
          .transact(tx -> remove(tx, row, due.last(), shard.end() < horizon && !due.areMore()))
          .join();
    }
    return due.areMore();
  }

  /**
   * Changes that one transaction removes.
   *
   * @param last the row of the last one, null if there is none
   * @param areMore whether later changes may be due, too
   */
  @SuppressWarnings("ArrayRecordComponent") // private
  private record Due(byte @Nullable [] last, boolean areMore) {}

  /** The changes before a sequence number, up to the number that a transaction should delete. */
  private Due due(int table, LogShard shard, long sequence) {
    // Changes before this one have been removed; the range would walk over their tombstones.
    long first = Math.max(0, shard.trimmed());
    byte[] from = LogRows.change(table, shard.number(), first);
    byte[] to = LogRows.change(table, shard.number(), Math.max(first, sequence));
    int most = store.deletionRows();
    if (most == Integer.MAX_VALUE) {
      try (Cursor rows = store.range(from, to, Direction.DESCENDING)) {
        return new Due(rows.next() ? rows.key() : null, false);
      }
    }
    byte[] last = null;
    int found = 0;
    try (Cursor rows = store.range(from, to, Direction.ASCENDING)) {
      while (found < most && rows.next()) {
        last = rows.key();
        found++;
      }
    }
    return new Due(last, found == most);
  }

  /**
   * Removes changes, and the shard if there are no others in it; returns whether the shard remains.
   */
  private static boolean remove(
      Transaction tx, byte[] row, byte @Nullable [] lastChange, boolean withShard) {
    byte[] stored = tx.get(row);
    if (stored == null) {
      return false;
    }
    LogShard shard = LogShard.decode(stored);
    // If this server was suspended, another one may have trimmed more.
    if (lastChange != null && LogRows.sequenceOf(lastChange) > shard.trimmed()) {
      int table = LogRows.tableOfShard(row);
      // As above, the range begins behind the tombstones of earlier runs.
      tx.deleteRange(
          LogRows.change(table, shard.number(), Math.max(0, shard.trimmed())),
          RowKeys.after(lastChange));
      shard = shard.trimmedTo(LogRows.sequenceOf(lastChange));
    }
    if (withShard) {
      tx.delete(row);
      return false;
    }
    tx.put(row, shard.encode());
    return true;
  }

  private void trimStream(byte[] row, Instant now) {
    byte[] stored = store.get(row);
    Instant disabled = stored == null ? null : TableStream.decode(stored).disabled();
    if (disabled != null && !disabled.isAfter(now.minus(STREAM_RETENTION))) {
      store
          .transact(tx -> {
            tx.delete(row);
            return true;
          })
          .join();
    }
  }
}
