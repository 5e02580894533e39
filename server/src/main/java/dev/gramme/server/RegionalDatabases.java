package dev.gramme.server;

import dev.gramme.engine.replication.Peer;
import dev.gramme.engine.replication.Replication;
import dev.gramme.server.http.HttpExchange;
import dev.gramme.server.http.HttpHandler;
import dev.gramme.server.http.HttpResponse;
import dev.gramme.server.metrics.MetricsPage;
import dev.gramme.server.metrics.ReplicationMetrics;
import dev.gramme.server.pipeline.WellFormedSignature;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The databases of several regions in one process, each of its own data, connected with one another
 * and with regions in other processes. A request goes to the region that it was signed for, others
 * to the first.
 */
public final class RegionalDatabases implements HttpHandler, AutoCloseable {
  /** Where a region hears from others; its name follows. */
  static final String REPLICATION_PATH = "/replication/";

  private final Map<String, Database> byRegion;
  private final Database first;

  private RegionalDatabases(Map<String, Database> byRegion) {
    this.byRegion = byRegion;
    this.first = byRegion.values().iterator().next();
  }

  /**
   * Opens and connects them.
   *
   * @param open opens the database of a region
   * @param elsewhere the regions in other processes
   */
  public static RegionalDatabases open(
      List<String> regions, Function<String, Database> open, Map<String, Peer> elsewhere) {
    var opened = new LinkedHashMap<String, Database>();
    try {
      for (String region : regions) {
        opened.put(region, open.apply(region));
      }
    } catch (RuntimeException e) {
      opened.values().forEach(Database::close);
      throw e;
    }
    opened.forEach((region, database) -> {
      Map<String, Peer> others = new HashMap<>(elsewhere);
      opened.forEach((name, other) -> others.put(name, other.peer()));
      others.remove(region);
      database.connect(others);
    });
    return new RegionalDatabases(opened);
  }

  /** One database that answers for all regions. */
  static RegionalDatabases single(Database database) {
    return new RegionalDatabases(Map.of(database.region(), database));
  }

  /** What an operator wants to know of each of them. */
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
    Database database = byRegion.get(region);
    if (database == null) {
      throw new IllegalArgumentException("no region " + region + " among " + byRegion.keySet());
    }
    return database;
  }

  /** All of them, the first one first. */
  public Collection<Database> all() {
    return byRegion.values();
  }

  @Override
  public void handle(HttpExchange exchange) {
    if (byRegion.size() == 1) {
      first.handler().handle(exchange);
      return;
    }
    String region = WellFormedSignature.region(exchange.request()).orElse("");
    byRegion.getOrDefault(region, first).handler().handle(exchange);
  }

  @Override
  public HttpResponse overloaded() {
    return first.handler().overloaded();
  }

  @Override
  public void close() {
    // The others do not hear from one that is closed, and need not.
    new ArrayList<>(byRegion.values()).forEach(Database::close);
  }
}
