package dev.gramme.engine.backup;

import dev.gramme.engine.key.RowKeys;
import dev.gramme.engine.stream.LogReader;
import dev.gramme.engine.stream.LogRows;
import dev.gramme.engine.stream.LogShard;
import dev.gramme.engine.stream.LoggedChange;
import dev.gramme.model.Item;
import dev.gramme.model.Limits;
import dev.gramme.model.TableDefinition;
import dev.gramme.storage.Reader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the changes of one item from the log of its table, the latest first. The log has no index
 * by key. A read therefore walks backwards over the changes of the shards whose range contains the
 * hash of the item's partition key. Each read is bounded and returns the position of the next one.
 *
 * <p>A shard of the log has a higher number than the shards it replaced, so the changes of one item
 * are ordered by shard number, then by sequence number.
 */
public final class ItemHistory {
  /** The most changes of the log that one read walks over. */
  public static final int MOST_RECORDS = 10_000;

  /** The size of the items in the log after which a read ends. */
  private static final long MOST_RECORD_BYTES = 16L << 20;

  /** The most ranges of the log that one read opens, so that many empty shards are bounded. */
  private static final int MOST_RANGES = 200;

  private static final int RECORDS_AT_ONCE = 1_000;

  private final LogReader log;
  private final TableDefinition table;
  private final byte[] row;

  /** Changes before this sequence number do not belong to the history. */
  private final long from;

  private final int limit;
  private final List<LoggedChange> found = new ArrayList<>();
  private long foundBytes;
  private int records;
  private long recordBytes;
  private int ranges;

  /**
   * A read of the next part of a history.
   *
   * @param since the start of the history
   * @param limit the most changes to return, at least 1
   */
  ItemHistory(Reader reader, TableDefinition table, Item key, Instant since, int limit) {
    this.log = new LogReader(reader);
    this.table = table;
    this.row = RowKeys.item(table, key);
    this.from = LogRows.sequence(since);
    this.limit = limit;
  }

  /**
   * Where a read continues: before a sequence number in a shard, then in the shards with lower
   * numbers. A client may choose any position, since a read stays within the table's log and its
   * period.
   */
  public record Position(int shard, long before) {
    /** Reads the text of a position; empty if it has another form. */
    public static Optional<Position> parse(String text) {
      int hyphen = text.indexOf('-');
      if (hyphen < 0) {
        return Optional.empty();
      }
      try {
        int shard = Integer.parseUnsignedInt(text.substring(0, hyphen));
        long before = Long.parseUnsignedLong(text.substring(hyphen + 1));
        return shard < 0 || before < 0
            ? Optional.empty()
            : Optional.of(new Position(shard, before));
      } catch (NumberFormatException e) {
        return Optional.empty();
      }
    }

    @Override
    public String toString() {
      return shard + "-" + before;
    }
  }

  /**
   * A part of a history.
   *
   * @param changes the latest first
   * @param records the number of changes of all items that were read
   * @param since the start of the history
   * @param next where the next part begins, null after the last one
   */
  public record Part(
      List<LoggedChange> changes, int records, Instant since, @Nullable Position next) {
    public Part {
      changes = List.copyOf(changes);
    }
  }

  /**
   * Reads the next part.
   *
   * @param position null for the latest changes
   */
  Part read(@Nullable Position position) {
    for (LogShard shard : shards(position)) {
      long before =
          position != null && position.shard() == shard.number()
              ? position.before()
              : LogShard.OPEN;
      while (before > from) {
        if (isFull()) {
          return part(new Position(shard.number(), before));
        }
        before = readBefore(shard, before);
      }
    }
    return part(null);
  }

  /** The shards that may have changes of the item, the latest first, from a position on. */
  private List<LogShard> shards(@Nullable Position position) {
    long hash = RowKeys.hashOf(row);
    return log.shards(table.number(), 0, Integer.MAX_VALUE).stream()
        .filter(shard -> position == null || shard.number() <= position.shard())
        .filter(shard -> shard.end() >= from)
        .filter(shard ->
            Long.compareUnsigned(shard.firstHash(), hash) <= 0
                && Long.compareUnsigned(hash, shard.lastHash()) <= 0)
        .toList()
        .reversed();
  }

  /**
   * Reads the changes of a shard before a sequence number.
   *
   * @return the sequence number of the earliest change that was read, 0 if there was none
   */
  private long readBefore(LogShard shard, long before) {
    ranges++;
    List<LoggedChange> changes =
        log.changesBackwards(
            table.number(), shard.number(), from - 1, before, RECORDS_AT_ONCE, Limits.PAGE_BYTES);
    for (LoggedChange change : changes) {
      records++;
      long bytes = sizeBytes(change.before()) + sizeBytes(change.after());
      recordBytes += bytes;
      if (Arrays.equals(row, RowKeys.item(table, change.either()))) {
        found.add(change);
        foundBytes += bytes;
      }
      if (isFull()) {
        return change.sequence();
      }
    }
    return changes.isEmpty() ? 0 : changes.getLast().sequence();
  }

  private boolean isFull() {
    return found.size() >= limit
        || foundBytes >= Limits.PAGE_BYTES
        || records >= MOST_RECORDS
        || recordBytes >= MOST_RECORD_BYTES
        || ranges >= MOST_RANGES;
  }

  private Part part(@Nullable Position next) {
    return new Part(found, records, LogRows.time(from), next);
  }

  private static long sizeBytes(@Nullable Item item) {
    return item == null ? 0 : item.sizeBytes();
  }
}
