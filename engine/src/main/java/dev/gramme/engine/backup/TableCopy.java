package dev.gramme.engine.backup;

import dev.gramme.engine.backup.CopyJob.Phase;
import dev.gramme.engine.backup.CopyJob.Purpose;
import dev.gramme.engine.catalog.BackgroundJob;
import dev.gramme.engine.catalog.BlockingTransactions;
import dev.gramme.engine.catalog.Catalog;
import dev.gramme.engine.catalog.CountChanges;
import dev.gramme.engine.index.IndexChange;
import dev.gramme.engine.index.IndexRows;
import dev.gramme.engine.index.ItemCollection;
import dev.gramme.engine.index.VectorRows;
import dev.gramme.engine.key.RowKeys;
import dev.gramme.engine.stream.LogReader;
import dev.gramme.engine.stream.LogShard;
import dev.gramme.engine.stream.LoggedChange;
import dev.gramme.model.Item;
import dev.gramme.model.ItemCodec;
import dev.gramme.model.Limits;
import dev.gramme.model.TableDefinition;
import dev.gramme.storage.ConflictException;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Store;
import dev.gramme.storage.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a copy of a table's items at a point in time while the table keeps changing. It needs no
 * snapshot. Each step is committed together with the progress, so that a restart continues with the
 * next step.
 *
 * <ol>
 *   <li>The items are copied in chunks, each in its current state.
 *   <li>The changes of the log after the point in time are undone, the latest first: the old item
 *       of the change is written to the copy, or the item is removed if there was none. The first
 *       change of an item after the point in time is undone last, and its old item is the item at
 *       the point in time. An item without later changes had the same content whenever it was
 *       copied. Changes after the end of the first step are not in the copy and need not be undone.
 *   <li>If the copy is a new table, its indexes are filled.
 * </ol>
 *
 * <p>A shard of the log has a higher number than the shards it replaced, so the changes of one item
 * are ordered by shard number. Therefore the shards are processed in descending order of their
 * numbers.
 */
final class TableCopy {
  private static final Logger LOG = LoggerFactory.getLogger(TableCopy.class);

  private static final int CHUNK_ROWS = 256;

  private final Store store;
  private final Catalog catalog;
  private final int target;

  TableCopy(Store store, Catalog catalog, int target) {
    this.store = store;
    this.catalog = catalog;
    this.target = target;
  }

  /**
   * Copies until the copy is complete.
   *
   * @param progress receives the progress after each step
   * @return the job to finish; null if the copy was stopped, or does not exist
   */
  @Nullable CopyJob run(BooleanSupplier stopped, BackgroundJob progress) {
    while (!stopped.getAsBoolean()) {
      CopyJob job = CopyJob.read(store, target).orElse(null);
      if (job == null || job.phase() == Phase.FINISHING) {
        return job;
      }
      try {
        switch (job.phase()) {
          case COPYING -> copy(job);
          case UNDOING -> undo(job);
          case INDEXING -> index(job);
          case FINISHING -> throw new IllegalStateException("a finished copy has no further step");
        }
        progress.progressed();
      } catch (ConflictException e) {
        LOG.debug("retrying a step of the copy under number {} after a conflict", target);
      }
    }
    return null;
  }

  /** A row that has been read. */
  private static final class Row {
    final byte[] key;
    final byte[] value;
    final boolean isItem;

    Row(byte[] key, byte[] value, boolean isItem) {
      this.key = key;
      this.value = value;
      this.isItem = isItem;
    }
  }

  /** The next rows under a number, of all kinds. */
  private List<Row> rows(CopyJob job, int number) {
    var position = job.position();
    byte[] from =
        position == null ? RowKeys.tableStart(number) : RowKeys.after(position.toByteArray());
    var rows = new ArrayList<Row>(CHUNK_ROWS);
    long bytes = 0;
    try (Cursor cursor = store.range(from, RowKeys.tableStart(number + 1), Direction.ASCENDING)) {
      while (rows.size() < CHUNK_ROWS && bytes < Limits.PAGE_BYTES && cursor.next()) {
        byte[] key = cursor.key();
        byte[] value = cursor.value();
        boolean isItem = RowKeys.kindOf(key, job.source().key().hash()) == RowKeys.ITEM;
        rows.add(new Row(key, value, isItem));
        bytes += value.length;
      }
    }
    return rows;
  }

  private void copy(CopyJob job) {
    List<Row> rows = rows(job, job.from());
    if (rows.isEmpty()) {
      step(job, this::copied);
      return;
    }
    long items = 0;
    long bytes = 0;
    for (Row row : rows) {
      if (row.isItem) {
        items++;
        bytes += ItemCodec.decode(row.value).sizeBytes();
      }
    }
    CopyJob next = job.at(rows.getLast().key, items, bytes);
    step(
        job,
        tx -> {
          for (Row row : rows) {
            if (row.isItem) {
              tx.put(RowKeys.under(target, row.key), row.value);
            }
          }
          return next;
        });
  }

  /** The next phase after all rows have been copied. */
  private CopyJob copied(Transaction tx) {
    CopyJob job = CopyJob.read(tx, target).orElseThrow();
    if (job.moment() == CopyJob.AS_IT_IS) {
      return job.in(afterUndoing(job));
    }
    long bound = new LogReader(tx).last(job.from());
    return job.undoing(bound, Integer.MAX_VALUE, bound + 1);
  }

  private static Phase afterUndoing(CopyJob job) {
    return job.purpose() == Purpose.RESTORE ? Phase.INDEXING : Phase.FINISHING;
  }

  private void undo(CopyJob job) {
    var log = new LogReader(store);
    int table = job.from();
    List<LoggedChange> changes =
        job.shard() == Integer.MAX_VALUE
            ? List.of()
            : log.changesBackwards(
                table, job.shard(), job.moment(), job.before(), CHUNK_ROWS, Limits.PAGE_BYTES);
    if (changes.isEmpty()) {
      CopyJob next =
          shardBefore(log, job)
              .map(shard -> job.undoing(job.bound(), shard.number(), job.bound() + 1))
              .orElseGet(() -> job.in(afterUndoing(job)));
      step(job, tx -> next);
      return;
    }
    step(
        job,
        tx -> {
          var moved = job.undoing(job.bound(), job.shard(), changes.getLast().sequence());
          return undo(tx, moved, changes);
        });
  }

  /**
   * The shard with the highest number below the job's shard that may hold changes after the moment.
   */
  private static Optional<LogShard> shardBefore(LogReader log, CopyJob job) {
    return log.shards(job.from(), 0, Integer.MAX_VALUE).stream()
        .filter(shard -> shard.number() < job.shard() && shard.end() > job.moment())
        .reduce((first, second) -> second);
  }

  private CopyJob undo(Transaction tx, CopyJob job, List<LoggedChange> changes) {
    long items = 0;
    long bytes = 0;
    List<byte[]> rows =
        changes.stream()
            .map(change -> RowKeys.under(target, RowKeys.item(job.source(), change.either())))
            .toList();
    // Loads all rows at once; below, a row may have been changed by an earlier change of its item.
    tx.getAll(rows);
    for (int i = 0; i < rows.size(); i++) {
      byte[] row = rows.get(i);
      byte[] there = tx.get(row);
      if (there != null) {
        items--;
        bytes -= ItemCodec.decode(there).sizeBytes();
      }
      Item before = changes.get(i).before();
      if (before != null) {
        items++;
        bytes += before.sizeBytes();
        tx.put(row, ItemCodec.encode(before));
      } else if (there != null) {
        tx.delete(row);
      }
    }
    return job.counted(items, bytes);
  }

  private void index(CopyJob job) {
    TableDefinition table = catalog.find(job.name()).orElse(null);
    if (table == null || table.number() != target) {
      LOG.warn("table {} was deleted while it was being restored", job.name());
      step(job, tx -> job.in(Phase.FINISHING));
      return;
    }
    boolean hasIndexes =
        !table.localIndexes().isEmpty()
            || !table.globalIndexes().isEmpty()
            || !table.vectorIndexes().isEmpty();
    List<Row> rows = hasIndexes ? rows(job, target) : List.of();
    if (rows.isEmpty()) {
      step(job, tx -> job.in(Phase.FINISHING));
      return;
    }
    stepCounted(
        job,
        (tx, counts) -> {
          rows.stream()
              .filter(row -> row.isItem)
              .forEach(row -> addEntries(tx, table, row, counts));
          return job.at(rows.getLast().key, 0, 0);
        });
  }

  /** Adds the index entries of an item. */
  private static void addEntries(
      Transaction tx, TableDefinition table, Row row, CountChanges counts) {
    Item item = ItemCodec.decode(row.value);
    List<IndexChange> changes = IndexRows.changeAll(tx, table, null, item);
    if (!table.localIndexes().isEmpty()) {
      Item key = table.key().of(item);
      ItemCollection.resize(tx, table, key, null, item, changes, Long.MAX_VALUE);
    }
    counts.add(table, null, null, changes, VectorRows.changeAll(tx, table, null, item));
  }

  /**
   * Commits a step together with the new state of the job, and adds the items of a new table to its
   * counts; the counts of a backup are in the job.
   */
  private void step(CopyJob job, Function<Transaction, CopyJob> body) {
    stepCounted(
        job,
        (tx, counts) -> {
          CopyJob next = body.apply(tx);
          if (job.purpose() == Purpose.RESTORE) {
            counts.add(target, next.items() - job.items(), next.sizeBytes() - job.sizeBytes());
          }
          return next;
        });
  }

  /**
   * Commits a step together with the new state of the job. Nothing happens if the job has changed
   * since it was read: then another server on the same store has continued the copy.
   *
   * @param body adds the changes of the counts
   */
  private void stepCounted(CopyJob job, BiFunction<Transaction, CountChanges, CopyJob> body) {
    CountChanges done =
        BlockingTransactions.transact(
            store,
            tx -> {
              var counts = new CountChanges();
              if (CopyJob.read(tx, target).filter(job::equals).isPresent()) {
                body.apply(tx, counts).write(tx);
                catalog.statistics().write(tx, counts);
              }
              return counts;
            });
    catalog.statistics().committed(done);
  }
}
