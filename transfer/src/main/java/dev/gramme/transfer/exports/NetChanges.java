package dev.gramme.transfer.exports;

import dev.gramme.engine.catalog.BlockingTransactions;
import dev.gramme.engine.catalog.Lease;
import dev.gramme.engine.key.RowKeys;
import dev.gramme.engine.key.SystemKeys;
import dev.gramme.engine.stream.LogReader;
import dev.gramme.engine.stream.LogShard;
import dev.gramme.engine.stream.LoggedChange;
import dev.gramme.model.ByteWriter;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.Utf8;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Store;
import dev.gramme.storage.Transaction;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The changes of a table between two sequence numbers, combined by item. The log is ordered by
 * time; here the changes are sorted by the row keys of their items. They are in temporary rows of
 * the store, so that memory does not limit their number. Each run writes these rows anew; they are
 * meaningless after a crash.
 */
final class NetChanges {
  private static final int CHUNK = 256;
  private static final long CHUNK_BYTES = 1 << 20;
  private static final String GATHERED = "g";

  private final Store store;
  private final TableDefinition table;
  private final byte[] prefix;
  private final Lease.Term term;
  private final BooleanSupplier stopped;

  /** The sequence number of the next change to be gathered from each shard. */
  private final Map<Integer, Long> next = new HashMap<>();

  private long gatheredUntil = -1;

  /**
   * The changes gathered for an export.
   *
   * @param term the right to run the export; without it the rows do not change
   * @param stopped whether to gather no further changes
   */
  NetChanges(
      Store store,
      TableDefinition table,
      String exportId,
      Lease.Term term,
      BooleanSupplier stopped) {
    this.store = store;
    this.table = table;
    this.term = term;
    this.stopped = stopped;
    this.prefix = SystemKeys.named(SystemKeys.EXPORTS, Utf8.bytes(GATHERED + exportId));
  }

  /**
   * Gathers the changes that are committed when this method is called. A further call continues
   * after the changes of the calls before.
   *
   * <p>The log is read without a snapshot, so it may grow meanwhile. All the same, the gathered
   * changes of an item are its first ones, without a gap: a shard is read after the shards that it
   * succeeds, and it begins when these are closed.
   *
   * @param from the sequence number of the first change (inclusive); the same in all calls
   * @param to the sequence number of the last change (exclusive)
   */
  void gather(long from, long to) {
    var log = new LogReader(store);
    long last = log.last(table.number());
    if (last == gatheredUntil) {
      return;
    }
    long end = to <= last ? to : last + 1;
    // The successors of a shard have higher numbers, so the changes of an item arrive in order.
    for (LogShard shard : log.shards(table.number(), 0, Integer.MAX_VALUE)) {
      gather(log, shard.number(), from, end);
    }
    gatheredUntil = last;
  }

  private void gather(LogReader log, int shard, long from, long to) {
    while (!stopped.getAsBoolean()) {
      long position = next.getOrDefault(shard, from);
      List<LoggedChange> chunk = log.changes(table.number(), shard, position, CHUNK, CHUNK_BYTES);
      List<LoggedChange> within = chunk.stream().filter(change -> change.sequence() < to).toList();
      if (!within.isEmpty()) {
        add(within);
        next.put(shard, within.getLast().sequence() + 1);
      }
      if (within.isEmpty() || within.size() < chunk.size()) {
        return;
      }
    }
  }

  private void add(List<LoggedChange> changes) {
    List<byte[]> rows =
        changes.stream().map(change -> row(RowKeys.item(table, change.either()))).toList();
    BlockingTransactions.run(
        store,
        tx -> {
          term.require(tx);
          // Loads all rows at once; below, a row may have an earlier change of this chunk.
          tx.getAll(rows);
          for (int i = 0; i < rows.size(); i++) {
            byte[] row = rows.get(i);
            LoggedChange change = changes.get(i);
            var net = new NetChange(change.sequence(), change.before(), change.after());
            byte[] earlier = tx.get(row);
            tx.put(row, (earlier == null ? net : NetChange.decode(earlier).then(net)).encode());
          }
        });
  }

  /** Removes the gathered changes, unless another server runs the export now. */
  void clear() {
    byte[] end = RowKeys.afterPrefix(prefix);
    Optional<byte[]> next = Optional.of(prefix);
    while (next.isPresent()) {
      byte[] from = next.get();
      next = BlockingTransactions.transact(store, tx -> clear(tx, from, end));
    }
  }

  /** Removes as many rows as the store recommends; returns where to continue. */
  private Optional<byte[]> clear(Transaction tx, byte[] from, byte[] end) {
    term.require(tx);
    int most = store.deletionRows();
    if (most < Integer.MAX_VALUE) {
      try (Cursor rows = tx.range(from, end, Direction.ASCENDING)) {
        for (int i = 0; i < most && rows.next(); i++) {
          if (i == most - 1) {
            byte[] rest = RowKeys.after(rows.key());
            tx.deleteRange(from, rest);
            return Optional.of(rest);
          }
        }
      }
    }
    tx.deleteRange(from, end);
    return Optional.empty();
  }

  /** The gathered changes of the items from one row to another, in the order of rows. */
  ChangeCursor changes(byte[] from, byte[] to) {
    return new ChangeCursor(row(from), row(to));
  }

  private byte[] row(byte[] itemRow) {
    return new ByteWriter(prefix.length + itemRow.length)
        .write(prefix)
        .write(itemRow)
        .toByteArray();
  }

  /** A change and the row of its item. */
  @SuppressWarnings("ArrayRecordComponent") // private
  private record Gathered(byte[] row, NetChange change) {}

  /**
   * A cursor over gathered changes, at first before the first one. It reads them in chunks, because
   * a shared store does not keep a range open for as long as an export takes.
   */
  final class ChangeCursor {
    private final ArrayDeque<Gathered> chunk = new ArrayDeque<>();
    private final byte[] to;
    private byte @Nullable [] from;
    private @Nullable Gathered current;

    private ChangeCursor(byte[] from, byte[] to) {
      this.from = from;
      this.to = to;
    }

    boolean next() {
      if (chunk.isEmpty() && from != null) {
        read(from);
      }
      current = chunk.poll();
      return current != null;
    }

    private void read(byte[] first) {
      from = null;
      long bytes = 0;
      try (Cursor rows = store.range(first, to, Direction.ASCENDING)) {
        while (rows.next()) {
          byte[] key = rows.key();
          byte[] value = rows.value();
          chunk.add(
              new Gathered(
                  Arrays.copyOfRange(key, prefix.length, key.length), NetChange.decode(value)));
          bytes += value.length;
          if (chunk.size() == CHUNK || bytes >= CHUNK_BYTES) {
            from = RowKeys.after(key);
            return;
          }
        }
      }
    }

    /** The row of the item in its table. */
    byte[] row() {
      return Objects.requireNonNull(current).row;
    }

    NetChange change() {
      return Objects.requireNonNull(current).change;
    }
  }
}
