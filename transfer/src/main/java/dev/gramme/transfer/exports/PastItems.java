package dev.gramme.transfer.exports;

import dev.gramme.engine.key.RowKeys;
import dev.gramme.model.Item;
import dev.gramme.model.ItemCodec;
import dev.gramme.model.TableDefinition;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Store;
import java.util.ArrayDeque;
import java.util.Arrays;

/**
 * The items of a table as of a point in time. They are read in chunks, each in its current state.
 * After a chunk was read, the changes that were committed by then are gathered from the log. An
 * item that has changed since the point in time is replaced by its image before the first such
 * change; any other item was the same whenever it was read. So no snapshot is needed, which a
 * shared store would not keep for as long as an export takes.
 */
final class PastItems implements ItemSource {
  private static final int CHUNK = 512;
  private static final long CHUNK_BYTES = 1 << 20;

  private final Store store;
  private final TableDefinition table;
  private final ExportSelection selection;
  private final NetChanges since;
  private final long cut;

  /**
   * The items at the point in time.
   *
   * @param since receives the changes since then
   * @param cut the sequence number of the first change after it
   */
  PastItems(
      NetChanges since, Store store, TableDefinition table, ExportSelection selection, long cut) {
    this.store = store;
    this.table = table;
    this.selection = selection;
    this.since = since;
    this.cut = cut;
    since.clear();
  }

  /** Items in the order of their rows. */
  private static final class Chunk {
    private final ArrayDeque<Row> rows = new ArrayDeque<>();

    /** The first row after the chunk. */
    private byte[] end;

    Chunk(byte[] end) {
      this.end = end;
    }
  }

  @SuppressWarnings("ArrayRecordComponent") // private
  private record Row(byte[] key, byte[] value) {}

  @Override
  public void read(int partition, int partitions, Sink sink) {
    byte[] from = selection.first(partition, partitions);
    byte[] to = selection.end(partition, partitions);
    while (Arrays.compareUnsigned(from, to) < 0 && !sink.isStopped()) {
      Chunk chunk = chunk(from, to);
      since.gather(cut, Long.MAX_VALUE);
      merge(chunk, since.changes(from, chunk.end), sink);
      from = chunk.end;
    }
  }

  /** Reads the next items, and skips the rows of local indexes. */
  private Chunk chunk(byte[] from, byte[] to) {
    var chunk = new Chunk(to);
    int count = 0;
    long bytes = 0;
    try (Cursor rows = store.range(from, to, Direction.ASCENDING)) {
      while (rows.next()) {
        byte[] key = rows.key();
        byte[] value = rows.value();
        if (RowKeys.kindOf(key, table.key().hash()) == RowKeys.ITEM) {
          chunk.rows.add(new Row(key, value));
        }
        count++;
        bytes += value.length;
        if (count == CHUNK || bytes >= CHUNK_BYTES) {
          chunk.end = RowKeys.after(key);
          break;
        }
      }
    }
    return chunk;
  }

  private void merge(Chunk chunk, NetChanges.ChangeCursor changed, Sink sink) {
    boolean moreChanged = changed.next();
    while ((!chunk.rows.isEmpty() || moreChanged) && !sink.isStopped()) {
      Row row = chunk.rows.peek();
      int order =
          row == null ? 1 : !moreChanged ? -1 : Arrays.compareUnsigned(row.key, changed.row());
      if (row != null && order < 0) {
        emit(ItemCodec.decode(row.value), sink);
      } else {
        Item before = changed.change().before();
        if (before != null) {
          emit(before, sink);
        }
        moreChanged = changed.next();
      }
      if (order <= 0) {
        chunk.rows.remove();
      }
    }
  }

  private void emit(Item item, Sink sink) {
    if (selection.matches(item)) {
      sink.item(selection.project(item), item.sizeBytes());
    } else {
      sink.skip(item.sizeBytes());
    }
  }

  @Override
  public void close() {
    since.clear();
  }
}
