package dev.gramme.transfer.exports;

import dev.gramme.model.Item;
import dev.gramme.model.TableDefinition;
import dev.gramme.transfer.exports.ExportRequest.View;
import dev.gramme.transfer.format.LineEncoder.Change;
import java.util.Arrays;
import java.util.Objects;

/**
 * The items of a table that differ between two points in time, each once. An item that was both
 * created and deleted in between is not included, nor is an item with equal content at both times.
 */
final class ChangedItems implements ItemSource {
  private final TableDefinition table;
  private final ExportSelection selection;
  private final NetChanges within;
  private final View view;

  /**
   * Gathers the changes.
   *
   * @param within receives them
   * @param from the sequence number of the first change (inclusive)
   * @param to the sequence number of the last change (exclusive)
   */
  ChangedItems(
      NetChanges within,
      TableDefinition table,
      ExportSelection selection,
      long from,
      long to,
      View view) {
    this.table = table;
    this.selection = selection;
    this.view = view;
    this.within = within;
    within.clear();
    try {
      within.gather(from, to);
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
  public void read(int partition, int partitions, Sink sink) {
    byte[] from = selection.first(partition, partitions);
    byte[] to = selection.end(partition, partitions);
    if (Arrays.compareUnsigned(from, to) >= 0) {
      return;
    }
    var changed = within.changes(from, to);
    while (changed.next() && !sink.isStopped()) {
      NetChange net = changed.change();
      Item latest = net.after() != null ? net.after() : net.before();
      if (latest != null && !Objects.equals(net.before(), net.after())) {
        emit(net, latest, sink);
      }
    }
  }

  /**
   * The filter applies to the latest image, or to the last one before a deletion (October 2026).
   */
  private void emit(NetChange net, Item latest, Sink sink) {
    Item old = view == View.NEW_IMAGE ? null : net.before();
    Item after = net.after();
    long size = (old == null ? 0L : old.sizeBytes()) + (after == null ? 0L : after.sizeBytes());
    if (!selection.matches(latest)) {
      sink.skip(size);
      return;
    }
    sink.change(
        new Change(
            net.last(),
            table.key().of(latest),
            selection.projectOrNull(old),
            selection.projectOrNull(after)),
        size);
  }

  @Override
  public void close() {
    within.clear();
  }
}
