package dev.gramme.transfer.exports;

import dev.gramme.engine.key.RowKeys;
import dev.gramme.model.Item;
import dev.gramme.model.ItemCodec;
import dev.gramme.model.TableDefinition;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Snapshot;
import dev.gramme.storage.Store;
import java.util.Arrays;

/**
 * The items of a table as of a point in time. They come from a snapshot; an item that has changed
 * since then is replaced by its image before the first such change.
 */
final class PastItems implements ItemSource {
  private final TableDefinition table;
  private final ExportSelection selection;
  private final Snapshot snapshot;
  private final NetChanges since;

  /**
   * Gathers the changes since the point in time.
   *
   * @param since receives them
   * @param cut the sequence number of the first change after it
   */
  PastItems(
      NetChanges since, Store store, TableDefinition table, ExportSelection selection, long cut) {
    this.table = table;
    this.selection = selection;
    this.since = since;
    since.clear();
    this.snapshot = store.snapshot();
    try {
      since.gather(snapshot, cut, Long.MAX_VALUE);
    } catch (RuntimeException | Error e) {
      release(e);
      throw e;
    }
  }

  /** Closes this object after a failure of its constructor, since no caller can. */
  private void release(Throwable failure) {
    try {
      close();
    } catch (RuntimeException e) {
      failure.addSuppressed(e);
    }
  }

  @Override
  public void read(int partition, int of, Sink sink) {
    byte[] from = selection.first(partition, of);
    byte[] to = selection.end(partition, of);
    if (Arrays.compareUnsigned(from, to) >= 0) {
      return;
    }
    try (Cursor rows = snapshot.range(from, to, Direction.ASCENDING);
        NetChanges.ChangeCursor changed = since.changes(from, to)) {
      boolean moreRows = nextItem(rows);
      boolean moreChanged = changed.next();
      while ((moreRows || moreChanged) && !sink.isStopped()) {
        int order =
            !moreRows ? 1 : !moreChanged ? -1 : Arrays.compareUnsigned(rows.key(), changed.row());
        if (order < 0) {
          emit(ItemCodec.decode(rows.value()), sink);
        } else {
          Item before = changed.change().before();
          if (before != null) {
            emit(before, sink);
          }
          moreChanged = changed.next();
        }
        if (order <= 0) {
          moreRows = nextItem(rows);
        }
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

  /** Moves to the next row of an item and skips the rows of local indexes. */
  private boolean nextItem(Cursor rows) {
    while (rows.next()) {
      if (RowKeys.kindOf(rows.key(), table.key().hash()) == RowKeys.ITEM) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void close() {
    snapshot.close();
    since.clear();
  }
}
