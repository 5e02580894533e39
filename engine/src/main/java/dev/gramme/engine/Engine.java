package dev.gramme.engine;

import dev.gramme.engine.backup.Backups;
import dev.gramme.engine.backup.CopyJobs;
import dev.gramme.engine.backup.DeletedTables;
import dev.gramme.engine.backup.Restores;
import dev.gramme.engine.catalog.Catalog;
import dev.gramme.engine.catalog.Lifecycle;
import dev.gramme.engine.catalog.SharedClock;
import dev.gramme.engine.catalog.TableView;
import dev.gramme.engine.destination.Destinations;
import dev.gramme.engine.insights.ContributorInsights;
import dev.gramme.engine.key.RowKeys;
import dev.gramme.engine.maintenance.Maintenance;
import dev.gramme.engine.policy.ResourcePolicies;
import dev.gramme.engine.read.ItemReader;
import dev.gramme.engine.read.ReadPage;
import dev.gramme.engine.read.ReadPlan;
import dev.gramme.engine.replication.Replication;
import dev.gramme.engine.stream.Streams;
import dev.gramme.engine.throttle.BudgetExchange;
import dev.gramme.engine.throttle.KnownSizes;
import dev.gramme.engine.throttle.PartitionMap;
import dev.gramme.engine.throttle.ResourceHeat;
import dev.gramme.engine.throttle.Throttle;
import dev.gramme.engine.throttle.ThroughputCounts;
import dev.gramme.engine.time.MovableClock;
import dev.gramme.engine.ttl.ExpiryFronts;
import dev.gramme.engine.vector.VectorHit;
import dev.gramme.engine.vector.VectorQuery;
import dev.gramme.engine.vector.VectorSearch;
import dev.gramme.engine.write.InFlight;
import dev.gramme.engine.write.WriteRequest;
import dev.gramme.engine.write.WriteResult;
import dev.gramme.engine.write.Writer;
import dev.gramme.model.ApiError;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.Item;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.budget.RequestBudget;
import dev.gramme.storage.OutdatedException;
import dev.gramme.storage.Precondition;
import dev.gramme.storage.Store;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The database behind the protocol: a catalog of tables, one method for writes and a family of
 * methods for reads. Every item that a client writes goes through {@link #write}, every item that
 * it reads through {@code read}. Work that copies whole tables, and components that keep rows of
 * their own, use {@link #store}.
 */
public final class Engine implements AutoCloseable {
  private final Store store;
  private final MovableClock clock;
  private final Catalog catalog;
  private final Writer writer;
  private final ItemReader reader;
  private final Streams streams;
  private final Backups backups;
  private final Restores restores;
  private final Maintenance maintenance;
  private final Replication replication;
  private final ResourcePolicies policies;
  private final Destinations destinations;
  private final ContributorInsights insights;
  private final Homes homes = new Homes(this);
  private final @Nullable InFlight inFlight;
  private final VectorSearch vectors;
  private final ExpiryFronts expiries = new ExpiryFronts();
  private final @Nullable Throttle throttle;
  private final @Nullable BudgetExchange exchange;
  private final @Nullable SharedClock sharedClock;

  /**
   * Opens the engine over a store and resumes the work that a crash interrupted. The caller closes
   * the store, after the engine.
   *
   * @param background runs backfills and removals; its tasks block
   */
  public static Engine open(
      Store store, InstantSource clock, Executor background, EngineOptions options) {
    var movable = MovableClock.over(clock);
    if (store.isShared()) {
      SharedClock.adopt(store, movable);
    }
    var catalog =
        Catalog.open(
            store,
            new Lifecycle(movable, background, options.controlPlane(), Lifecycle.FIRST_STEP_WAIT),
            (tx, table, counts) -> DeletedTables.keepBackup(tx, table, counts, movable.instant()));
    return new Engine(store, movable, catalog, options);
  }

  private Engine(Store store, MovableClock clock, Catalog catalog, EngineOptions options) {
    this.store = store;
    this.clock = clock;
    this.catalog = catalog;
    this.inFlight =
        switch (options.transactionConflicts()) {
          case WAIT -> null;
          case REPORT -> new InFlight(store, catalog, clock);
        };
    this.vectors =
        new VectorSearch(store, catalog, options.vectorMemoryBytes(), options.vectorGraphEntries());
    this.insights = new ContributorInsights(store, catalog, clock);
    IntToLongFunction stored = number -> catalog.statistics().counts(number).sizeBytes();
    var sizes = new KnownSizes(stored);
    this.throttle =
        switch (options.throttling()) {
          case NONE -> null;
          case SERVICE ->
              new Throttle(clock, options.account(), insights, store.isShared() ? sizes : stored);
        };
    this.exchange =
        throttle != null && store.isShared()
            ? new BudgetExchange(store, catalog, clock, throttle, sizes)
            : null;
    catalog.onDrop(this::forget);
    this.writer =
        new Writer(
            store,
            catalog,
            clock,
            options.itemCollectionLimitBytes(),
            inFlight,
            vectors,
            throttle,
            expiries,
            homes::require);
    this.reader = new ItemReader(store);
    this.streams = new Streams(store, clock);
    var jobs = new CopyJobs(store, catalog);
    this.backups = new Backups(store, catalog, jobs);
    this.restores = new Restores(store, catalog, jobs, options.recoveryLag());
    jobs.resume();
    this.maintenance = new Maintenance(store, catalog, writer, options.expiryDelay(), expiries);
    this.replication =
        new Replication(
            store,
            catalog,
            new Writer(
                store, catalog, clock, Long.MAX_VALUE, null, vectors, null, expiries, table -> {}));
    this.policies = new ResourcePolicies(store, catalog, clock);
    this.sharedClock =
        store.isShared()
            ? SharedClock.open(store, catalog.lifecycle(), options.movableClock())
            : null;
    this.destinations = new Destinations(store, catalog, clock);
    if (exchange != null) {
      exchange.open();
    }
  }

  /** Discards the in-memory state of a table or index that has been dropped. */
  private void forget(int number) {
    vectors.forget(number);
    expiries.forget(number);
    if (throttle != null) {
      throttle.forget(number);
    }
  }

  /** The tables. */
  public Catalog catalog() {
    return catalog;
  }

  /** The store, for copies of whole tables and for components that keep rows of their own. */
  public Store store() {
    return store;
  }

  /** The resource policies. */
  public ResourcePolicies policies() {
    return policies;
  }

  /** The streaming destinations, to which changes are sent. */
  public Destinations destinations() {
    return destinations;
  }

  /** Contributor insights: which keys consume the most. */
  public ContributorInsights insights() {
    return insights;
  }

  /**
   * The consumed and throttled units of each table and index; empty if throughput is not limited.
   */
  public Collection<ThroughputCounts> throughput() {
    return throttle == null ? List.of() : throttle.statistics();
  }

  /**
   * The tables and indexes with the most use in the last hour, with the heat of their partitions;
   * empty if throughput is not limited.
   *
   * @param mostResources how many tables and indexes are returned at most
   * @param mostRanges how many partitions of each are returned at most
   */
  public Optional<List<ResourceHeat>> heat(int mostResources, int mostRanges) {
    return Optional.ofNullable(throttle).map(counting -> counting.heat(mostResources, mostRanges));
  }

  /** Whether throughput is limited as in the service. */
  public boolean limitsThroughput() {
    return throttle != null;
  }

  /**
   * The partitions that hold rows with hashes in one of these ranges. If throughput is not limited,
   * these are the partitions that the table or index has without traffic.
   *
   * @param index null for the table itself
   */
  public PartitionMap partitions(
      TableDefinition table, @Nullable GlobalIndex index, List<PartitionMap.HashRange> hashes) {
    if (throttle != null) {
      return throttle.map(table, index, hashes);
    }
    int number = index == null ? table.number() : index.number();
    long size = catalog.statistics().counts(number).sizeBytes();
    return Throttle.map(table, index, size, hashes);
  }

  /**
   * The definition of a table with the warm throughput that it has reached by its traffic. It
   * equals the given one if throughput is not limited.
   */
  public TableDefinition withGrownThroughput(TableDefinition table) {
    return throttle == null ? table : throttle.grown(table);
  }

  /** The engine's clock. */
  public MovableClock clock() {
    return clock;
  }

  /**
   * Moves the clock forward, on a shared store that of all servers. Returns when all work that was
   * due by then is done.
   */
  public void advance(Duration by) {
    if (sharedClock == null) {
      catalog.lifecycle().advance(by);
    } else {
      sharedClock.advance(by);
    }
  }

  /**
   * Executes a write, entirely or not at all; the future fails with the service's error. The write
   * of a strongly consistent global table is executed by the table's home region.
   */
  public CompletableFuture<WriteResult> write(WriteRequest request) {
    return homes.concern(request) ? homes.write(request) : writeHere(request);
  }

  /** Executes a write in this region. */
  CompletableFuture<WriteResult> writeHere(WriteRequest request) {
    if (!insights.isCounting()) {
      return written(request);
    }
    boolean transactional = request.kind() == WriteRequest.Kind.TRANSACTION;
    return written(request)
        .thenApply(result -> {
          if (!result.replayed()) {
            result.changes().forEach(change -> insights.written(change, transactional));
          }
          return result;
        });
  }

  private CompletableFuture<WriteResult> written(WriteRequest request) {
    return writer
        .write(request)
        .thenApply(result -> {
          replication.changed();
          return result;
        });
  }

  /**
   * Runs a read with the definition of a table. On a shared store the read first uses the cached
   * definition, and the store checks the definition's precondition as part of the read. If the
   * definition is outdated, or the read fails with an error of the service (which may be caused by
   * an outdated definition), the read runs again with a definition read from the store.
   *
   * @param consistent whether the read is strongly consistent; then the definition of a strongly
   *     consistent global table is that of its home region
   * @param work receives the definition, empty if there is no such table; may run twice
   */
  public <T> T readWith(String table, boolean consistent, Function<Optional<TableView>, T> work) {
    var cachedView = catalog.cachedView(table);
    if (cachedView.isPresent() && !(consistent && homes.isElsewhere(cachedView.get().table()))) {
      try {
        return work.apply(cachedView);
      } catch (OutdatedException | ApiError perhapsOutdated) {
        // Retried below with a fresh definition.
      }
    }
    return work.apply(definition(table, consistent).map(found -> new TableView(found, null)));
  }

  /**
   * The definition of a table for a read; empty if there is no such table. Reads with a definition
   * are executed by its region.
   *
   * @param consistent whether the read is strongly consistent; then the definition of a strongly
   *     consistent global table is that of its home region
   */
  public Optional<TableDefinition> definition(String table, boolean consistent) {
    return homes.definition(table, consistent);
  }

  /** Fails if another region is the home of a strongly consistent table. */
  void requireHome(TableDefinition table) {
    homes.require(table);
  }

  /** Another region of this process. */
  public Optional<Engine> ofRegion(String region) {
    return homes.region(region);
  }

  /** Sets the function that finds the other regions of this process. */
  public void connectRegions(Function<String, Optional<Engine>> others) {
    homes.connect(others);
  }

  /** One item for internal use, without a limit on resources; null if it does not exist. */
  public @Nullable Item read(ReadPlan.Items.Key key) {
    return read(key, RequestBudget.unlimited());
  }

  /** One item, null if it does not exist. */
  public @Nullable Item read(ReadPlan.Items.Key key, RequestBudget budget) {
    return homes.of(key.table()).readHere(key, budget);
  }

  private @Nullable Item readHere(ReadPlan.Items.Key key, RequestBudget budget) {
    return counted(key, reader.item(key, budget));
  }

  /** One item, read within {@link #readWith}; null if it does not exist. */
  public @Nullable Item read(ReadPlan.Items.Key key, TableView reading, RequestBudget budget) {
    Precondition precondition = reading.precondition();
    return precondition == null
        ? read(key, budget)
        : counted(key, reader.item(key, precondition, budget));
  }

  private @Nullable Item counted(ReadPlan.Items.Key key, @Nullable Item item) {
    if (throttle != null) {
      throttle.read(key, item);
    }
    if (insights.isCounting()) {
      insights.read(key, item, false);
    }
    return item;
  }

  /**
   * Items in the order of their keys, read at one point in time; null for those that do not exist.
   *
   * @throws dev.gramme.model.ApiError a TransactionCanceledException if a running transaction uses
   *     one of the items and conflicts are reported
   */
  public List<@Nullable Item> read(ReadPlan.Items plan) {
    plan.keys().forEach(key -> Homes.refuseTransaction(key.table()));
    if (inFlight != null) {
      inFlight.checkRead(
          plan.keys().stream().map(key -> RowKeys.item(key.table(), key.key())).toList());
    }
    List<@Nullable Item> items = reader.items(plan);
    if (throttle != null) {
      throttle.read(plan, items);
    }
    if (insights.isCounting()) {
      for (int i = 0; i < items.size(); i++) {
        insights.read(plan.keys().get(i), items.get(i), true);
      }
    }
    return items;
  }

  /** A page of a Query or Scan. */
  public ReadPage read(ReadPlan.Page plan) {
    return homes.of(plan.table()).readHere(plan);
  }

  private ReadPage readHere(ReadPlan.Page plan) {
    return counted(plan, reader.page(plan));
  }

  /** A page of a Query or Scan, read within {@link #readWith}. */
  public ReadPage read(ReadPlan.Page plan, TableView reading) {
    Precondition precondition = reading.precondition();
    return precondition == null ? read(plan) : counted(plan, reader.page(plan, precondition));
  }

  private ReadPage counted(ReadPlan.Page plan, ReadPage page) {
    if (throttle != null) {
      throttle.read(plan, page);
    }
    if (insights.isCounting()) {
      insights.read(plan, page);
    }
    return page;
  }

  /** The items whose vectors are nearest to the query's vector, best first. */
  public List<VectorHit> read(VectorQuery query) {
    return vectors.search(query);
  }

  /** The number of complete graphs of vector indexes in memory. */
  public int vectorGraphs() {
    return vectors.graphs();
  }

  /** The streams of the tables. */
  public Streams streams() {
    return streams;
  }

  /** The backups of the tables. */
  public Backups backups() {
    return backups;
  }

  /** Creates tables from backups and from earlier points in time of tables. */
  public Restores restores() {
    return restores;
  }

  /** Recurring background work, such as the deletion of expired items. */
  public Maintenance maintenance() {
    return maintenance;
  }

  /** Replication of tables to other regions. */
  public Replication replication() {
    return replication;
  }

  /** Ends background work; the store can be closed afterwards. */
  @Override
  public void close() {
    replication.close();
    catalog.close();
    maintenance.close();
    if (exchange != null) {
      exchange.close();
    }
    if (sharedClock != null) {
      sharedClock.close();
    }
  }
}
