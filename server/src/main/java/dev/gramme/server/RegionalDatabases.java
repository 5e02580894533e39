package dev.gramme.server;

import static java.util.Objects.requireNonNull;

import dev.gramme.engine.replication.Peer;
import dev.gramme.engine.replication.Peers;
import dev.gramme.engine.replication.Replication;
import dev.gramme.server.http.HttpExchange;
import dev.gramme.server.http.HttpHandler;
import dev.gramme.server.http.HttpResponse;
import dev.gramme.server.metrics.MetricsPage;
import dev.gramme.server.metrics.ReplicationMetrics;
import dev.gramme.server.pipeline.FaultLog;
import dev.gramme.server.pipeline.WellFormedSignature;
import dev.gramme.server.settings.DatabaseSharing;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * The databases of the regions of one process, each with its own data, connected with each other
 * and with regions in other processes. A request is routed to the region that it was signed for,
 * and to the database of its access key if access keys have databases of their own. If there is no
 * such database yet, the request opens it, unless the regions are fixed or the maximum number of
 * databases is open. Requests without a region, and those whose database cannot be opened, are
 * routed to the first database.
 */
public final class RegionalDatabases implements HttpHandler, AutoCloseable {
  /**
   * The maximum number of open databases of a process: of regions, of access keys and of forks. The
   * service had 36 regions in October 2026.
   */
  public static final int MAX_REGIONS = 40;

  /** The path that receives messages from other regions; the receiving region's name follows. */
  static final String REPLICATION_PATH = "/replication/";

  private final DatabaseSharing sharing;
  private final Function<DatabaseName, Database> open;
  private final Map<String, Peer> elsewhere;
  private final int most;
  private final Executor opening;
  private final Database first;

  /** Set once, before requests arrive; null for databases that are never forked. */
  private @Nullable Forks forks;

  /** The regions of forked databases by the names of the forks. Replaced as a whole. */
  private volatile Map<String, String> forkedRegions = Map.of();

  /** In the order in which they were opened. Replaced as a whole when a database is opened. */
  private volatile Map<DatabaseName, Database> byName;

  private boolean closed;

  /** Not a static logger: while the server starts, another thread creates the first logger. */
  private final FaultLog faults =
      new FaultLog(
          (line, trace) -> LoggerFactory.getLogger(RegionalDatabases.class).error(line, trace),
          System::nanoTime);

  private RegionalDatabases(
      DatabaseSharing sharing,
      List<DatabaseName> names,
      Function<DatabaseName, Database> open,
      Map<String, Peer> elsewhere,
      int most,
      Executor opening) {
    this.sharing = sharing;
    this.open = open;
    this.elsewhere = Map.copyOf(elsewhere);
    this.most = most;
    this.opening = opening;
    var opened = new LinkedHashMap<DatabaseName, Database>();
    try {
      for (DatabaseName name : names) {
        opened.put(name, open.apply(name));
      }
    } catch (RuntimeException e) {
      opened.values().forEach(Database::close);
      throw e;
    }
    this.byName = Collections.unmodifiableMap(opened);
    this.first = opened.values().iterator().next();
    try {
      opened.forEach(this::connect);
    } catch (RuntimeException e) {
      opened.values().forEach(Database::close);
      throw e;
    }
  }

  /**
   * Opens and connects the databases of these regions. No others can be created.
   *
   * @param open opens the database of a region
   * @param elsewhere the regions in other processes
   */
  public static RegionalDatabases fixed(
      List<String> regions, Function<String, Database> open, Map<String, Peer> elsewhere) {
    return new RegionalDatabases(
        DatabaseSharing.REGION,
        names(regions),
        name -> open.apply(name.region()),
        elsewhere,
        regions.size(),
        Runnable::run);
  }

  /**
   * Opens and connects the databases of these regions. Another region is opened by the first
   * request that is signed for it or creates a replica there.
   *
   * @param most the maximum number of open databases
   * @param opening runs the opening of a region and the request that caused it
   */
  public static RegionalDatabases growing(
      List<String> regions, Function<String, Database> open, int most, Executor opening) {
    return growing(
        DatabaseSharing.REGION, names(regions), name -> open.apply(name.region()), most, opening);
  }

  /**
   * Opens databases. With {@link DatabaseSharing#ALL} there is one database. Otherwise the first
   * request for a new region, or with a new access key, opens a database.
   *
   * @param names the databases that exist; the first one answers requests without a region
   * @param most the maximum number of open databases, unless more exist
   * @param opening runs the opening of a database and the request that caused it
   */
  static RegionalDatabases growing(
      DatabaseSharing sharing,
      List<DatabaseName> names,
      Function<DatabaseName, Database> open,
      int most,
      Executor opening) {
    return new RegionalDatabases(
        sharing, names, open, Map.of(), Math.max(most, names.size()), opening);
  }

  private static List<DatabaseName> names(List<String> regions) {
    return regions.stream().map(DatabaseName::of).toList();
  }

  private void connect(DatabaseName name, Database database) {
    switch (sharing) {
      case ALL -> {} // It answers for all regions, so there are no others to replicate with.
      case REGION -> connect(name, database, key -> true);
      case KEY -> {
        if (name.accessKey().isEmpty()) {
          database.refuse(); // It only refuses requests whose database cannot be opened.
        } else {
          connect(name, database, name.accessKey()::equals);
        }
      }
    }
  }

  private void connect(DatabaseName name, Database database, Predicate<String> keys) {
    var others = new OtherRegions(name);
    database.connect(others, others::local, keys);
  }

  /** The other regions, of this process and of others, as one region sees them. */
  private final class OtherRegions implements Peers {
    private final DatabaseName own;

    OtherRegions(DatabaseName own) {
      this.own = own;
    }

    @Override
    public Set<String> regions() {
      var others = new HashSet<>(elsewhere.keySet());
      for (DatabaseName name : byName.keySet()) {
        if (name.accessKey().equals(own.accessKey()) && !isFork(name)) {
          others.add(name.region());
        }
      }
      others.remove(own.region());
      return others;
    }

    @Override
    public Optional<Peer> of(String region) {
      Peer peer = elsewhere.get(region);
      return peer != null ? Optional.of(peer) : local(region).map(Database::peer);
    }

    @Override
    public boolean isLocal(String region) {
      return local(region).isPresent();
    }

    /** The database of a region of this process, other than the own one. */
    Optional<Database> local(String region) {
      return region.equals(own.region())
              || elsewhere.containsKey(region)
              || isFork(DatabaseName.of(region))
          ? Optional.empty()
          : opened(new DatabaseName(region, own.accessKey()));
    }
  }

  /** A database, opened now if that is allowed; empty if there is no such database. */
  private Optional<Database> opened(DatabaseName name) {
    Database database = byName.get(name);
    return database == null && mayOpen(name) ? openNow(name) : Optional.ofNullable(database);
  }

  private boolean mayOpen(DatabaseName name) {
    return byName.size() < most && name.isValid();
  }

  private synchronized Optional<Database> openNow(DatabaseName name) {
    Database known = byName.get(name);
    if (known != null || closed || !mayOpen(name)) {
      return Optional.ofNullable(known);
    }
    Database database = open.apply(name);
    var more = new LinkedHashMap<>(byName);
    more.put(name, database);
    byName = Collections.unmodifiableMap(more);
    connect(name, database);
    return Optional.of(database);
  }

  /** Lets databases be forked. */
  RegionalDatabases withForks(Forks by) {
    forks = by;
    return this;
  }

  /** Why databases cannot be forked; empty if they can. */
  Optional<String> forkObstacle() {
    return forks == null ? Optional.of("these databases have no forks") : forks.obstacle();
  }

  /** The regions of forked databases by the names of the forks, in the order of the names. */
  Map<String, String> forks() {
    return new TreeMap<>(forkedRegions);
  }

  private boolean isFork(DatabaseName name) {
    return name.accessKey().isEmpty() && forkedRegions.containsKey(name.region());
  }

  /**
   * Copies the database of a region, or a fork, as it is now. Requests reach the fork by signing
   * for its name as their region.
   *
   * @param region the first region if empty
   * @throws IllegalArgumentException if this is not possible; the message says why
   */
  synchronized void fork(String region, String fork) {
    forkObstacle()
        .ifPresent(reason -> {
          throw new IllegalArgumentException(reason);
        });
    DatabaseName name = DatabaseName.of(fork);
    if (!name.isValid()) {
      throw new IllegalArgumentException(
          "a fork's name must have 1 to 64 lowercase letters, digits and hyphens");
    }
    if (Forks.REGION.matcher(fork).matches()) {
      throw new IllegalArgumentException(fork + " is the name of a region, not of a fork");
    }
    if (byName.containsKey(name)) {
      throw new IllegalArgumentException(fork + " exists already");
    }
    if (closed) {
      throw new IllegalArgumentException("the databases are closed");
    }
    if (forkedRegions.size() >= Forks.MOST || byName.size() >= most) {
      throw new IllegalArgumentException(
          "there are %d forks of at most %d, and %d databases of at most %d: no more are possible"
              .formatted(forkedRegions.size(), Forks.MOST, byName.size(), most));
    }
    String of = region.isEmpty() ? first.region() : region;
    Database database =
        requireNonNull(forks)
            .open(of, fork, rootOf(of))
            .orElseThrow(() -> new IllegalArgumentException("there is no region " + of));
    var more = new LinkedHashMap<>(byName);
    more.put(name, database);
    byName = Collections.unmodifiableMap(more);
    var regions = new HashMap<>(forkedRegions);
    regions.put(fork, rootOf(of));
    forkedRegions = Map.copyOf(regions);
  }

  /** The original region of a fork, also if it was copied from another fork. */
  private String rootOf(String region) {
    String root = region;
    for (String of = forkedRegions.get(root); of != null; of = forkedRegions.get(root)) {
      root = of;
    }
    return root;
  }

  /**
   * Removes a fork with all its data.
   *
   * @throws IllegalArgumentException if there is no such fork
   */
  synchronized void removeFork(String fork) {
    if (closed) {
      throw new IllegalArgumentException("the databases are closed");
    }
    DatabaseName name = DatabaseName.of(fork);
    Database database = byName.get(name);
    if (database == null || !isFork(name)) {
      throw new IllegalArgumentException("there is no fork " + fork);
    }
    var fewer = new LinkedHashMap<>(byName);
    fewer.remove(name);
    byName = Collections.unmodifiableMap(fewer);
    var regions = new HashMap<>(forkedRegions);
    regions.remove(fork);
    forkedRegions = Map.copyOf(regions);
    requireNonNull(forks).forget(fork);
    database.close();
  }

  /** Adds the metrics of all regions. */
  void addTo(MetricsPage page) {
    byName.forEach(
        (name, database) -> page.addAll(byName.size() == 1 ? "" : name.labels(), database::addTo));
    var lags = new LinkedHashMap<String, List<Replication.Lag>>();
    byName.forEach((name, database) -> lags.put(name.toString(), database.lags()));
    ReplicationMetrics.addTo(page, lags);
  }

  /**
   * The database of a region.
   *
   * @throws IllegalArgumentException if there is none
   */
  public Database of(String region) {
    return find(region).orElseThrow(() -> unknown(region));
  }

  /**
   * The database of a region, which is opened now if it is not open.
   *
   * @throws IllegalArgumentException if there is none and it cannot be opened
   */
  public Database opened(String region) {
    return opened(DatabaseName.of(region)).orElseThrow(() -> unknown(region));
  }

  private IllegalArgumentException unknown(String region) {
    return new IllegalArgumentException("no region " + region + " among " + names());
  }

  /** A database, if it is open: a region, and after a slash the access key if it has its own. */
  Optional<Database> find(String name) {
    int slash = name.indexOf('/');
    return Optional.ofNullable(
        byName.get(
            slash < 0
                ? DatabaseName.of(name)
                : new DatabaseName(name.substring(0, slash), name.substring(slash + 1))));
  }

  /** The names of the open databases, the first region first. */
  Set<DatabaseName> names() {
    return byName.keySet();
  }

  /** The open databases by their names, the first region first. */
  Map<DatabaseName, Database> byName() {
    return byName;
  }

  /** The open databases, the first region first. */
  public Collection<Database> all() {
    return byName.values();
  }

  /** The region of requests that name none. */
  public Database first() {
    return first;
  }

  @Override
  public void handle(HttpExchange exchange) {
    if (sharing == DatabaseSharing.ALL) {
      first.handler().handle(exchange);
      return;
    }
    Optional<DatabaseName> name = WellFormedSignature.scope(exchange.request()).map(this::name);
    Database database = name.isEmpty() ? first : byName.get(name.get());
    if (database == null && mayOpen(name.get())) {
      opening.execute(() -> openAndHandle(name.get(), exchange));
    } else {
      // An unknown region or access key is an error of the signature; the first region reports it.
      (database == null ? first : database).handler().handle(exchange);
    }
  }

  private DatabaseName name(WellFormedSignature.Scope scope) {
    return new DatabaseName(scope.region(), sharing == DatabaseSharing.KEY ? scope.keyId() : "");
  }

  private void openAndHandle(DatabaseName name, HttpExchange exchange) {
    try {
      openNow(name).orElse(first).handler().handle(exchange);
    } catch (RuntimeException | Error failure) {
      faults.log("the opening of the database " + name, failure);
      exchange.respond(new HttpResponse(500));
    }
  }

  @Override
  public HttpResponse overloaded() {
    return first.handler().overloaded();
  }

  @Override
  public void close() {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
    }
    // Without the lock: a close waits for functions, and a function may make the first request for
    // a region, which takes the lock. From now on the databases do not change.
    // The other regions are not notified of the close and do not need to be.
    byName.values().forEach(Database::close);
  }
}
