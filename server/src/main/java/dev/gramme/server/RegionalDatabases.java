package dev.gramme.server;

import dev.gramme.engine.replication.Peer;
import dev.gramme.engine.replication.Peers;
import dev.gramme.engine.replication.Replication;
import dev.gramme.server.http.HttpExchange;
import dev.gramme.server.http.HttpHandler;
import dev.gramme.server.http.HttpResponse;
import dev.gramme.server.metrics.MetricsPage;
import dev.gramme.server.metrics.ReplicationMetrics;
import dev.gramme.server.pipeline.WellFormedSignature;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.slf4j.LoggerFactory;

/**
 * The databases of the regions of one process, each with its own data, connected with each other
 * and with regions in other processes. A request is routed to the region that it was signed for.
 * Requests without a region, or with an unknown one, are routed to the first region.
 */
public final class RegionalDatabases implements HttpHandler, AutoCloseable {
  /** The most regions that requests can create; the service had 36 in October 2026. */
  public static final int MAX_REGIONS = 40;

  /** The path that receives messages from other regions; the receiving region's name follows. */
  static final String REPLICATION_PATH = "/replication/";

  /** Region names become names of folders. */
  private static final Pattern NAME = Pattern.compile("[a-z0-9-]{1,64}");

  private final Function<String, Database> open;
  private final Map<String, Peer> elsewhere;
  private final int most;
  private final Executor opening;
  private final Database first;

  /** In the order in which the regions were opened. Replaced as a whole when a region is opened. */
  private volatile Map<String, Database> byRegion;

  private boolean closed;

  private RegionalDatabases(
      List<String> regions,
      Function<String, Database> open,
      Map<String, Peer> elsewhere,
      int most,
      Executor opening) {
    this.open = open;
    this.elsewhere = Map.copyOf(elsewhere);
    this.most = most;
    this.opening = opening;
    var opened = new LinkedHashMap<String, Database>();
    try {
      for (String region : regions) {
        opened.put(region, open.apply(region));
      }
    } catch (RuntimeException e) {
      opened.values().forEach(Database::close);
      throw e;
    }
    this.byRegion = Collections.unmodifiableMap(opened);
    this.first = opened.values().iterator().next();
    opened.values().forEach(this::connect);
  }

  /**
   * Opens and connects the databases of these regions. No others can be created.
   *
   * @param open opens the database of a region
   * @param elsewhere the regions in other processes
   */
  public static RegionalDatabases fixed(
      List<String> regions, Function<String, Database> open, Map<String, Peer> elsewhere) {
    return new RegionalDatabases(regions, open, elsewhere, regions.size(), Runnable::run);
  }

  /**
   * Opens and connects the databases of these regions. Another region is opened by the first
   * request that is signed for it or creates a replica there.
   *
   * @param most the largest number of regions
   * @param opening runs the opening of a region and the request that caused it
   */
  public static RegionalDatabases growing(
      List<String> regions, Function<String, Database> open, int most, Executor opening) {
    return new RegionalDatabases(regions, open, Map.of(), Math.max(most, regions.size()), opening);
  }

  private void connect(Database database) {
    database.connect(new OtherRegions(database.region()));
  }

  /** The other regions, of this process and of others, as one region sees them. */
  private final class OtherRegions implements Peers {
    private final String own;

    OtherRegions(String own) {
      this.own = own;
    }

    @Override
    public Set<String> regions() {
      var others = new HashSet<>(byRegion.keySet());
      others.addAll(elsewhere.keySet());
      others.remove(own);
      return others;
    }

    @Override
    public Optional<Peer> of(String region) {
      if (region.equals(own)) {
        return Optional.empty();
      }
      Peer peer = elsewhere.get(region);
      return peer != null ? Optional.of(peer) : opened(region).map(Database::peer);
    }
  }

  /** The database of a region, opened now if that is allowed; empty if there is no such region. */
  private Optional<Database> opened(String region) {
    Database database = byRegion.get(region);
    return database == null && mayOpen(region) ? openNow(region) : Optional.ofNullable(database);
  }

  private boolean mayOpen(String region) {
    return byRegion.size() < most && NAME.matcher(region).matches();
  }

  private synchronized Optional<Database> openNow(String region) {
    Database known = byRegion.get(region);
    if (known != null || closed || !mayOpen(region)) {
      return Optional.ofNullable(known);
    }
    Database database = open.apply(region);
    var more = new LinkedHashMap<>(byRegion);
    more.put(region, database);
    byRegion = Collections.unmodifiableMap(more);
    connect(database);
    return Optional.of(database);
  }

  /** Adds the metrics of all regions. */
  void addTo(MetricsPage page) {
    byRegion.forEach((region, database) ->
        page.addAll(byRegion.size() == 1 ? "" : "region=\"" + region + "\"", database::addTo));
    var lags = new LinkedHashMap<String, List<Replication.Lag>>();
    byRegion.forEach((region, database) -> lags.put(region, database.lags()));
    ReplicationMetrics.addTo(page, lags);
  }

  /**
   * The database of a region.
   *
   * @throws IllegalArgumentException if there is none
   */
  public Database of(String region) {
    return find(region)
        .orElseThrow(
            () -> new IllegalArgumentException("no region " + region + " among " + regions()));
  }

  /** The database of a region, if it is open. */
  Optional<Database> find(String region) {
    return Optional.ofNullable(byRegion.get(region));
  }

  /** The names of the open regions, the first region first. */
  Set<String> regions() {
    return byRegion.keySet();
  }

  /** The databases of the open regions, the first region first. */
  public Collection<Database> all() {
    return byRegion.values();
  }

  /** The region of requests that name none. */
  public Database first() {
    return first;
  }

  @Override
  public void handle(HttpExchange exchange) {
    String region = WellFormedSignature.region(exchange.request()).orElse(first.region());
    Database database = byRegion.get(region);
    if (database == null && mayOpen(region)) {
      opening.execute(() -> openAndHandle(region, exchange));
    } else {
      // An unknown region is an error of the signature; the first region reports it.
      (database == null ? first : database).handler().handle(exchange);
    }
  }

  private void openAndHandle(String region, HttpExchange exchange) {
    try {
      openNow(region).orElse(first).handler().handle(exchange);
    } catch (RuntimeException | Error failure) {
      // Not a static logger: while the server starts, another thread creates the first logger.
      LoggerFactory.getLogger(RegionalDatabases.class)
          .error("the database of region {} cannot be opened", region, failure);
      exchange.respond(new HttpResponse(500));
    }
  }

  @Override
  public HttpResponse overloaded() {
    return first.handler().overloaded();
  }

  @Override
  public synchronized void close() {
    closed = true;
    // The other regions get no message about the close and need none.
    byRegion.values().forEach(Database::close);
  }
}
