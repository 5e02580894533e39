package dev.gramme.server;

import dev.gramme.api.Operation;
import dev.gramme.api.Operations;
import dev.gramme.api.access.Authorizer;
import dev.gramme.auth.identity.Identities;
import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.engine.replication.Peer;
import dev.gramme.engine.replication.Peers;
import dev.gramme.engine.replication.Replication;
import dev.gramme.engine.throttle.ThroughputCounts;
import dev.gramme.functions.EngineFunctions;
import dev.gramme.functions.Functions;
import dev.gramme.model.Wording;
import dev.gramme.server.admin.FunctionMetrics;
import dev.gramme.server.admin.InsightsPage;
import dev.gramme.server.audit.AuditLog;
import dev.gramme.server.http.HttpHandler;
import dev.gramme.server.metrics.JobMetrics;
import dev.gramme.server.metrics.MetricsPage;
import dev.gramme.server.metrics.RequestListener;
import dev.gramme.server.metrics.RequestMetrics;
import dev.gramme.server.metrics.ThroughputMetrics;
import dev.gramme.server.pipeline.Authenticator;
import dev.gramme.server.pipeline.Page;
import dev.gramme.server.pipeline.Pipeline;
import dev.gramme.server.pipeline.RequestIds;
import dev.gramme.server.pipeline.RequestThreads;
import dev.gramme.server.pipeline.VerifiedSignature;
import dev.gramme.server.pipeline.WaitingThreads;
import dev.gramme.server.pipeline.WellFormedSignature;
import dev.gramme.storage.Store;
import dev.gramme.storage.StoreHealth;
import dev.gramme.transfer.Transfers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store and all layers above it up to the requests. A {@link Node} serves it over HTTP; an
 * embedding program calls it without a socket.
 */
public final class Database implements AutoCloseable {
  /** The maximum number of background tasks on threads of the operating system. */
  private static final int BACKGROUND = 64;

  private final Store store;
  private final WaitingThreads background;
  private final Engine engine;
  private final Functions functions;
  private final HttpHandler handler;
  private final String region;
  private volatile boolean connected;
  private volatile Predicate<String> accessKeys = key -> true;

  /**
   * Options of a database.
   *
   * @param clock the clock of all times that the database stores or compares
   * @param account twelve digits, for ARNs
   * @param wording which of the service's two sets of validation messages is used
   * @param region the region of requests that name none
   * @param slow requests that take longer are logged
   * @param engine the options of the engine
   * @param locations the buckets of imports and exports, and the folder of their logs
   * @param identities the current identities; null accepts any credentials and permits everything
   */
  public record Options(
      InstantSource clock,
      String account,
      Wording wording,
      String region,
      Duration slow,
      EngineOptions engine,
      Transfers.Locations locations,
      @Nullable Supplier<Identities> identities) {
    /** Options without identities. */
    public Options(
        InstantSource clock,
        String account,
        Wording wording,
        String region,
        Duration slow,
        EngineOptions engine,
        Transfers.Locations locations) {
      this(clock, account, wording, region, slow, engine, locations, null);
    }

    /** Options without a log of slow requests and without buckets. */
    public Options(InstantSource clock, String account, Wording wording, String region) {
      this(
          clock,
          account,
          wording,
          region,
          Duration.ofDays(1),
          EngineOptions.DEFAULT,
          Transfers.Locations.NONE);
    }

    /** These options with other buckets. */
    public Options withLocations(Transfers.Locations other) {
      return new Options(clock, account, wording, region, slow, engine, other, identities);
    }

    /** These options for another region. */
    public Options withRegion(String other) {
      return new Options(clock, account, wording, other, slow, engine, locations, identities);
    }

    /**
     * These options, accepting only requests that one of these identities signed, within its
     * policies.
     */
    public Options withIdentities(@Nullable Identities only) {
      return new Options(
          clock,
          account,
          wording,
          region,
          slow,
          engine,
          locations,
          only == null ? null : () -> only);
    }
  }

  private Database(
      Store store,
      Options options,
      RequestThreads threads,
      RequestMetrics metrics,
      Map<String, Page> pages,
      @Nullable AuditLog audit) {
    this.store = store;
    this.region = options.region();
    this.background = new WaitingThreads("background", BACKGROUND);
    this.engine =
        Engine.open(
            store,
            options.clock(),
            background,
            options.engine().toBuilder().account(options.account()).build());
    this.functions = EngineFunctions.open(store, engine, options.account(), UUID::randomUUID);
    this.handler =
        new Pipeline(
            new JsonProtocol(
                operations(options),
                new Authorizer(engine),
                options.account(),
                options.wording(),
                audit),
            authenticator(options),
            new RequestIds(ThreadLocalRandom::current),
            metrics,
            threads,
            options.slow(),
            options.region(),
            pages);
  }

  private List<Operation> operations(Options options) {
    return List.copyOf(new Operations(engine, UUID::randomUUID, options.locations()).all());
  }

  private Authenticator authenticator(Options options) {
    Supplier<Identities> identities = options.identities();
    if (identities == null) {
      return new WellFormedSignature(
          name -> !connected || name.equals(region), key -> accessKeys.test(key));
    }
    // A new table gets the region of the request that creates it. If every region were accepted, a
    // caller could create a table under an ARN that this region's policies do not cover.
    return new VerifiedSignature(identities, engine.clock(), region::equals);
  }

  /**
   * Opens the database in a store; closing the database closes the store. Each request runs on its
   * caller's thread.
   */
  public static Database open(Store store, Options options) {
    return open(store, options, RequestListener.NONE);
  }

  /**
   * Opens the database in a store, as {@link #open(Store, Options)}, and reports each answered
   * request.
   */
  public static Database open(Store store, Options options, RequestListener listener) {
    return new Database(
        store, options, RequestThreads.CALLERS, new RequestMetrics(listener), Map.of(), null);
  }

  /**
   * Opens the database for a node.
   *
   * @param pages further pages by path, beside the protocol's own path
   * @param audit the log of authorization decisions; null for none
   */
  static Database open(
      Store store,
      Options options,
      RequestThreads threads,
      RequestMetrics metrics,
      Map<String, Page> pages,
      @Nullable AuditLog audit) {
    return new Database(store, options, threads, metrics, pages, audit);
  }

  /**
   * Advances the database's clock and returns when all work that is due by then is done: expired
   * items are deleted, streams are trimmed, old tokens are removed.
   */
  public void advance(Duration by) {
    engine.advance(by);
  }

  /**
   * The consumed and throttled units of each table and index; empty if throughput is not limited.
   */
  public Collection<ThroughputCounts> throughput() {
    return engine.throughput();
  }

  /** The engine, to which a node adds destinations and pages. */
  Engine engine() {
    return engine;
  }

  /** The functions that run on its streams. */
  public Functions functions() {
    return functions;
  }

  /**
   * Makes this database answer only for its own region, and connects it with the other regions.
   * Tables can then have replicas there.
   *
   * @param others the other regions
   * @param local finds the databases of those of them that are in this process
   * @param keys whether it answers requests with an access key
   */
  void connect(Peers others, Function<String, Optional<Database>> local, Predicate<String> keys) {
    connected = true;
    accessKeys = keys;
    engine.connectRegions(name -> local.apply(name).map(database -> database.engine));
    engine.replication().connect(region, others);
  }

  /** Makes this database refuse all requests, whatever their access key and region. */
  void refuse() {
    accessKeys = key -> false;
  }

  /** The receiver of replication messages from other regions. */
  public Peer peer() {
    return engine.replication()::receive;
  }

  /** Whether all changes made here have been applied in all other regions. */
  public boolean hasConverged() {
    return engine.replication().hasConverged();
  }

  /** The region of this database. */
  public String region() {
    return region;
  }

  /** Writes a copy of the store to a new folder. */
  void checkpoint(Path folder) {
    store.checkpoint(folder);
  }

  /** The health of the store: whether it accepts writes, or why writes fail. */
  StoreHealth health() {
    return store.health();
  }

  /** The replication lag of each other region. */
  List<Replication.Lag> lags() {
    return engine.replication().lags();
  }

  /** Adds the metrics of the store and of background work. */
  void addTo(MetricsPage page) {
    store
        .metrics()
        .forEach((name, value) -> {
          String full = "gramme_storage_" + name;
          String help = "Storage engine metric: " + name.replace('_', ' ') + ".";
          if (name.endsWith("_total")) {
            page.counter(full, help, value);
          } else {
            page.gauge(full, help, value);
          }
        });
    page.gauge(
        "gramme_storage_writable",
        "1 while the store accepts writes, 0 while all writes fail.",
        store.health().equals(StoreHealth.WRITABLE) ? 1 : 0);
    page.gauge("gramme_tables", "Tables.", engine.catalog().tables().size());
    page.counter(
        "gramme_time_to_live_deleted_items_total",
        "Items deleted because they had expired.",
        (double) engine.maintenance().expiredItems());
    page.gauge(
        "gramme_vector_graphs",
        "Complete graphs of vector indexes in memory.",
        engine.vectorGraphs());
    new FunctionMetrics(functions).addTo(page);
    new InsightsPage(engine).addTo(page);
    ThroughputMetrics.addTo(page, engine.throughput());
    JobMetrics.addTo(page, engine.catalog().lifecycle().jobs(), engine.clock().instant());
  }

  /** The handler of HTTP requests. */
  public HttpHandler handler() {
    return handler;
  }

  /** Stops background work and closes the store. */
  @Override
  public void close() {
    functions.close();
    engine.close();
    background.close();
    store.close();
  }
}
