package dev.gramme.server;

import dev.gramme.api.ControlPlane;
import dev.gramme.api.Operation;
import dev.gramme.api.Operations;
import dev.gramme.engine.Engine;
import dev.gramme.server.http.HttpLimits;
import dev.gramme.server.http.HttpResponse;
import dev.gramme.server.http.HttpServer;
import dev.gramme.server.metrics.JvmMetrics;
import dev.gramme.server.metrics.MetricsPage;
import dev.gramme.server.metrics.RequestMetrics;
import dev.gramme.server.pipeline.Pipeline;
import dev.gramme.server.pipeline.RequestIds;
import dev.gramme.server.pipeline.WellFormedSignature;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;

/** A running server: everything is put together here, and nowhere else. */
public final class Node implements AutoCloseable {
  private static final byte[] OK = "ok\n".getBytes(StandardCharsets.US_ASCII);

  private final Store store;
  private final ExecutorService background;
  private final ExecutorService longRequests;
  private final Engine engine;
  private final HttpServer http;
  private final RequestMetrics requests = new RequestMetrics();

  private Node(Settings settings, Store store) throws IOException {
    this.store = store;
    this.background = Executors.newCachedThreadPool(new DefaultThreadFactory("background", true));
    this.longRequests =
        Executors.newFixedThreadPool(
            Math.max(2, Runtime.getRuntime().availableProcessors()),
            new DefaultThreadFactory("long-request", true));
    this.engine = Engine.open(store, InstantSource.system(), background, Engine.Options.DEFAULT);
    try {
      this.http =
          HttpServer.start(
              settings.bind(), settings.port(), HttpLimits.DEFAULT, pipeline(settings));
    } catch (IOException e) {
      stopWithoutHttp();
      throw e;
    }
  }

  private Pipeline pipeline(Settings settings) {
    return new Pipeline(
        new JsonProtocol(operations(), settings.account(), settings.wording()),
        new WellFormedSignature(),
        new RequestIds(ThreadLocalRandom::current),
        requests,
        longRequests,
        settings.slow(),
        settings.region(),
        Map.of("/health", Node::health, "/metrics", this::metrics));
  }

  private List<Operation> operations() {
    var all = new ArrayList<Operation>(new Operations(engine).all());
    all.addAll(ControlPlane.operations(engine.catalog(), InstantSource.system(), UUID::randomUUID));
    return all;
  }

  private static HttpResponse health() {
    return new HttpResponse(200, "text/plain", OK);
  }

  private HttpResponse metrics() {
    var page = new MetricsPage();
    requests.addTo(page);
    http.traffic().addTo(page);
    JvmMetrics.addTo(page);
    return new HttpResponse(
        200, MetricsPage.CONTENT_TYPE, page.text().getBytes(StandardCharsets.UTF_8));
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
    engine.close();
    background.shutdown();
    store.close();
  }

  /**
   * Starts a server.
   *
   * @throws StartException if the data or the address cannot be had
   */
  static Node start(Settings settings) throws StartException {
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
          "cannot listen on %s:%d: %s".formatted(settings.bind(), settings.port(), e.getMessage()),
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
