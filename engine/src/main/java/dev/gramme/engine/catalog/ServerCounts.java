package dev.gramme.engine.catalog;

import dev.gramme.model.TableDefinition;
import dev.gramme.storage.StorageException;
import dev.gramme.storage.Store;
import dev.gramme.storage.Transaction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The counts of a store that several servers share. Each server collects its own changes in memory
 * and adds them to the rows every {@value #INTERVAL_SECONDS} seconds and at its end. So counts lack
 * the last changes of other servers, and for good those that a server had not added when it died,
 * and those of transactions whose outcome is unknown.
 *
 * <p>A database of an earlier version has no rows. One server counts its items once, in the
 * background; a change that is made meanwhile may be counted twice.
 */
final class ServerCounts extends TableStatistics {
  private static final Logger LOG = LoggerFactory.getLogger(ServerCounts.class);
  private static final int INTERVAL_SECONDS = 5;

  private final Store store;
  private final Lifecycle lifecycle;
  private final ConcurrentHashMap<Part, Tally> own = new ConcurrentHashMap<>();
  private volatile boolean wasComplete;

  private record Tally(LongAdder items, LongAdder bytes) {
    Tally() {
      this(new LongAdder(), new LongAdder());
    }

    void add(Counts more) {
      items.add(more.items());
      bytes.add(more.sizeBytes());
    }

    Counts take() {
      return new Counts(items.sumThenReset(), bytes.sumThenReset());
    }
  }

  /** The job that counts all tables of an older database. */
  private record CountOfAll() implements StoredJobs.Key {
    @Override
    public String id() {
      return "all";
    }

    @Override
    public String subject() {
      return "all tables";
    }
  }

  ServerCounts(Store store, Lifecycle lifecycle) {
    this.store = store;
    this.lifecycle = lifecycle;
  }

  @Override
  void open(List<TableDefinition> tables) {
    if (!isComplete()) {
      BlockingTransactions.run(
          store,
          tx -> {
            if (CatalogRows.readAll(tx).isEmpty()) {
              tx.put(Rows.COMPLETE, new byte[0]);
            }
          });
      new StoredJobs<>(
              store,
              lifecycle,
              RowCounter.JOB,
              () -> isComplete() ? List.of() : List.of(new CountOfAll()),
              (all, term, job) -> countAll(term, job))
          .resume();
    }
    lifecycle.repeat(Duration.ofSeconds(INTERVAL_SECONDS), "addition of item counts", this::addOwn);
  }

  /** Whether the rows have the counts of all tables, which they then keep for good. */
  private boolean isComplete() {
    if (!wasComplete) {
      wasComplete = store.get(Rows.COMPLETE) != null;
    }
    return wasComplete;
  }

  private void countAll(Lease.Term term, BackgroundJob job) {
    var reader = new PagedReader(store);
    var counted = new HashMap<Part, Counts>();
    for (var stored : CatalogRows.readAll(store)) {
      counted.putAll(
          RowCounter.count(
              reader, stored.definition(), () -> lifecycle.isClosed() || !term.isHeld()));
      job.progressed();
    }
    if (lifecycle.isClosed()) {
      return;
    }
    BlockingTransactions.run(
        store,
        tx -> {
          term.require(tx);
          counted.forEach((part, counts) -> Rows.put(tx, part, counts));
          tx.put(Rows.COMPLETE, new byte[0]);
        });
  }

  /** Adds the changes of this server to the rows. */
  private synchronized void addOwn() {
    if (!isComplete()) {
      return;
    }
    Map<Part, Counts> changes = new HashMap<>();
    own.forEach((part, tally) -> {
      Counts change = tally.take();
      if (!change.equals(Counts.NONE)) {
        changes.put(part, change);
      }
    });
    if (changes.isEmpty()) {
      return;
    }
    Map<Integer, String> tables;
    try {
      // Not before the changes were taken: they may be those of a table created since.
      tables = tablesByNumber();
    } catch (Throwable failure) {
      changes.forEach(this::add);
      throw failure;
    }
    own.keySet().removeIf(part -> changes.containsKey(part) && !tables.containsKey(part.number()));
    try {
      BlockingTransactions.run(store, tx -> add(tx, changes, tables));
    } catch (RuntimeException e) {
      if (!StorageException.leavesOutcomeOpen(e)) {
        changes.forEach(this::add);
      }
      throw e;
    }
  }

  /** The names of all tables, by their numbers and those of their indexes. */
  private Map<Integer, String> tablesByNumber() {
    var tables = new HashMap<Integer, String>();
    for (var stored : CatalogRows.readAll(store)) {
      TableDefinition table = stored.definition();
      CatalogRows.numbers(table).forEach(number -> tables.put(number, table.name()));
    }
    return tables;
  }

  /** Adds changes to the rows, except of what any server has dropped: its rows are removed. */
  private static void add(Transaction tx, Map<Part, Counts> changes, Map<Integer, String> tables) {
    var rows = new ArrayList<byte[]>();
    for (Part part : changes.keySet()) {
      String table = tables.get(part.number());
      if (table != null) {
        rows.add(CatalogRows.tableKey(table));
        rows.add(Rows.key(part));
      }
    }
    tx.getAll(rows); // Loads all of them at once.
    changes.forEach((part, change) -> {
      String table = tables.get(part.number());
      var stored = table == null ? null : CatalogRows.read(tx, table);
      if (stored != null && CatalogRows.numbers(stored.definition()).contains(part.number())) {
        Rows.put(tx, part, Rows.get(tx, part).plus(change));
      }
    });
  }

  private void add(Part part, Counts more) {
    own.computeIfAbsent(part, p -> new Tally()).add(more);
  }

  @Override
  void close() {
    try {
      addOwn();
    } catch (StorageException e) {
      LOG.warn("the last changes are missing in the item counts: {}", e.getMessage());
    }
  }

  @Override
  public void write(Transaction tx, CountChanges changes) {
    // If every write changed the row of its table's counts, all would conflict.
  }

  @Override
  public void committed(CountChanges changes) {
    changes.byPart().forEach(this::add);
  }

  @Override
  void remove(int number) {
    own.keySet().removeIf(part -> part.number() == number);
  }

  /** Waits while this server's changes move to the rows, so that none is missing or doubled. */
  @Override
  synchronized Counts counts(Part part) {
    return withOwn(part, Rows.get(store, part));
  }

  @Override
  public Counts counts(Transaction tx, int number) {
    var part = new Part(number, 0);
    return withOwn(part, Rows.get(tx, part));
  }

  private Counts withOwn(Part part, Counts stored) {
    Tally tally = own.get(part);
    return (tally == null
            ? stored
            : stored.plus(new Counts(tally.items().sum(), tally.bytes().sum())))
        .positive();
  }
}
