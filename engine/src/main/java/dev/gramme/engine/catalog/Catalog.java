package dev.gramme.engine.catalog;

import dev.gramme.engine.catalog.CatalogRows.Stored;
import dev.gramme.engine.stream.LogPlan;
import dev.gramme.engine.stream.LogWriter;
import dev.gramme.engine.ttl.ExpiryRows;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.model.TableDefinition;
import dev.gramme.storage.ConflictException;
import dev.gramme.storage.Store;
import dev.gramme.storage.Transaction;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tables that there are. Definitions live in the store and are changed by its transactions; a
 * cache of them answers reads.
 *
 * <p>A write must not go by a stale definition: it would miss an index that was just created, or
 * put rows under the number of a table that is gone. So it asks {@link #current} within its
 * transaction, which reads the version row of the cached definition. That costs one read of eight
 * bytes, and makes the transaction conflict with every change of the table.
 *
 * <p>The cache is only ever filled from the store's committed state, under a lock; so it never goes
 * back. Changes made by another server on the same store are seen by the next write to the table,
 * or the next look for a name that is not cached.
 */
public final class Catalog implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Catalog.class);

  /** How often the removal of a dropped table's rows is tried before the next start. */
  private static final int DROP_ATTEMPTS = 10;

  private final Store store;
  private final Lifecycle lifecycle;
  private final TableStatistics statistics;
  private final ConcurrentHashMap<String, Stored> cache = new ConcurrentHashMap<>();
  private final Set<String> refreshing = ConcurrentHashMap.newKeySet();
  private final List<Consumer<TableDefinition>> listeners = new CopyOnWriteArrayList<>();
  private final Object refreshLock = new Object();
  private volatile IntConsumer onDrop = number -> {};

  private Catalog(Store store, Lifecycle lifecycle) {
    this.store = store;
    this.lifecycle = lifecycle;
    this.statistics = new TableStatistics(store, lifecycle);
  }

  /** The catalog of a store; goes on with backfills and removals that a crash interrupted. */
  public static Catalog open(Store store, Lifecycle lifecycle) {
    var catalog = new Catalog(store, lifecycle);
    for (Stored stored : CatalogRows.readAll(store)) {
      catalog.cache.put(stored.definition().name(), stored);
    }
    catalog.statistics.open(catalog.cache.values().stream().map(Stored::definition).toList());
    CatalogRows.dropped(store).forEach(catalog::startDrop);
    for (Stored stored : catalog.cache.values()) {
      Filling.of(stored.definition())
          .forEach(index -> catalog.startBackfill(stored.definition(), index));
    }
    return catalog;
  }

  /** The definition of a table, for reads and descriptions. */
  public Optional<TableDefinition> find(String name) {
    Stored cached = cache.get(name);
    if (cached == null) {
      cached = refresh(name);
    }
    return Optional.ofNullable(cached).map(Stored::definition);
  }

  /** The names of tables in bytewise order that follow the one given, at most so many. */
  public List<String> names(String after, int limit) {
    return CatalogRows.names(store, after, limit);
  }

  /**
   * The definition of a table, for writes: it holds if the transaction commits.
   *
   * @throws ApiError ResourceNotFoundException when there is no such table, or it is not ready yet
   */
  public TableDefinition current(Transaction tx, String name) {
    Stored cached = cache.get(name);
    if (cached != null && cached.isCurrent(tx)) {
      return ready(cached.definition());
    }
    Stored stored = CatalogRows.read(tx, name);
    if (cached != null || stored != null) {
      refreshLater(name);
    }
    if (stored == null) {
      throw ApiError.of(ErrorType.RESOURCE_NOT_FOUND, "Requested resource not found");
    }
    return ready(stored.definition());
  }

  private static TableDefinition ready(TableDefinition table) {
    if (table.status() == TableDefinition.Status.CREATING) {
      throw ApiError.of(ErrorType.RESOURCE_NOT_FOUND, "Requested resource not found");
    }
    return table;
  }

  /**
   * Creates a table.
   *
   * @param definition makes the definition, with numbers for the table and its global indexes; may
   *     be called again after a conflict
   * @return the definition; fails with ResourceInUseException when the name is taken
   */
  public CompletableFuture<TableDefinition> create(Function<Numbers, TableDefinition> definition) {
    return store
        .transact(tx -> {
          var now = lifecycle.clock().instant();
          var table = LogPlan.apply(null, definition.apply(() -> CatalogRows.takeNumber(tx)), now);
          if (CatalogRows.read(tx, table.name()) != null) {
            throw ApiError.of(ErrorType.RESOURCE_IN_USE, "Table already exists: " + table.name());
          }
          CatalogRows.write(tx, table, null);
          LogWriter.follow(tx, null, table, now);
          return table;
        })
        .thenApply(table -> {
          refresh(table.name());
          listeners.forEach(listener -> listener.accept(table));
          return table;
        });
  }

  /**
   * Changes a table. An index that is new and backfilling is filled in the background and then
   * becomes active; the rows of an index that is no more are removed in the background.
   *
   * @param change gives the new definition, or the same one; may throw an ApiError, and may be
   *     called again after a conflict
   * @return the new definition; fails with what the change threw, or with ResourceNotFoundException
   */
  public CompletableFuture<TableDefinition> change(
      String name, BiFunction<TableDefinition, Numbers, TableDefinition> change) {
    return store
        .transact(tx -> {
          Stored stored = existing(tx, name);
          TableDefinition before = stored.definition();
          var now = lifecycle.clock().instant();
          var after =
              LogPlan.apply(before, change.apply(before, () -> CatalogRows.takeNumber(tx)), now);
          var gone = new ArrayList<>(numbers(before));
          gone.removeAll(numbers(after));
          gone.forEach(number -> CatalogRows.putDropped(tx, number));
          if (!after.equals(before)) {
            CatalogRows.write(tx, after, stored);
            LogWriter.follow(tx, before, after, now);
            ExpiryRows.follow(tx, before, after);
          }
          return new Change(before, after, gone);
        })
        .thenApply(done -> {
          refresh(name);
          done.gone().forEach(this::startDrop);
          Filling.of(done.after()).stream()
              .filter(index -> !numbers(done.before()).contains(index.number()))
              .forEach(index -> startBackfill(done.after(), index));
          listeners.forEach(listener -> listener.accept(done.after()));
          return done.after();
        });
  }

  /**
   * Deletes a table; its rows are removed in the background.
   *
   * @param rule throws an ApiError when the table may not be deleted
   * @return the definition as it was; fails with what the rule threw, or with
   *     ResourceNotFoundException
   */
  public CompletableFuture<TableDefinition> delete(String name, Consumer<TableDefinition> rule) {
    return store
        .transact(tx -> {
          Stored stored = existing(tx, name);
          TableDefinition table = stored.definition();
          rule.accept(table);
          CatalogRows.remove(tx, stored);
          LogWriter.follow(tx, table, null, lifecycle.clock().instant());
          ExpiryRows.follow(tx, table, null);
          numbers(table).forEach(number -> CatalogRows.putDropped(tx, number));
          return table;
        })
        .thenApply(table -> {
          refresh(name);
          numbers(table).forEach(this::startDrop);
          return table;
        });
  }

  /** Has somebody told of the numbers of tables and indexes that are dropped from now on. */
  public void onDrop(IntConsumer listener) {
    onDrop = listener;
  }

  /** All tables. */
  public List<TableDefinition> tables() {
    return cache.values().stream().map(Stored::definition).toList();
  }

  /** Has every definition of a table that is new or changed shown to a listener. */
  public void onChange(Consumer<TableDefinition> listener) {
    listeners.add(listener);
  }

  /** Item counts and sizes. */
  public TableStatistics statistics() {
    return statistics;
  }

  /** In what time tables and indexes move from state to state. */
  public Lifecycle lifecycle() {
    return lifecycle;
  }

  /** Stops background work and keeps the statistics. To be called after the last write. */
  @Override
  public void close() {
    lifecycle.close();
    statistics.save();
  }

  private record Change(TableDefinition before, TableDefinition after, List<Integer> gone) {}

  private static Stored existing(Transaction tx, String name) {
    Stored stored = CatalogRows.read(tx, name);
    if (stored == null) {
      throw ApiError.of(
          ErrorType.RESOURCE_NOT_FOUND,
          "Requested resource not found: Table: " + name + " not found");
    }
    return stored;
  }

  /** The numbers under which a table has rows: its own and those of its indexes but the local. */
  private static Set<Integer> numbers(TableDefinition table) {
    var numbers = new HashSet<Integer>();
    numbers.add(table.number());
    table.globalIndexes().forEach(index -> numbers.add(index.number()));
    table.vectorIndexes().forEach(index -> numbers.add(index.number()));
    return numbers;
  }

  private void startBackfill(TableDefinition table, Filling index) {
    lifecycle.start(
        "backfill of index " + index.name() + " of table " + table.name(),
        () -> {
          var backfill = new Backfill(store, statistics, table.name(), index.number());
          if (backfill.run(lifecycle::isClosed)) {
            refresh(table.name());
          }
        });
  }

  private void startDrop(int number) {
    statistics.remove(number);
    onDrop.accept(number);
    lifecycle.start("removal of the rows under number " + number, () -> drop(number));
  }

  private void drop(int number) {
    for (int attempt = 1; attempt <= DROP_ATTEMPTS && !lifecycle.isClosed(); attempt++) {
      try {
        Blocking.transact(
            store,
            tx -> {
              CatalogRows.removeDropped(tx, number);
              return true;
            });
        return;
      } catch (ConflictException e) {
        LOG.info("removal of the rows under number {} met other transactions", number);
      }
    }
  }

  /** Reads a definition anew; the lock keeps an older state from replacing a newer one. */
  private @Nullable Stored refresh(String name) {
    synchronized (refreshLock) {
      Stored stored = CatalogRows.read(store, name);
      if (stored == null) {
        cache.remove(name);
      } else {
        cache.put(name, stored);
      }
      return stored;
    }
  }

  /** Reads a definition anew outside the transaction that found the cached one outdated. */
  private void refreshLater(String name) {
    if (refreshing.add(name)) {
      lifecycle.start(
          "refresh of the definition of table " + name,
          () -> {
            refreshing.remove(name);
            refresh(name);
          });
    }
  }
}
