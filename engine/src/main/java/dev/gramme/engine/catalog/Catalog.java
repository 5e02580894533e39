package dev.gramme.engine.catalog;

import dev.gramme.engine.catalog.CatalogRows.Stored;
import dev.gramme.engine.stream.LogPlan;
import dev.gramme.engine.stream.LogWriter;
import dev.gramme.engine.ttl.ExpiryRows;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.Transition;
import dev.gramme.storage.StorageException;
import dev.gramme.storage.Store;
import dev.gramme.storage.Transaction;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The definitions of all tables. They are stored as rows and changed by transactions of the store;
 * a cache serves reads.
 *
 * <p>A write must not use a stale definition: it could miss a new index, or add rows to a table
 * that has been dropped. Therefore a write calls {@link #current} within its transaction, which
 * uses the cached definition with its version row as a precondition. This costs at most one read of
 * eight bytes, and the transaction conflicts with every change of the table.
 *
 * <p>The cache is filled only from the committed state of the store, under a lock; so it never goes
 * back to an older version. On a shared store, reads check the precondition, too. A change of a
 * table that one server has acknowledged is then visible to every later request on any server.
 */
public final class Catalog implements AutoCloseable {
  /** How often a server polls for changes that other servers made to tables it does not use. */
  private static final Duration POLL_INTERVAL = Duration.ofSeconds(5);

  private final Store store;
  private final Lifecycle lifecycle;
  private final TableDropHook dropHook;
  private final TableStates states;
  private final TableStatistics statistics;
  private final ConcurrentHashMap<String, Stored> cache = new ConcurrentHashMap<>();
  private final Set<String> refreshing = ConcurrentHashMap.newKeySet();
  private final Backfills backfills;
  private final DroppedRows droppedRows;
  private final List<Function<TableDefinition, Optional<BackgroundJob>>> listeners =
      new CopyOnWriteArrayList<>();

  /** By name, the definition that the listeners have received last, or found at the start. */
  private final Map<String, TableDefinition> informed = new ConcurrentHashMap<>();

  private final List<Runnable> reviewers = new CopyOnWriteArrayList<>();
  private final AtomicBoolean reviewing = new AtomicBoolean();
  private final Object refreshLock = new Object();
  private volatile IntConsumer onDrop = number -> {};

  private Catalog(Store store, Lifecycle lifecycle, TableDropHook dropHook) {
    this.store = store;
    this.lifecycle = lifecycle;
    this.dropHook = dropHook;
    this.states = new TableStates(lifecycle.pace().delays());
    this.statistics = TableStatistics.of(store, lifecycle);
    this.backfills = new Backfills(store, lifecycle, statistics, this::tables, this::refresh);
    this.droppedRows = new DroppedRows(store, lifecycle);
  }

  /** Opens the catalog of a store and resumes state changes, backfills and removals. */
  public static Catalog open(Store store, Lifecycle lifecycle) {
    return open(store, lifecycle, (tx, table, counts) -> {});
  }

  /**
   * Opens the catalog with a hook for dropped tables.
   *
   * @param dropHook runs in the transaction that drops a table
   */
  public static Catalog open(Store store, Lifecycle lifecycle, TableDropHook dropHook) {
    var catalog = new Catalog(store, lifecycle, dropHook);
    for (Stored stored : CatalogRows.readAll(store)) {
      catalog.cache.put(stored.definition().name(), stored);
      catalog.informed.put(stored.definition().name(), stored.definition());
    }
    catalog.statistics.open(catalog.cache.values().stream().map(Stored::definition).toList());
    catalog.droppedRows.resume();
    for (Stored stored : catalog.cache.values()) {
      catalog.schedule(stored.definition());
      catalog.backfills.start(stored.definition(), catalog.lifecycle::start);
    }
    if (store.isShared()) {
      catalog.lifecycle.repeat(
          POLL_INTERVAL, "poll for changes of other servers", catalog::pollOtherServers);
    }
    return catalog;
  }

  /**
   * Reloads the definitions that other servers have changed and informs the listeners. The cache
   * may have the new definition already, because a request has refreshed it.
   */
  private void pollOtherServers() {
    readAgain(stored -> {
      TableDefinition table = stored.definition();
      if (!table.equals(informed.get(table.name()))) {
        refresh(table.name());
        inform(table);
      }
      completeOverdue(table);
    });
  }

  /** Ends the transitions of a table that the server that began them has not ended. */
  private void completeOverdue(TableDefinition table) {
    Instant now = lifecycle.clock().instant();
    if (TableStates.nextDue(table).filter(due -> !due.isAfter(now)).isPresent()) {
      completeTransitions(table.name(), lifecycle::startDue);
    }
  }

  /** Reads all definitions again, and removes those from the cache that no longer exist. */
  private void readAgain(Consumer<Stored> each) {
    var names = new HashSet<String>();
    for (Stored stored : CatalogRows.readAll(store)) {
      names.add(stored.definition().name());
      each.accept(stored);
    }
    cache.keySet().stream().filter(name -> !names.contains(name)).forEach(this::refresh);
    informed.keySet().retainAll(names);
  }

  /**
   * Starts all outstanding background work that is recorded in the store and is not running. Call
   * this after a transaction with unknown outcome: if it was committed, no other code starts the
   * work that follows from it.
   */
  public void review() {
    if (reviewing.compareAndSet(false, true)) {
      lifecycle.start(
          "review of the catalog",
          "",
          () -> {
            // Reset first: a transaction that fails during the review must start another review.
            reviewing.set(false);
            readAgain(stored -> {
              refresh(stored.definition().name());
              inform(stored.definition());
              schedule(stored.definition());
              backfills.start(stored.definition(), lifecycle::start);
            });
            droppedRows.resume();
            reviewers.forEach(Runnable::run);
          });
    }
  }

  /** Calls {@link #review} if the outcome of the failed transaction is unknown. */
  public void reviewAfter(Throwable failure) {
    if (StorageException.leavesOutcomeOpen(failure)) {
      review();
    }
  }

  /** Registers work that every {@link #review} starts. The work must be idempotent. */
  public void onReview(Runnable reviewer) {
    reviewers.add(reviewer);
  }

  /** The cached definition of a table; does not read the store. */
  public Optional<TableDefinition> lastKnown(String name) {
    return Optional.ofNullable(cache.get(name)).map(Stored::definition);
  }

  /** The definition of a table, for reads and descriptions. */
  public Optional<TableDefinition> find(String name) {
    Stored cached = cache.get(name);
    if (cached == null || (store.isShared() && !cached.precondition().holdsIn(store))) {
      cached = refresh(name);
    }
    return Optional.ofNullable(cached).map(Stored::definition);
  }

  /**
   * The cached definition of a table with its precondition, for reads that check the precondition
   * themselves. Empty if nothing is cached, or if the store is not shared: {@link #find} is then
   * free.
   */
  public Optional<TableView> cachedView(String name) {
    Stored cached = store.isShared() ? cache.get(name) : null;
    return Optional.ofNullable(cached)
        .map(stored -> new TableView(stored.definition(), stored.precondition()));
  }

  /** Whether an operation on a table failed because the table does not exist. */
  public static boolean isMissing(Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    return cause instanceof ApiError error && error.type() == ErrorType.RESOURCE_NOT_FOUND;
  }

  /** The names of tables after the given one, in bytewise order, up to a limit. */
  public List<String> names(String after, int limit) {
    return CatalogRows.names(store, after, limit);
  }

  /**
   * The definition of a table, for writes. The transaction fails if the definition changes before
   * it commits.
   *
   * @throws ApiError ResourceNotFoundException if the table does not exist, is not ready yet, or is
   *     a replica that is being deleted: it sends its last changes to the other regions
   */
  public TableDefinition current(Transaction tx, String name) {
    TableDefinition table = currentOrCreating(tx, name);
    if (!TableStates.takesWrites(table)) {
      throw ApiError.of(ErrorType.RESOURCE_NOT_FOUND, "Requested resource not found");
    }
    return table;
  }

  /**
   * Like {@link #current}, but also returns a table that is being created.
   *
   * @throws ApiError ResourceNotFoundException if the table does not exist
   */
  public TableDefinition currentOrCreating(Transaction tx, String name) {
    Stored cached = cache.get(name);
    if (cached != null && tx.holds(cached.precondition())) {
      return cached.definition();
    }
    Stored stored = CatalogRows.read(tx, name);
    if (cached != null || stored != null) {
      refreshLater(name);
    }
    if (stored == null) {
      throw ApiError.of(ErrorType.RESOURCE_NOT_FOUND, "Requested resource not found");
    }
    return stored.definition();
  }

  /**
   * The stored definition of a table. The transaction fails if the definition changes before it
   * commits.
   *
   * @throws ApiError ResourceNotFoundException if the table does not exist
   */
  public TableDefinition existing(Transaction tx, String name) {
    return stored(tx, name).definition();
  }

  /**
   * Creates a table. If the definition is ACTIVE, the table becomes active after the configured
   * delay of creations; for any other status the caller changes the status later.
   *
   * @param definition makes the definition, with numbers for the table and its global indexes; may
   *     run again after a conflict
   * @return the definition while the table is being created; fails with ResourceInUseException if
   *     the name is taken
   */
  public CompletableFuture<TableDefinition> create(
      Function<TableNumberAllocator, TableDefinition> definition) {
    return create(definition, (tx, table) -> {});
  }

  /** Creates a table, and writes further rows in the same transaction. */
  public CompletableFuture<TableDefinition> create(
      Function<TableNumberAllocator, TableDefinition> definition,
      TransactionSideEffect sideEffect) {
    return transact((tx, now) -> {
      var table = definition.apply(numbers(tx));
      refuseTaken(tx, table.name());
      var begun =
          table.status() == TableDefinition.Status.ACTIVE
              ? states.begin(table, Transition.Kind.CREATION, "", now)
              : table;
      sideEffect.write(tx, begun);
      return store(tx, null, begun, now);
    });
  }

  /**
   * Adds a new table in the caller's transaction.
   *
   * @return the definition as it is stored
   * @throws ApiError ResourceInUseException if the name is taken
   */
  public TableDefinition add(Transaction tx, TableDefinition definition) {
    refuseTaken(tx, definition.name());
    return store(tx, null, definition, lifecycle.clock().instant()).begun();
  }

  private static void refuseTaken(Transaction tx, String name) {
    Stored taken = CatalogRows.read(tx, name);
    if (taken != null) {
      throw RestoreSummary.ofRestoring(tx, taken.definition()).isPresent()
          ? InUseErrors.of("Table is being used: " + name)
          : InUseErrors.taken(taken.definition());
    }
  }

  /** Allocates numbers within a transaction. */
  public TableNumberAllocator numbers(Transaction tx) {
    return () -> CatalogRows.takeNumber(tx);
  }

  /**
   * Changes a table. A new index that is backfilling is filled in the background and then becomes
   * active; the rows of a removed index are deleted in the background.
   *
   * @param change returns the new definition, or the same one; may throw an ApiError, and may run
   *     again after a conflict
   * @return the definition that the change returned, in the states that begin the change (such as
   *     UPDATING), even if the change completes immediately; fails with the exception of the
   *     change, or with ResourceNotFoundException
   */
  public CompletableFuture<TableDefinition> change(
      String name, BiFunction<TableDefinition, TableNumberAllocator, TableDefinition> change) {
    return change(name, change, (tx, table) -> {});
  }

  /**
   * Changes a table, and writes further rows in the same transaction.
   *
   * @param sideEffect receives the changed table; writes the rows, or throws to reject the change
   */
  public CompletableFuture<TableDefinition> change(
      String name,
      BiFunction<TableDefinition, TableNumberAllocator, TableDefinition> change,
      TransactionSideEffect sideEffect) {
    return transact((tx, now) -> {
      Stored stored = stored(tx, name);
      var begun = change.apply(stored.definition(), numbers(tx));
      Change done = store(tx, stored, begun, now);
      sideEffect.write(tx, done.begun());
      return done;
    });
  }

  /**
   * Deletes a table; its rows are removed in the background.
   *
   * @param rule throws an ApiError if the table must not be deleted
   * @return the definition while the table is being deleted; fails with the exception of the rule,
   *     or with ResourceNotFoundException
   */
  public CompletableFuture<TableDefinition> delete(String name, Consumer<TableDefinition> rule) {
    return transact((tx, now) -> {
      Stored stored = stored(tx, name);
      rule.accept(stored.definition());
      var begun = states.begin(stored.definition(), Transition.Kind.DELETION, "", now);
      return store(tx, stored, begun, now);
    });
  }

  /** The states of tables and indexes. */
  public TableStates states() {
    return states;
  }

  /** Marks the rows under a number that belongs to no table, for removal by {@link #resumeDrop}. */
  public static void discard(Transaction tx, int number) {
    CatalogRows.putDropped(tx, number);
  }

  /** Removes, in the background, rows that are marked for removal and no longer retained. */
  public void resumeDrop(int number) {
    droppedRows.start(number);
  }

  /**
   * The source of a table that is being restored; empty for other tables, and after the restore has
   * ended.
   */
  public Optional<RestoreSummary> restoring(TableDefinition table) {
    return RestoreSummary.ofRestoring(store, table);
  }

  /**
   * Sets the listener for the numbers of tables and indexes that are dropped from now on, by this
   * server or by another one.
   */
  public void onDrop(IntConsumer listener) {
    onDrop = listener;
  }

  /** All tables. */
  public List<TableDefinition> tables() {
    return cache.values().stream().map(Stored::definition).toList();
  }

  /** Registers a listener that receives every new or changed definition. */
  public void onChange(Consumer<TableDefinition> listener) {
    onChangeStart(table -> {
      listener.accept(table);
      return Optional.empty();
    });
  }

  /**
   * Registers a listener that starts a job for a new or changed definition.
   *
   * @param listener returns the job that it has started, if any; may receive the same definition
   *     several times
   */
  public void onChangeStart(Function<TableDefinition, Optional<BackgroundJob>> listener) {
    listeners.add(listener);
  }

  private List<BackgroundJob> inform(TableDefinition table) {
    informed.put(table.name(), table);
    return listeners.stream().flatMap(listener -> listener.apply(table).stream()).toList();
  }

  /** Item counts and sizes. */
  public TableStatistics statistics() {
    return statistics;
  }

  /** A limit of {@code size} requests at once, then one per interval. */
  public RequestRate requestRate(String name, Duration interval, int size) {
    return new RequestRate(store, name, interval, size);
  }

  /** The timing of state changes, and the background jobs. */
  public Lifecycle lifecycle() {
    return lifecycle;
  }

  /** Stops background work. Must be called after the last write. */
  @Override
  public void close() {
    lifecycle.close();
    statistics.close();
  }

  /**
   * The result of a transaction on a table.
   *
   * @param begun the definition with all transitions of the change under way
   * @param after the same without the transitions that are over by now, null if the table has been
   *     dropped
   * @param gone the numbers whose rows must be removed
   */
  private record Change(
      @Nullable TableDefinition before,
      TableDefinition begun,
      @Nullable TableDefinition after,
      List<Integer> gone) {}

  private CompletableFuture<TableDefinition> transact(
      BiFunction<Transaction, Instant, Change> change) {
    Instant now = lifecycle.clock().instant();
    return store
        .transact(tx -> change.apply(tx, now))
        .thenCompose(done -> {
          TableDefinition begun = done.begun();
          return lifecycle
              .firstSteps(startFollowUps(done, lifecycle::start))
              .thenApply(steps -> begun);
        })
        .whenComplete((begun, failure) -> {
          if (failure != null) {
            reviewAfter(failure);
          }
        });
  }

  /** Stores the changed definition without the transitions that are over by now. */
  private Change store(
      Transaction tx, @Nullable Stored stored, TableDefinition changed, Instant now) {
    TableDefinition before = stored == null ? null : stored.definition();
    var begun = LogPlan.apply(before, changed, now);
    TableDefinition after = TableStates.withoutCompleted(begun, now).orElse(null);
    if (after != null && !after.equals(before)) {
      CatalogRows.write(tx, after, stored);
    } else if (after == null && stored != null) {
      CatalogRows.remove(tx, stored);
    }
    if (!Objects.equals(before, after)) {
      LogWriter.applyDefinition(tx, before, after, now);
    }
    if (before == null) {
      return new Change(null, begun, after, List.of());
    }
    ExpiryRows.resetBackfillIfEnabled(tx, before, after);
    var gone = new ArrayList<>(CatalogRows.numbers(before));
    if (after == null) {
      dropHook.beforeDrop(tx, before, statistics.counts(tx, before.number()));
    } else {
      gone.removeAll(CatalogRows.numbers(after));
    }
    gone.forEach(number -> CatalogRows.putDropped(tx, number));
    return new Change(before, begun, after, gone);
  }

  /** Starts the background work that follows from a change; returns its jobs. */
  private List<BackgroundJob> startFollowUps(Change done, Lifecycle.Starter starter) {
    done.gone().forEach(droppedRows::start);
    refresh(done.begun().name());
    TableDefinition after = done.after();
    if (after == null) {
      informed.remove(done.begun().name());
      return List.of();
    }
    var begun = new ArrayList<>(inform(after));
    schedule(after);
    begun.addAll(backfills.start(after, starter));
    return begun;
  }

  /** Schedules the end of the table's next transition. */
  private void schedule(TableDefinition table) {
    TableStates.nextDue(table)
        .ifPresent(due ->
            lifecycle.schedule(
                due,
                "state change",
                table.name(),
                // On the job's thread: a caller that waits for it also waits for the backfill.
                () -> completeTransitions(table.name(), lifecycle::run)));
  }

  private void completeTransitions(String name, Lifecycle.Starter starter) {
    Instant now = lifecycle.clock().instant();
    try {
      Optional<Change> completed =
          BlockingTransactions.transact(
              store,
              tx ->
                  Optional.ofNullable(CatalogRows.read(tx, name))
                      .map(stored -> store(tx, stored, stored.definition(), now)));
      completed.ifPresent(change -> startFollowUps(change, starter));
    } catch (StorageException e) {
      // It may be committed: then a second attempt finds no work to start.
      reviewAfter(e);
      throw e;
    }
  }

  private static Stored stored(Transaction tx, String name) {
    Stored stored = CatalogRows.read(tx, name);
    if (stored == null) {
      throw ApiError.of(
          ErrorType.RESOURCE_NOT_FOUND,
          "Requested resource not found: Table: " + name + " not found");
    }
    return stored;
  }

  /**
   * Reads a definition into the cache, under a lock so that the newest version remains. So each
   * server learns here which numbers any server has dropped.
   */
  private @Nullable Stored refresh(String name) {
    synchronized (refreshLock) {
      Stored stored = CatalogRows.read(store, name);
      Stored before = stored == null ? cache.remove(name) : cache.put(name, stored);
      for (int number : CatalogRows.gone(before, stored)) {
        statistics.remove(number);
        onDrop.accept(number);
      }
      return stored;
    }
  }

  /** Refreshes the cache outside the transaction that found the cached definition outdated. */
  private void refreshLater(String name) {
    if (refreshing.add(name)) {
      lifecycle.start(
          "refresh of a definition",
          name,
          () -> {
            refreshing.remove(name);
            refresh(name);
          });
    }
  }
}
