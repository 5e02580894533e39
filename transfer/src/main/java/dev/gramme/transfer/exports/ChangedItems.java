package dev.gramme.transfer.exports;

import dev.gramme.engine.key.RowKeys;
import dev.gramme.model.Item;
import dev.gramme.model.TableDefinition;
import dev.gramme.storage.Snapshot;
import dev.gramme.storage.Store;
import dev.gramme.transfer.exports.ExportRequest.View;
import dev.gramme.transfer.format.LineEncoder.Change;
import java.util.Objects;
import java.util.function.BooleanSupplier;

/**
 * The items of a table that differ between two moments, each once. One that came and went between
 * them is none of these; neither is one that is as it was.
 */
final class ChangedItems implements ItemSource {
  private final TableDefinition table;
  private final NetChanges within;
  private final View view;

  /**
   * The changes.
   *
   * @param from the sequence number of the first that counts
   * @param to the one after the last
   */
  ChangedItems(
      Store store,
      TableDefinition table,
      String exportId,
      long from,
      long to,
      View view,
      BooleanSupplier stopped) {
    this.table = table;
    this.view = view;
    this.within = new NetChanges(store, table, exportId);
    within.clear();
    try (Snapshot snapshot = store.snapshot()) {
      within.gather(snapshot, from, to, stopped);
    } catch (RuntimeException | Error e) {
      release(e);
      throw e;
    }
  }

  /** Nobody closes what could not be made. */
  private void release(Throwable failure) {
    try {
      close();
    } catch (RuntimeException e) {
      failure.addSuppressed(e);
    }
  }

  @Override
  public void read(int partition, int of, Sink sink) {
    byte[] from = RowKeys.segmentStart(table.number(), partition, of);
    byte[] to = RowKeys.segmentStart(table.number(), partition + 1, of);
    try (NetChanges.Walk changed = within.walk(from, to)) {
      while (changed.next() && !sink.isStopped()) {
        NetChange net = changed.change();
        Item before = net.before();
        Item after = net.after();
        Item either = after != null ? after : before;
        if (either != null && !Objects.equals(before, after)) {
          Item old = view == View.NEW_IMAGE ? null : before;
          sink.change(
              new Change(net.last(), table.key().of(either), old, after),
              (old == null ? 0L : old.sizeBytes()) + (after == null ? 0L : after.sizeBytes()));
        }
      }
    }
  }

  @Override
  public void close() {
    within.clear();
  }
}
