package dev.gramme.server;

import dev.gramme.destinations.KafkaDestinations;
import dev.gramme.engine.Engine;
import dev.gramme.server.admin.ClockPage;
import dev.gramme.server.admin.FunctionMetrics;
import dev.gramme.server.admin.FunctionsPage;
import dev.gramme.server.admin.InsightsPage;
import dev.gramme.server.http.HttpLimits;
import dev.gramme.server.http.HttpResponse;
import dev.gramme.server.http.HttpServer;
import dev.gramme.server.metrics.JvmMetrics;
import dev.gramme.server.metrics.MetricsPage;
import dev.gramme.server.metrics.RequestMetrics;
import dev.gramme.server.settings.Settings;
import dev.gramme.storage.StorageException;
import dev.gramme.storage.Store;
import dev.gramme.storage.memory.MemoryStore;
import dev.gramme.storage.rocksdb.RocksStore;
import dev.gramme.storage.rocksdb.RocksStoreOptions;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A running server: everything is put together here, and nowhere else. */
public final class Node implements AutoCloseable {
  private static final byte[] OK = "ok\n".getBytes(StandardCharsets.US_ASCII);

  private final Database database;
  private final ExecutorService longRequests;
  private final Optional<KafkaDestinations> kafka;
  private final HttpServer http;
  private final RequestMetrics requests = new RequestMetrics();

  private Node(Settings settings, Store store) throws IOException {
    this.longRequests =
        Executors.newFixedThreadPool(
            Math.max(2, Runtime.getRuntime().availableProcessors()),
            new DefaultThreadFactory("long-request", true));
    var options =
        new Database.Options(
            InstantSource.system(),
            settings.account(),
            settings.wording(),
            settings.region(),
            settings.slow(),
            Engine.Options.DEFAULT
                .withTransactionConflicts(settings.transactionConflicts())
                .withExpiryDelay(settings.expiryDelay())
                .withRecoveryLag(settings.recoveryLag())
                .withPace(settings.pace()));
    this.database =
        Database.open(
            store,
            options,
            longRequests,
            requests,
            (engine, functions) ->
                Map.of(
                    "/health",
                    request -> health(),
                    "/metrics",
                    request -> metrics(engine),
                    "/insights",
                    new InsightsPage(engine),
                    "/clock",
                    new ClockPage(engine, settings.movableClock()),
                    "/functions",
                    new FunctionsPage(functions, settings.functions()),
                    "/functions/",
                    new FunctionsPage(functions, settings.functions())));
    this.kafka =
        settings.kafka().map(servers -> new KafkaDestinations(store, database.engine(), servers));
    try {
      this.http =
          HttpServer.start(
              settings.bind(), settings.port(), HttpLimits.DEFAULT, database.handler());
    } catch (IOException e) {
      stopWithoutHttp();
      throw e;
    }
  }

  private static HttpResponse health() {
    return new HttpResponse(200, "text/plain", OK);
  }

  private HttpResponse metrics(Engine engine) {
    var page = new MetricsPage();
    requests.addTo(page);
    new FunctionMetrics(database.functions()).addTo(page);
    kafka.ifPresent(destinations -> addTo(page, destinations));
    http.traffic().addTo(page);
    database.addTo(page);
    JvmMetrics.addTo(page);
    new InsightsPage(engine).addTo(page);
    return new HttpResponse(
        200, MetricsPage.CONTENT_TYPE, page.text().getBytes(StandardCharsets.UTF_8));
  }

  private static void addTo(MetricsPage page, KafkaDestinations destinations) {
    page.counter(
        "gramme_destination_records_total",
        "Changes that were sent to Kafka.",
        (double) destinations.sent());
    page.counter(
        "gramme_destination_failures_total",
        "How often changes had to be sent to Kafka again.",
        (double) destinations.failures());
  }

  /** The port that it listens on. */
  public int port() {
    return http.port();
  }

  /** Lets the requests under way finish, then closes the database. */
  @Override
  public void close() {
    http.close();
    stopWithoutHttp();
  }

  private void stopWithoutHttp() {
    longRequests.shutdown();
    kafka.ifPresent(KafkaDestinations::close);
    database.close();
  }

  /**
   * Starts a server.
   *
   * @throws StartException if the data or the address cannot be had
   */
  public static Node start(Settings settings) throws StartException {
    Store store;
    try {
      store = open(settings);
    } catch (StorageException e) {
      throw new StartException(String.valueOf(e.getMessage()), e);
    }
    try {
      return new Node(settings, store);
    } catch (IOException e) {
      throw new StartException(
          "cannot listen on %s:%d: %s (--port and --bind choose another address)"
              .formatted(settings.bind(), settings.port(), e.getMessage()),
          e);
    }
  }

  private static Store open(Settings settings) {
    if (settings.inMemory()) {
      return new MemoryStore();
    }
    var defaults = RocksStoreOptions.of(settings.data()).withDurability(settings.durability());
    return RocksStore.open(defaults.withMemory(settings.cacheBytes(), defaults.writeBufferBytes()));
  }
}
