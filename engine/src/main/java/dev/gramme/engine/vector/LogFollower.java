package dev.gramme.engine.vector;

import dev.gramme.engine.index.VectorEntry;
import dev.gramme.engine.index.VectorRows;
import dev.gramme.engine.key.RowKeys;
import dev.gramme.engine.stream.LogReader;
import dev.gramme.engine.stream.LogRows;
import dev.gramme.engine.stream.LogShard;
import dev.gramme.engine.stream.LoggedChange;
import dev.gramme.model.Item;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.VectorIndex;
import dev.gramme.model.budget.RequestBudget;
import dev.gramme.storage.Snapshot;
import dev.gramme.storage.Store;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Follows the change log of a table for the graphs of one server, on a store that several servers
 * share. The log has the changes of all servers.
 *
 * <p>The position is the sequence number up to which all changes were passed to the receiver. The
 * row with the last sequence number is changed by every logged transaction. So a follower whose
 * position equals that row has received everything that was committed before it read the row.
 *
 * <p>A follower ends when changes after its position may have been trimmed, when it is too far
 * behind, or when the log has ended. Its graphs are then worthless.
 */
final class LogFollower {
  /** Receives changed entries, and knows for which indexes they are needed. */
  interface Receiver {
    /** The indexes whose entries are needed. */
    List<VectorIndex> indexes(LogFollower follower);

    /** Receives the new entry of a row, empty if the row was deleted. */
    void changed(LogFollower follower, VectorIndex index, byte[] row, Optional<VectorEntry> entry);
  }

  private static final int CHUNK_CHANGES = 1_000;
  private static final long CHUNK_BYTES = 4 << 20;

  private final Store store;
  private final TableDefinition table;
  private final Receiver receiver;
  private volatile long position;
  private volatile boolean ended;

  /** The shards that were open at the position. */
  private Set<Integer> open = Set.of();

  /** A follower whose position is the current end of the log. */
  LogFollower(Store store, TableDefinition table, Receiver receiver) {
    this.store = store;
    this.table = table;
    this.receiver = receiver;
    try (Snapshot snapshot = store.snapshot()) {
      moveTo(new LogReader(snapshot).last(table.number()), shards(snapshot));
    }
  }

  /** The number of the table. */
  int tableNumber() {
    return table.number();
  }

  /** Whether it has ended. */
  boolean isEnded() {
    return ended;
  }

  /**
   * Passes all changes to the receiver that were committed before this call.
   *
   * @return false if the follower has ended
   */
  boolean catchUp(RequestBudget budget) {
    return !ended && (LogRows.last(store, table.number()) == position || readLog(budget));
  }

  private synchronized boolean readLog(RequestBudget budget) {
    if (ended) {
      return false;
    }
    try (Snapshot snapshot = store.snapshot()) {
      long last = LogRows.last(snapshot, table.number());
      if (last == position) {
        return true; // Another thread has read the log in the meantime.
      }
      List<LogShard> shards = shards(snapshot);
      var changes = new Changes(budget);
      if (isTrimmed(shards) || !changes.read(snapshot, shards)) {
        ended = true;
        return false;
      }
      changes.pass();
      moveTo(last, shards);
    }
    return !ended;
  }

  private List<LogShard> shards(Snapshot snapshot) {
    return new LogReader(snapshot).shards(table.number(), 0, Integer.MAX_VALUE);
  }

  private void moveTo(long last, List<LogShard> shards) {
    open =
        shards.stream().filter(LogShard::isOpen).map(LogShard::number).collect(Collectors.toSet());
    ended = open.isEmpty();
    position = last;
  }

  /**
   * Whether changes after the position may be missing. Shards are removed in the order of their
   * numbers, so a shard that was opened after the position is removed after one that was open then.
   */
  private boolean isTrimmed(List<LogShard> shards) {
    var present = shards.stream().map(LogShard::number).collect(Collectors.toSet());
    return !present.containsAll(open)
        || shards.stream().anyMatch(shard -> shard.trimmed() > position);
  }

  /** The changed rows, each with its last entry. Nothing is passed on before all are read. */
  private final class Changes {
    private record Changed(VectorIndex index, Optional<VectorEntry> entry) {}

    private final RequestBudget budget;
    private final List<VectorIndex> indexes = receiver.indexes(LogFollower.this);
    private final Map<ByteBuffer, Changed> byRow = new LinkedHashMap<>();
    private int left = VectorLimits.CHANGES_READ;

    Changes(RequestBudget budget) {
      this.budget = budget;
    }

    /** Reads the changes after the position; false if there are too many. */
    boolean read(Snapshot snapshot, List<LogShard> shards) {
      var log = new LogReader(snapshot);
      for (LogShard shard : shards) {
        long from = position + 1;
        while (from <= shard.end()) {
          List<LoggedChange> chunk =
              log.changes(table.number(), shard.number(), from, CHUNK_CHANGES, CHUNK_BYTES);
          if (chunk.isEmpty()) {
            break;
          }
          left -= chunk.size();
          if (left < 0) {
            return false;
          }
          chunk.forEach(this::add);
          from = chunk.getLast().sequence() + 1;
        }
      }
      return true;
    }

    private void add(LoggedChange change) {
      budget.spend(1 + change.either().sizeBytes() / VectorLimits.BYTES_OF_STEP);
      for (VectorIndex index : indexes) {
        VectorEntry before = entry(index, change.before());
        VectorEntry after = entry(index, change.after());
        if (before != null) {
          byRow.put(row(index, before), new Changed(index, Optional.empty()));
        }
        if (after != null) {
          byRow.put(row(index, after), new Changed(index, Optional.of(after)));
        }
      }
    }

    private @Nullable VectorEntry entry(VectorIndex index, @Nullable Item item) {
      return item == null ? null : VectorRows.entry(table, index, item);
    }

    private ByteBuffer row(VectorIndex index, VectorEntry entry) {
      return ByteBuffer.wrap(RowKeys.entry(table, index, entry.attributes()));
    }

    @SuppressWarnings("ByteBufferBackingArray") // This class wraps all of them.
    void pass() {
      byRow.forEach((row, changed) ->
          receiver.changed(LogFollower.this, changed.index(), row.array(), changed.entry()));
    }
  }
}
