package dev.gramme.engine.write;

import dev.gramme.engine.index.IndexChange;
import dev.gramme.engine.index.IndexRows;
import dev.gramme.engine.index.ItemCollection;
import dev.gramme.engine.index.VectorRows;
import dev.gramme.engine.stream.LogWriter;
import dev.gramme.engine.stream.LoggedChange;
import dev.gramme.engine.ttl.ExpiryRows;
import dev.gramme.engine.version.ItemVersion;
import dev.gramme.engine.version.VersionRows;
import dev.gramme.model.Item;
import dev.gramme.model.ItemCodec;
import dev.gramme.model.TableDefinition;
import dev.gramme.storage.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An action with the item before and after it: the third stage of a write, which writes the rows.
 *
 * @param after null if there is no item after the action
 */
record ComputedAction(LoadedAction loaded, @Nullable Item after) {

  WriteAction action() {
    return loaded.action();
  }

  private TableDefinition table() {
    return loaded.located().table();
  }

  private byte[] row() {
    return loaded.located().row();
  }

  /** The intended change, before its rows are written. */
  ItemChange preview(Transaction tx, ItemChange.Cause cause) {
    return change(loaded.before(), cause, IndexRows.preview(tx, table(), loaded.before(), after));
  }

  private ItemChange change(
      @Nullable Item before, ItemChange.Cause cause, List<IndexChange> indexes) {
    return new ItemChange(
        table(), loaded.located().key(), before, after, cause, indexes, 0, List.of());
  }

  /**
   * Writes the item and everything derived from it.
   *
   * @param now the time of the change
   * @return the change; call it after the transaction has committed
   */
  Supplier<ItemChange> write(
      Transaction tx, ItemChange.Cause cause, Instant now, long collectionLimitBytes) {
    if (!loaded.isRead()) {
      return replace(tx, cause);
    }
    ItemChange change = changed(tx, cause, now, collectionLimitBytes);
    return () -> change;
  }

  /** Writes the new item without a read; the old item is known after the commit. */
  private Supplier<ItemChange> replace(Transaction tx, ItemChange.Cause cause) {
    var before = tx.replace(row(), after == null ? null : encoded(after));
    return () -> change(decoded(before.get()), cause, List.of());
  }

  private byte[] encoded(Item item) {
    var put = loaded.located().put();
    return put == null ? ItemCodec.encode(item) : put.encoded();
  }

  private static @Nullable Item decoded(byte @Nullable [] stored) {
    return stored == null ? null : ItemCodec.decode(stored);
  }

  private ItemChange changed(
      Transaction tx, ItemChange.Cause cause, Instant now, long collectionLimitBytes) {
    Item before = loaded.before();
    if (action() instanceof WriteAction.Check) {
      return loaded.unchanged(cause);
    }
    if (after != null) {
      tx.put(row(), encoded(after));
    } else if (before != null) {
      tx.delete(row());
    }
    List<IndexChange> indexes = IndexRows.changeAll(tx, table(), before, after);
    ExpiryRows.change(tx, table(), row(), before, after);
    if (cause != ItemChange.Cause.IMPORT) {
      log(tx, cause, now);
    }
    Item key = loaded.located().key();
    long collectionBytes =
        table().localIndexes().isEmpty()
            ? 0
            : ItemCollection.resize(tx, table(), key, before, after, indexes, collectionLimitBytes);
    return new ItemChange(
        table(),
        key,
        before,
        after,
        cause,
        indexes,
        collectionBytes,
        VectorRows.changeAll(tx, table(), before, after));
  }

  /** Logs the change, and stores its version if the table has replicas. */
  private void log(Transaction tx, ItemChange.Cause cause, Instant now) {
    Item key = loaded.located().key();
    if (action() instanceof WriteAction.Replicate replicate
        && replicate.version().time() > 0
        && VersionRows.isLater(tx, row(), replicate.version())) {
      VersionRows.put(tx, row(), key, replicate.version(), after == null);
    }
    boolean versioned =
        table().features().isGlobal() && !(action() instanceof WriteAction.Replicate);
    var moment = versioned ? VersionRows.moment(tx, row(), now) : now;
    long sequence =
        LogWriter.append(tx, table(), row(), origin(cause), loaded.before(), after, moment);
    if (versioned && sequence != LogWriter.NOT_KEPT) {
      var version = new ItemVersion(sequence, table().region());
      VersionRows.put(tx, row(), key, version, after == null);
    }
  }

  private static LoggedChange.Origin origin(ItemChange.Cause cause) {
    return switch (cause) {
      case CLIENT, IMPORT -> LoggedChange.Origin.CLIENT;
      case EXPIRY -> LoggedChange.Origin.EXPIRY;
      case REPLICA -> LoggedChange.Origin.REPLICA;
    };
  }
}
