package dev.gramme.engine.stream;

import dev.gramme.engine.disk.DiskReads;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.model.budget.RequestBudget;
import dev.gramme.storage.Store;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Streams as clients see them: records older than a day are hidden, even if they have not been
 * trimmed yet.
 */
public final class Streams {
  private static final int PAGE_BYTES = 1 << 20;

  private final Store store;
  private final LogReader log;
  private final InstantSource clock;

  public Streams(Store store, InstantSource clock) {
    this.store = store;
    this.log = new LogReader(store);
    this.clock = clock;
  }

  /**
   * A read position in a shard.
   *
   * @param from the sequence number of the first change to read
   * @param exact whether reading fails if changes from there on have been trimmed; otherwise
   *     reading starts with the oldest visible change
   */
  public record Position(int shard, long from, boolean exact) {}

  /**
   * A page of changes.
   *
   * @param next the position of the next page, empty at the end of a closed shard
   */
  public record Page(List<LoggedChange> changes, Optional<Position> next) {
    public Page {
      changes = List.copyOf(changes);
    }
  }

  /**
   * The visible streams, in the order of table names and labels.
   *
   * @param tableName together with the label, the stream after which to start; empty to start from
   *     the beginning
   */
  public List<TableStream> list(String tableName, String label, int limit) {
    var found = new ArrayList<TableStream>();
    String name = tableName;
    String after = label;
    while (found.size() < limit) {
      var some = log.streams(name, after, limit);
      some.stream().filter(this::isVisible).forEach(found::add);
      if (some.size() < limit) {
        break;
      }
      name = some.getLast().tableName();
      after = some.getLast().label();
    }
    return found.size() > limit ? found.subList(0, limit) : found;
  }

  /** The stream with a table name and label. */
  public Optional<TableStream> find(String tableName, String label) {
    return log.stream(tableName, label).filter(this::isVisible);
  }

  /** The shards of a stream in the order in which they were opened. */
  public List<LogShard> shards(TableStream stream) {
    long horizon = horizon();
    return log.shards(stream.tableNumber(), stream.firstShard(), Integer.MAX_VALUE).stream()
        .filter(shard -> shard.number() < stream.nextShard() && shard.end() >= horizon)
        .toList();
  }

  /** A shard of a stream. */
  public Optional<LogShard> shard(TableStream stream, int number) {
    return log.shard(stream.tableNumber(), number)
        .filter(shard ->
            number >= stream.firstShard()
                && number < stream.nextShard()
                && shard.end() >= horizon());
  }

  /** The position after the last change of a shard. */
  public Position latest(TableStream stream, LogShard shard) {
    long end = shard.isOpen() ? log.last(stream.tableNumber()) : shard.end();
    return new Position(shard.number(), end + 1, true);
  }

  /** The oldest sequence number that is still visible. */
  public long horizon() {
    return LogRows.sequence(clock.instant().minus(LogTrimmer.STREAM_RETENTION));
  }

  /**
   * Reads the next page.
   *
   * @throws ApiError TrimmedDataAccessException if the changes at the position have become too old
   */
  public Page read(TableStream stream, Position position, int limit) {
    return read(stream, position, limit, RequestBudget.unlimited());
  }

  /**
   * Reads the next page within the budget of a request: the page ends early when the budget is used
   * up.
   */
  public Page read(TableStream stream, Position position, int limit, RequestBudget budget) {
    try (var snapshot = store.snapshot()) {
      return DiskReads.read(
          snapshot, budget, reader -> page(new LogReader(reader), stream, position, limit, budget));
    }
  }

  private Page page(
      LogReader reader, TableStream stream, Position position, int limit, RequestBudget budget) {
    long horizon = horizon();
    var shard = reader.shard(stream.tableNumber(), position.shard()).orElse(null);
    if (shard == null || (position.exact() && shard.trimmed() >= position.from())) {
      throw trimmed();
    }
    long from = position.exact() ? position.from() : Math.max(position.from(), horizon);
    var changes =
        reader.changes(stream.tableNumber(), shard.number(), from, limit, PAGE_BYTES, budget);
    if (!changes.isEmpty()) {
      if (changes.getFirst().sequence() < horizon) {
        throw trimmed();
      }
      from = changes.getLast().sequence() + 1;
    }
    boolean ended = !shard.isOpen() && isEnd(reader, stream, shard, from, changes.isEmpty());
    // Once changes have been read, the position is exact: no later change may be skipped.
    var next = new Position(shard.number(), from, position.exact() || !changes.isEmpty());
    return new Page(changes, ended ? Optional.empty() : Optional.of(next));
  }

  private static boolean isEnd(
      LogReader reader, TableStream stream, LogShard shard, long from, boolean nothing) {
    return nothing || reader.changes(stream.tableNumber(), shard.number(), from, 1, 1).isEmpty();
  }

  private boolean isVisible(TableStream stream) {
    Instant disabled = stream.disabled();
    return disabled == null || disabled.isAfter(clock.instant().minus(LogTrimmer.STREAM_RETENTION));
  }

  private static ApiError trimmed() {
    // The text was observed once; it is not certain (November 2026).
    return ApiError.of(
        ErrorType.TRIMMED_DATA_ACCESS,
        "The operation attempted to read past the oldest stream record in a shard.");
  }
}
