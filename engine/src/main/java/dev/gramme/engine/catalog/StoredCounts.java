package dev.gramme.engine.catalog;

import dev.gramme.engine.key.SystemKeys;
import dev.gramme.model.TableDefinition;
import dev.gramme.storage.Snapshot;
import dev.gramme.storage.Store;
import dev.gramme.storage.Transaction;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The counts in rows that each write changes in its own transaction. They are right after any end
 * of the process, so that no start counts the rows of the store. One thread commits all
 * transactions of such a store, so these rows cause no conflicts.
 *
 * <p>Only a database of an earlier version, whose process did not end with a clean close, has no
 * complete counts. Its rows are counted once, in the background.
 */
final class StoredCounts extends TableStatistics {
  private final Store store;
  private final Lifecycle lifecycle;

  /** The snapshot that an unfinished count reads. */
  private volatile @Nullable Snapshot counting;

  StoredCounts(Store store, Lifecycle lifecycle) {
    this.store = store;
    this.lifecycle = lifecycle;
  }

  @Override
  void open(List<TableDefinition> tables) {
    if (store.get(Rows.COMPLETE) != null) {
      return;
    }
    BlockingTransactions.run(
        store,
        tx -> {
          tx.deleteRange(
              SystemKeys.spaceStart(SystemKeys.STATISTICS),
              SystemKeys.spaceStart(SystemKeys.STATISTICS + 1));
          if (tables.isEmpty()) {
            tx.put(Rows.COMPLETE, new byte[0]);
          }
        });
    if (tables.isEmpty()) {
      return;
    }
    // It is older than every write of this process, so nothing is counted twice.
    Snapshot snapshot = store.snapshot();
    counting = snapshot;
    var left = new ArrayDeque<>(tables);
    var counted = new HashMap<Part, Counts>();
    lifecycle.start(
        RowCounter.JOB,
        "",
        job -> {
          countAll(snapshot, left, counted, job);
          if (!lifecycle.isClosed()) {
            complete(counted);
            close();
          }
        });
  }

  /** Counts each table of the list once; a repeated call continues with the remaining tables. */
  private void countAll(
      Snapshot snapshot,
      ArrayDeque<TableDefinition> left,
      Map<Part, Counts> counted,
      BackgroundJob job) {
    for (var table = left.peek(); table != null && !lifecycle.isClosed(); table = left.peek()) {
      counted.putAll(RowCounter.count(snapshot, table, lifecycle::isClosed));
      left.remove();
      job.progressed();
    }
  }

  /** Adds what was counted to the changes since then, once. */
  private void complete(Map<Part, Counts> counted) {
    BlockingTransactions.run(
        store,
        tx -> {
          if (tx.get(Rows.COMPLETE) == null) {
            var known = new HashSet<Integer>();
            CatalogRows.readAll(tx)
                .forEach(table -> known.addAll(CatalogRows.numbers(table.definition())));
            counted.forEach((part, counts) -> {
              if (known.contains(part.number())) {
                add(tx, part, counts);
              }
            });
            tx.put(Rows.COMPLETE, new byte[0]);
          }
        });
  }

  @Override
  void close() {
    Snapshot held = counting;
    if (held != null) {
      held.close();
      counting = null;
    }
  }

  @Override
  public void write(Transaction tx, CountChanges changes) {
    changes.byPart().forEach((part, change) -> add(tx, part, change));
  }

  private static void add(Transaction tx, Part part, Counts change) {
    Rows.put(tx, part, Rows.get(tx, part).plus(change));
  }

  @Override
  public void committed(CountChanges changes) {
    // The transaction has written them.
  }

  @Override
  void remove(int number) {
    // The rows are removed with the rows of the table.
  }

  @Override
  Counts counts(Part part) {
    return Rows.get(store, part).positive();
  }

  @Override
  public Counts counts(Transaction tx, int number) {
    return Rows.get(tx, new Part(number, 0)).positive();
  }
}
