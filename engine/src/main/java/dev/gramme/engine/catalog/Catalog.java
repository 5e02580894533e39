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
 * The tables that there are. Definitions live in the store and are changed by its transactions; a
 * cache of them answers reads.
 *
 * <p>A write must not go by a stale definition: it would miss an index that was just created, or
 * put rows under the number of a table that is gone. So it asks {@link #current} within its
 * transaction, for which the version row of the cached definition is a guard. That costs one read
 * of eight bytes at most, and makes the transaction conflict with every change of the table.
 *
 * <p>The cache is only ever filled from the store's committed state, under a lock; so it never goes
 * back. If other servers share the store, reads need the guard, too: so a change of a table that
 * one server has acknowledged is seen by every request that any server gets afterwards.
 */
public final class Catalog implements AutoCloseable {
  /** How often a server looks for what other servers have done to tables that it does not use. */
  private static final Duration LOOK_AROUND = Duration.ofSeconds(5);

  private final Store store;
  private final Lifecycle lifecycle;
  private final TableDropHook farewell;
  private final TableStates states;
  private final TableStatistics statistics;
  private final ConcurrentHashMap<String, Stored> cache = new ConcurrentHashMap<>();
  private final Set<String> refreshing = ConcurrentHashMap.newKeySet();
  private final Set<Integer> filling = ConcurrentHashMap.newKeySet();
  private final List<Function<TableDefinition, Optional<BackgroundJob>>> listeners =
      new CopyOnWriteArrayList<>();
  private final List<Runnable> reviewers = new CopyOnWriteArrayList<>();
  private final AtomicBoolean reviewing = new AtomicBoolean();
  private final Object refreshLock = new Object();
  private volatile IntConsumer onDrop = number -> {};

  private Catalog(Store store, Lifecycle lifecycle, TableDropHook farewell) {
    this.store = store;
    this.lifecycle = lifecycle;
    this.farewell = farewell;
    this.states = new TableStates(lifecycle.pace().delays());
    this.statistics = new TableStatistics(store, lifecycle);
    lifecycle.onFailure(failure -> {
      if (StorageException.leavesOutcomeOpen(failure)) {
        statistics.uncertain();
      }
    });
  }

  /** The catalog of a store; goes on with changes of state, backfills and removals. */
  public static Catalog open(Store store, Lifecycle lifecycle) {
    return open(store, lifecycle, (tx, table, counts) -> {});
  }

  /**
   * The same with something that is to be done in the transaction in which a table ends.
   *
   * @param farewell is given the table as it was
   */
  public static Catalog open(Store store, Lifecycle lifecycle, TableDropHook farewell) {
    var catalog = new Catalog(store, lifecycle, farewell);
    for (Stored stored : CatalogRows.readAll(store)) {
      catalog.cache.put(stored.definition().name(), stored);
    }
    catalog.statistics.open(catalog.cache.values().stream().map(Stored::definition).toList());
    CatalogRows.dropped(store).forEach(catalog::startDrop);
    for (Stored stored : catalog.cache.values()) {
      catalog.schedule(stored.definition());
      catalog.fill(stored.definition(), catalog.lifecycle::start);
    }
    if (store.isShared()) {
      catalog.lifecycle.repeat(
          LOOK_AROUND, "look for tables of other servers", catalog::lookAround);
    }
    return catalog;
  }

  /** Takes up what other servers have changed, for the background work of this one. */
  private void lookAround() {
    readAgain(stored -> {
      Stored cached = cache.get(stored.definition().name());
      if (cached == null || !cached.definition().equals(stored.definition())) {
        refresh(stored.definition().name());
        inform(stored.definition());
      }
    });
  }

  /** Reads all definitions anew, and forgets those that are gone. */
  private void readAgain(Consumer<Stored> each) {
    var names = new HashSet<String>();
    for (Stored stored : CatalogRows.readAll(store)) {
      names.add(stored.definition().name());
      each.accept(stored);
    }
    cache.keySet().stream().filter(name -> !names.contains(name)).forEach(this::refresh);
  }

  /**
   * Begins, in the background, all work that the store says is to be done and that is not under
   * way. To be called when it is not known whether a transaction was committed: nobody else would
   * begin the work that such a transaction calls for.
   */
  public void review() {
    if (reviewing.compareAndSet(false, true)) {
      lifecycle.start(
          "review of the catalog",
          "",
          () -> {
            // In this order: a transaction that fails during the review leads to another one.
            reviewing.set(false);
            readAgain(stored -> {
              refresh(stored.definition().name());
              inform(stored.definition());
              schedule(stored.definition());
              fill(stored.definition(), lifecycle::start);
            });
            CatalogRows.dropped(store).forEach(this::startDrop);
            reviewers.forEach(Runnable::run);
          });
    }
  }

  /** Calls {@link #review} if a failure leaves open whether its transaction was committed. */
  public void reviewAfter(Throwable failure) {
    if (StorageException.leavesOutcomeOpen(failure)) {
      review();
    }
  }

  /** Has other work of the same kind begun by each {@link #review}; it must be repeatable. */
  public void onReview(Runnable reviewer) {
    reviewers.add(reviewer);
  }

  /** The definition of a table that this server read or wrote last, without a read of the store. */
  public Optional<TableDefinition> lastKnown(String name) {
    return Optional.ofNullable(cache.get(name)).map(Stored::definition);
  }

  /** The definition of a table, for reads and descriptions. */
  public Optional<TableDefinition> find(String name) {
    Stored cached = cache.get(name);
    if (cached == null || (store.isShared() && !cached.guard().holdsIn(store))) {
      cached = refresh(name);
    }
    return Optional.ofNullable(cached).map(Stored::definition);
  }

  /**
   * The definition of a table as this server believes it to be, for reads that check it by its
   * guard; empty if one that holds costs nothing, or none is known.
   */
  public Optional<TableView> believed(String name) {
    Stored cached = store.isShared() ? cache.get(name) : null;
    return Optional.ofNullable(cached)
        .map(stored -> new TableView(stored.definition(), stored.guard()));
  }

  /** Whether a change of a table, or its definition in a transaction, failed for want of it. */
  public static boolean isMissing(Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    return cause instanceof ApiError error && error.type() == ErrorType.RESOURCE_NOT_FOUND;
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
    return ready(currentOrCreating(tx, name));
  }

  /**
   * The same also while the table is being created, for who fills it.
   *
   * @throws ApiError ResourceNotFoundException when there is no such table
   */
  public TableDefinition currentOrCreating(Transaction tx, String name) {
    Stored cached = cache.get(name);
    if (cached != null && tx.holds(cached.guard())) {
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
   * The definition of a table, for changes of what belongs to it: it holds if the transaction
   * commits.
   *
   * @throws ApiError ResourceNotFoundException when there is no such table
   */
  public TableDefinition existing(Transaction tx, String name) {
    return stored(tx, name).definition();
  }

  private static TableDefinition ready(TableDefinition table) {
    if (table.status() == TableDefinition.Status.CREATING) {
      throw ApiError.of(ErrorType.RESOURCE_NOT_FOUND, "Requested resource not found");
    }
    return table;
  }

  /**
   * Creates a table. A definition that is ACTIVE becomes so when the delay of creations has passed;
   * one in another state is its creator's to move on.
   *
   * @param definition makes the definition, with numbers for the table and its global indexes; may
   *     be called again after a conflict
   * @return the definition as it is while the table is being created; fails with
   *     ResourceInUseException when the name is taken
   */
  public CompletableFuture<TableDefinition> create(
      Function<TableNumberAllocator, TableDefinition> definition) {
    return create(definition, (tx, table) -> {});
  }

  /** Creates a table together with what belongs to it from its beginning. */
  public CompletableFuture<TableDefinition> create(
      Function<TableNumberAllocator, TableDefinition> definition,
      TransactionSideEffect attachment) {
    return transact((tx, now) -> {
      var table = definition.apply(numbers(tx));
      refuseTaken(tx, table.name());
      var begun =
          table.status() == TableDefinition.Status.ACTIVE
              ? states.begin(table, Transition.Kind.CREATION, "", now)
              : table;
      attachment.attach(tx, begun);
      return store(tx, null, begun, now);
    });
  }

  /**
   * Enters a new table within a transaction that does more than that.
   *
   * @return the definition as it is stored
   * @throws ApiError ResourceInUseException when the name is taken
   */
  public TableDefinition enter(Transaction tx, TableDefinition definition) {
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

  /**
   * TableNumberAllocator that no table or index had before, for rows that a transaction is about to
   * make.
   */
  public TableNumberAllocator numbers(Transaction tx) {
    return () -> CatalogRows.takeNumber(tx);
  }

  /**
   * Changes a table. An index that is new and backfilling is filled in the background and then
   * becomes active; the rows of an index that is no more are removed in the background.
   *
   * @param change gives the new definition, or the same one; may throw an ApiError, and may be
   *     called again after a conflict
   * @return what the change gave: changes that it has begun are still under way there, however
   *     short they are; fails with what the change threw, or with ResourceNotFoundException
   */
  public CompletableFuture<TableDefinition> change(
      String name, BiFunction<TableDefinition, TableNumberAllocator, TableDefinition> change) {
    return change(name, change, (tx, table) -> {});
  }

  /**
   * Changes a table together with other rows.
   *
   * @param attachment writes them, given the table as changed, or refuses the change
   */
  public CompletableFuture<TableDefinition> change(
      String name,
      BiFunction<TableDefinition, TableNumberAllocator, TableDefinition> change,
      TransactionSideEffect attachment) {
    return transact((tx, now) -> {
      Stored stored = stored(tx, name);
      var begun = change.apply(stored.definition(), numbers(tx));
      Change done = store(tx, stored, begun, now);
      attachment.attach(tx, done.begun());
      return done;
    });
  }

  /**
   * Deletes a table; its rows are removed in the background.
   *
   * @param rule throws an ApiError when the table may not be deleted
   * @return the definition as it is while the table is being deleted; fails with what the rule
   *     threw, or with ResourceNotFoundException
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

  /** Marks the rows under a number that is no table's for removal by {@link #resumeDrop}. */
  public static void discard(Transaction tx, int number) {
    CatalogRows.putDropped(tx, number);
  }

  /** Removes, in the background, rows that are marked for it and that nobody holds any more. */
  public void resumeDrop(int number) {
    startDrop(number);
  }

  /** What a table is being restored from; empty for any other, and once the restore has ended. */
  public Optional<RestoreSummary> restoring(TableDefinition table) {
    return RestoreSummary.ofRestoring(store, table);
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
    onChangeStart(table -> {
      listener.accept(table);
      return Optional.empty();
    });
  }

  /**
   * The same for a listener that starts a job which belongs to the change.
   *
   * @param listener returns the job that it has started, if any; may be shown the same definition
   *     several times
   */
  public void onChangeStart(Function<TableDefinition, Optional<BackgroundJob>> listener) {
    listeners.add(listener);
  }

  private List<BackgroundJob> inform(TableDefinition table) {
    return listeners.stream().flatMap(listener -> listener.apply(table).stream()).toList();
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
    statistics.close();
    statistics.save();
  }

  /**
   * What a transaction has done to a table.
   *
   * @param begun the definition with all that the change has begun
   * @param after the same without what is over already, null if the table is gone
   * @param gone the numbers whose rows are to be removed
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
          return lifecycle.firstSteps(follow(done, lifecycle::start)).thenApply(steps -> begun);
        })
        .whenComplete((begun, failure) -> {
          if (failure != null) {
            reviewAfter(failure);
          }
        });
  }

  /** Stores what is left of a definition when all is done that is over by now. */
  private Change store(
      Transaction tx, @Nullable Stored stored, TableDefinition changed, Instant now) {
    TableDefinition before = stored == null ? null : stored.definition();
    var begun = LogPlan.apply(before, changed, now);
    TableDefinition after = TableStates.settled(begun, now).orElse(null);
    if (after != null && !after.equals(before)) {
      CatalogRows.write(tx, after, stored);
    } else if (after == null && stored != null) {
      CatalogRows.remove(tx, stored);
    }
    if (!Objects.equals(before, after)) {
      LogWriter.follow(tx, before, after, now);
    }
    if (before == null) {
      return new Change(null, begun, after, List.of());
    }
    ExpiryRows.follow(tx, before, after);
    var gone = new ArrayList<>(numbers(before));
    if (after == null) {
      farewell.take(tx, before, statistics.counts(before.number()));
    } else {
      gone.removeAll(numbers(after));
    }
    gone.forEach(number -> CatalogRows.putDropped(tx, number));
    return new Change(before, begun, after, gone);
  }

  /** Starts a job: in the background, or on the thread of its caller. */
  private interface Starter {
    BackgroundJob start(String kind, String subject, Consumer<BackgroundJob> work);
  }

  /** What is to be done after a change of a table; returns the jobs that the change has begun. */
  private List<BackgroundJob> follow(Change done, Starter starter) {
    done.gone().forEach(this::startDrop);
    refresh(done.begun().name());
    TableDefinition after = done.after();
    if (after == null) {
      return List.of();
    }
    var begun = new ArrayList<>(inform(after));
    schedule(after);
    begun.addAll(fill(after, starter));
    return begun;
  }

  /** Starts the backfills of a table's indexes that are due and not under way. */
  private List<BackgroundJob> fill(TableDefinition table, Starter starter) {
    var begun = new ArrayList<BackgroundJob>();
    for (BackfillableIndex index : BackfillableIndex.due(table)) {
      if (filling.add(index.number())) {
        begun.add(
            starter.start(
                "index backfill",
                table.name() + "/" + index.name(),
                job -> fill(table, index, job)));
      }
    }
    return begun;
  }

  private void fill(TableDefinition table, BackfillableIndex index, BackgroundJob job) {
    new Backfill(store, statistics, table.name(), index.number()).run(lifecycle::isClosed, job);
    refresh(table.name());
    filling.remove(index.number());
  }

  /** Has the table moved on when its next change is over. */
  private void schedule(TableDefinition table) {
    TableStates.nextDue(table)
        .ifPresent(due ->
            lifecycle.schedule(due, "state change", table.name(), () -> settle(table.name())));
  }

  private void settle(String name) {
    Instant now = lifecycle.clock().instant();
    try {
      Optional<Change> settled =
          BlockingTransactions.transact(
              store,
              tx ->
                  Optional.ofNullable(CatalogRows.read(tx, name))
                      .map(stored -> store(tx, stored, stored.definition(), now)));
      // A caller that waits for this job also waits for the backfill that follows.
      settled.ifPresent(change -> follow(change, lifecycle::run));
    } catch (StorageException e) {
      // It may be committed: then a second try finds nothing left to follow.
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

  /** The numbers under which a table has rows: its own and those of its indexes but the local. */
  private static Set<Integer> numbers(TableDefinition table) {
    var numbers = new HashSet<Integer>();
    numbers.add(table.number());
    table.globalIndexes().forEach(index -> numbers.add(index.number()));
    table.vectorIndexes().forEach(index -> numbers.add(index.number()));
    return numbers;
  }

  private void startDrop(int number) {
    statistics.remove(number);
    onDrop.accept(number);
    lifecycle.start("removal of rows", "number " + number, () -> drop(number));
  }

  private void drop(int number) {
    boolean _ =
        BlockingTransactions.transact(
            store,
            tx -> {
              CatalogRows.removeDropped(tx, number);
              return true;
            });
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
          "refresh of a definition",
          name,
          () -> {
            refreshing.remove(name);
            refresh(name);
          });
    }
  }
}
