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
   * @param mayContinue checked before every shard and stream; trimming stops if it returns false
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
      if (mayContinue.getAsBoolean()) {
        trimShard(row, now);
      }
    }
  }

  private void trimShard(byte[] row, Instant now) {
    byte[] stored = store.get(row);
    if (stored == null) {
      return;
    }
    int table = LogRows.tableOfShard(row);
    LogShard shard = LogShard.decode(stored);
    long horizon = LogRows.sequence(now.minus(retention.apply(table)));
    byte[] last = lastBefore(table, shard, horizon);
    if (last != null || shard.end() < horizon) {
      store.transact(tx -> remove(tx, row, last, horizon)).join();
    }
  }

  /** The row of the last change before a sequence number, null if there is none. */
  private byte @Nullable [] lastBefore(int table, LogShard shard, long sequence) {
    // Changes before this one have been removed; the range would walk over their tombstones.
    long first = Math.max(0, shard.trimmed());
    try (Cursor rows =
        store.range(
            LogRows.change(table, shard.number(), first),
            LogRows.change(table, shard.number(), Math.max(first, sequence)),
            Direction.DESCENDING)) {
      return rows.next() ? rows.key() : null;
    }
  }

  /**
   * Removes changes, and the shard if it is closed and too old; returns whether the shard remains.
   */
  private static boolean remove(
      Transaction tx, byte[] row, byte @Nullable [] lastChange, long horizon) {
    byte[] stored = tx.get(row);
    if (stored == null) {
      return false;
    }
    LogShard shard = LogShard.decode(stored);
    if (lastChange != null) {
      int table = LogRows.tableOfShard(row);
      // As above, the range begins behind the tombstones of earlier runs.
      tx.deleteRange(
          LogRows.change(table, shard.number(), Math.max(0, shard.trimmed())),
          RowKeys.after(lastChange));
      shard = shard.trimmedTo(LogRows.sequenceOf(lastChange));
    }
    if (shard.end() < horizon) {
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
