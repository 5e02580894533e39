package dev.gramme.engine.stream;

import dev.gramme.engine.key.RowKeys;
import dev.gramme.engine.key.SystemKeys;
import dev.gramme.model.ApiError;
import dev.gramme.model.budget.RequestBudget;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Reader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the change log of a table, consistent with the underlying reader. */
public final class LogReader {
  private final Reader reader;

  public LogReader(Reader reader) {
    this.reader = reader;
  }

  /** The shards of a table from a number on, in the order of their numbers, up to a limit. */
  public List<LogShard> shards(int table, int from, int limit) {
    var shards = new ArrayList<LogShard>();
    byte[] first = LogRows.shard(table, from);
    try (Cursor rows = reader.range(first, LogRows.shard(table + 1, 0), Direction.ASCENDING)) {
      while (shards.size() < limit && rows.next()) {
        shards.add(LogShard.decode(rows.value()));
      }
    }
    return shards;
  }

  /** A shard of a table. */
  public Optional<LogShard> shard(int table, int number) {
    return Optional.ofNullable(reader.get(LogRows.shard(table, number))).map(LogShard::decode);
  }

  /**
   * The changes of a shard from a sequence number on, in their order.
   *
   * @param limit the maximum number of changes
   * @param maxBytes reading ends with the change that reaches this many bytes
   */
  public List<LoggedChange> changes(int table, int shard, long from, int limit, long maxBytes) {
    return changes(table, shard, from, limit, maxBytes, RequestBudget.unlimited());
  }

  /**
   * Reads changes within the budget of a request. If the budget is used up, the result is shorter,
   * but has at least one change.
   *
   * @throws ApiError if the budget has no room for the first change
   */
  List<LoggedChange> changes(
      int table, int shard, long from, int limit, long maxBytes, RequestBudget budget) {
    var changes = new ArrayList<LoggedChange>();
    long bytes = 0;
    try (Cursor rows =
        reader.range(
            LogRows.change(table, shard, Math.max(0, from)),
            LogRows.change(table, shard + 1, 0),
            Direction.ASCENDING)) {
      while (changes.size() < limit && bytes < maxBytes && rows.next()) {
        byte[] value = rows.value();
        bytes += value.length;
        long heldBefore = budget.usedBytes();
        try {
          changes.add(LoggedChange.decode(LogRows.sequenceOf(rows.key()), value, budget));
        } catch (ApiError exhausted) {
          budget.release(budget.usedBytes() - heldBefore);
          if (changes.isEmpty()) {
            throw exhausted;
          }
          return changes;
        }
      }
    }
    return changes;
  }

  /**
   * The changes of a shard between two sequence numbers, both exclusive, the latest first.
   *
   * @param limit the maximum number of changes
   * @param maxBytes reading ends with the change that reaches this many bytes
   */
  public List<LoggedChange> changesBackwards(
      int table, int shard, long after, long before, int limit, long maxBytes) {
    var changes = new ArrayList<LoggedChange>();
    if (before <= after + 1) {
      return changes;
    }
    long bytes = 0;
    try (Cursor rows =
        reader.range(
            LogRows.change(table, shard, Math.max(0, after + 1)),
            LogRows.change(table, shard, before),
            Direction.DESCENDING)) {
      while (changes.size() < limit && bytes < maxBytes && rows.next()) {
        byte[] value = rows.value();
        bytes += value.length;
        changes.add(LoggedChange.decode(LogRows.sequenceOf(rows.key()), value));
      }
    }
    return changes;
  }

  /** The last sequence number of a table's log, 0 if there never was one. */
  public long last(int table) {
    return LogRows.last(reader, table);
  }

  /** The stream with a table name and label, if it exists or was disabled recently. */
  public Optional<TableStream> stream(String tableName, String label) {
    return Optional.ofNullable(reader.get(TableStream.row(tableName, label)))
        .map(TableStream::decode);
  }

  /**
   * Streams in the order of table names and labels.
   *
   * @param tableName together with the label, the stream after which to start, which need not
   *     exist; empty to start from the beginning
   */
  public List<TableStream> streams(String tableName, String label, int limit) {
    byte[] from =
        tableName.isEmpty()
            ? SystemKeys.spaceStart(SystemKeys.STREAMS)
            : RowKeys.after(TableStream.row(tableName, label));
    var streams = new ArrayList<TableStream>();
    try (Cursor rows =
        reader.range(from, SystemKeys.spaceStart(SystemKeys.STREAMS + 1), Direction.ASCENDING)) {
      while (streams.size() < limit && rows.next()) {
        streams.add(TableStream.decode(rows.value()));
      }
    }
    return streams;
  }
}
