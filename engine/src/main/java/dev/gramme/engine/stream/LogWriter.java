package dev.gramme.engine.stream;

import dev.gramme.model.ByteReader;
import dev.gramme.model.ChangeLog;
import dev.gramme.model.Item;
import dev.gramme.model.StreamSpecification;
import dev.gramme.model.TableDefinition;
import dev.gramme.storage.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Writes the log in the transaction that makes the change of an item or of a definition. */
public final class LogWriter {
  /** The result for a change that is not logged. */
  public static final long NOT_KEPT = 0;

  private static final int HASH_POSITION = 4;

  private LogWriter() {}

  /**
   * Logs a change, if the table has a log and the item has changed.
   *
   * @param row the row of the item
   * @return the sequence number of the change, {@link #NOT_KEPT} if it is not logged
   */
  public static long append(
      Transaction tx,
      TableDefinition table,
      byte[] row,
      LoggedChange.Origin origin,
      @Nullable Item before,
      @Nullable Item after,
      Instant now) {
    ChangeLog log = table.features().log();
    if (log == null || !log.isKept() || Objects.equals(before, after)) {
      return NOT_KEPT;
    }
    long hash = new ByteReader(row, HASH_POSITION, row.length).readLong();
    long sequence = LogRows.next(tx, table.number(), now);
    tx.put(
        LogRows.change(table.number(), log.shardOf(hash).number(), sequence),
        new LoggedChange(sequence, origin, before, after).encode());
    return sequence;
  }

  /**
   * Opens and closes shards and streams according to a change of a table's definition.
   *
   * @param before null for a new table
   * @param after null for a deleted table
   */
  public static void applyDefinition(
      Transaction tx,
      @Nullable TableDefinition before,
      @Nullable TableDefinition after,
      Instant now) {
    TableDefinition table = after != null ? after : before;
    if (table == null) {
      throw new IllegalArgumentException("no table");
    }
    ChangeLog old = before == null ? null : before.features().log();
    ChangeLog fresh = after == null ? null : after.features().log();
    if (!shards(old).equals(shards(fresh))) {
      changeShards(tx, table.number(), old, fresh, now);
    }
    StreamSpecification oldStream = before == null ? null : before.features().stream();
    StreamSpecification freshStream = after == null ? null : after.features().stream();
    if (!Objects.equals(oldStream, freshStream)) {
      if (oldStream != null && old != null) {
        endStream(tx, table.name(), oldStream, old.nextShard(), now);
      }
      if (freshStream != null && fresh != null) {
        beginStream(tx, table, freshStream, fresh, now);
      }
    }
  }

  /**
   * Ensures that all changes committed later have higher sequence numbers, whatever the clock says.
   */
  public static void skipTo(Transaction tx, int table, long sequence) {
    LogRows.skipTo(tx, table, sequence);
  }

  private static List<ChangeLog.Shard> shards(@Nullable ChangeLog log) {
    return log == null ? List.of() : log.shards();
  }

  private static void changeShards(
      Transaction tx, int table, @Nullable ChangeLog old, @Nullable ChangeLog fresh, Instant now) {
    long next = LogRows.next(tx, table, now);
    for (ChangeLog.Shard shard : shards(old)) {
      if (!shards(fresh).contains(shard)) {
        byte[] row = LogRows.shard(table, shard.number());
        byte[] stored = tx.get(row);
        if (stored != null) {
          tx.put(row, LogShard.decode(stored).closed(next - 1).encode());
        }
      }
    }
    for (int i = 0; i < shards(fresh).size(); i++) {
      ChangeLog.Shard shard = shards(fresh).get(i);
      if (fresh != null && !shards(old).contains(shard)) {
        var opened =
            new LogShard(
                shard.number(),
                shard.firstHash(),
                fresh.lastHash(i),
                shard.parent(),
                next,
                LogShard.OPEN,
                0);
        tx.put(LogRows.shard(table, shard.number()), opened.encode());
      }
    }
  }

  private static void beginStream(
      Transaction tx,
      TableDefinition table,
      StreamSpecification stream,
      ChangeLog log,
      Instant now) {
    int first = log.shards().stream().mapToInt(ChangeLog.Shard::number).min().orElse(1);
    var opened =
        new TableStream(
            table.name(),
            stream.label(),
            table.number(),
            table.region(),
            stream.viewType(),
            table.key(),
            now,
            first,
            Integer.MAX_VALUE,
            null);
    tx.put(TableStream.row(table.name(), stream.label()), opened.encode());
  }

  private static void endStream(
      Transaction tx, String table, StreamSpecification stream, int nextShard, Instant now) {
    byte[] row = TableStream.row(table, stream.label());
    byte[] stored = tx.get(row);
    if (stored != null) {
      tx.put(row, TableStream.decode(stored).disabledAt(now, nextShard).encode());
    }
  }
}
