package dev.gramme.transfer.exports;

import dev.gramme.engine.catalog.BlockingTransactions;
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
import dev.gramme.storage.Snapshot;
import dev.gramme.storage.Store;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;

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

  /** The changes gathered for an export. */
  NetChanges(Store store, TableDefinition table, String exportId) {
    this.store = store;
    this.table = table;
    this.prefix = SystemKeys.named(SystemKeys.EXPORTS, Utf8.bytes(GATHERED + exportId));
  }

  /**
   * Gathers the changes in a snapshot.
   *
   * @param from the sequence number of the first change (inclusive)
   * @param to the sequence number of the last change (exclusive)
   */
  void gather(Snapshot snapshot, long from, long to, BooleanSupplier stopped) {
    var log = new LogReader(snapshot);
    // The successors of a shard have higher numbers, so the changes of an item arrive in order.
    for (LogShard shard : log.shards(table.number(), 0, Integer.MAX_VALUE)) {
      long next = from;
      while (!stopped.getAsBoolean()) {
        List<LoggedChange> chunk =
            log.changes(table.number(), shard.number(), next, CHUNK, CHUNK_BYTES);
        List<LoggedChange> within =
            chunk.stream().filter(change -> change.sequence() < to).toList();
        if (!within.isEmpty()) {
          add(within);
        }
        if (within.isEmpty() || within.size() < chunk.size()) {
          break;
        }
        next = within.getLast().sequence() + 1;
      }
    }
  }

  private void add(List<LoggedChange> changes) {
    BlockingTransactions.transact(
        store,
        tx -> {
          for (LoggedChange change : changes) {
            byte[] row = row(RowKeys.item(table, change.either()));
            var net = new NetChange(change.sequence(), change.before(), change.after());
            byte[] earlier = tx.get(row);
            tx.put(row, (earlier == null ? net : NetChange.decode(earlier).then(net)).encode());
          }
          return true;
        });
  }

  /** Removes the gathered changes. */
  void clear() {
    BlockingTransactions.transact(
        store,
        tx -> {
          tx.deleteRange(prefix, RowKeys.afterPrefix(prefix));
          return true;
        });
  }

  /** The gathered changes of the items from one row to another, in the order of rows. */
  Walk walk(byte[] from, byte[] to) {
    return new Walk(store.range(row(from), row(to), Direction.ASCENDING));
  }

  private byte[] row(byte[] itemRow) {
    return new ByteWriter(prefix.length + itemRow.length)
        .write(prefix)
        .write(itemRow)
        .toByteArray();
  }

  /** A cursor over gathered changes, at first before the first one. */
  final class Walk implements AutoCloseable {
    private final Cursor rows;

    private Walk(Cursor rows) {
      this.rows = rows;
    }

    boolean next() {
      return rows.next();
    }

    /** The row of the item in its table. */
    byte[] row() {
      byte[] key = rows.key();
      return Arrays.copyOfRange(key, prefix.length, key.length);
    }

    NetChange change() {
      return NetChange.decode(rows.value());
    }

    @Override
    public void close() {
      rows.close();
    }
  }
}
