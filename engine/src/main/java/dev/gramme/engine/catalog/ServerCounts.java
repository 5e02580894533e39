package dev.gramme.engine.catalog;

import dev.gramme.model.TableDefinition;
import dev.gramme.storage.Store;
import dev.gramme.storage.Transaction;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * The numbers and sizes of items that each server of a shared store keeps in memory: the rows that
 * a background job counts after the start, plus this server's own changes. They miss what other
 * servers change after the job has read the rows, and transactions whose outcome is unknown. A
 * change that is made while the job runs may be counted twice.
 */
final class ServerCounts extends TableStatistics {
  private final Store store;
  private final Lifecycle lifecycle;
  private final ConcurrentHashMap<Part, Tally> tallies = new ConcurrentHashMap<>();

  private record Tally(LongAdder items, LongAdder bytes) {
    Tally() {
      this(new LongAdder(), new LongAdder());
    }

    void add(Counts more) {
      items.add(more.items());
      bytes.add(more.sizeBytes());
    }
  }

  ServerCounts(Store store, Lifecycle lifecycle) {
    this.store = store;
    this.lifecycle = lifecycle;
  }

  @Override
  void open(List<TableDefinition> tables) {
    var left = new ArrayDeque<>(tables);
    lifecycle.start(RowCounter.JOB, "", job -> countAll(left, job));
  }

  /** Counts each table of the list once; a repeated call continues with the remaining tables. */
  private void countAll(ArrayDeque<TableDefinition> left, BackgroundJob job) {
    var reader = new PagedReader(store);
    for (var table = left.peek(); table != null && !lifecycle.isClosed(); table = left.peek()) {
      Map<Part, Counts> counted = RowCounter.count(reader, table, lifecycle::isClosed);
      if (!lifecycle.isClosed()) {
        counted.forEach(this::add);
        left.remove();
        job.progressed();
      }
    }
  }

  private void add(Part part, Counts more) {
    tallies.computeIfAbsent(part, p -> new Tally()).add(more);
  }

  @Override
  void close() {
    // The counts are only in memory.
  }

  @Override
  public void write(Transaction tx, CountChanges changes) {
    // Nothing is stored: if every write changed the row of its table's counts, all would conflict.
  }

  @Override
  public void committed(CountChanges changes) {
    changes.byPart().forEach(this::add);
  }

  @Override
  void remove(int number) {
    tallies.keySet().removeIf(part -> part.number() == number);
  }

  @Override
  Counts counts(Part part) {
    Tally tally = tallies.get(part);
    return tally == null
        ? Counts.NONE
        : new Counts(tally.items().sum(), tally.bytes().sum()).positive();
  }

  @Override
  Counts counts(Transaction tx, int number) {
    return counts(number);
  }
}
