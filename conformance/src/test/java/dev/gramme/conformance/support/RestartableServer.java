package dev.gramme.conformance.support;

import dev.gramme.model.Wording;
import dev.gramme.server.Database;
import dev.gramme.server.http.HttpLimits;
import dev.gramme.server.http.HttpServer;
import dev.gramme.storage.rocksdb.RocksStore;
import dev.gramme.storage.rocksdb.RocksStoreOptions;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;

/** A Gramme on disk that can be restarted with the same data on the same port. */
public final class RestartableServer implements AutoCloseable {
  private static final String LOOPBACK = "127.0.0.1";

  private final Path data;
  private Database database;
  private HttpServer http;

  /** Starts a server on a free port. */
  public RestartableServer(Path data) throws IOException {
    this.data = data;
    this.database = open();
    this.http = HttpServer.start(LOOPBACK, 0, HttpLimits.DEFAULT, database.handler());
  }

  private Database open() {
    return Database.open(
        RocksStore.open(RocksStoreOptions.of(data)),
        new Database.Options(InstantSource.system(), "000000000000", Wording.CURRENT, "us-east-1"));
  }

  /** The URI, which stays the same after a restart. */
  public URI uri() {
    return URI.create("http://" + LOOPBACK + ":" + http.port());
  }

  /** Restarts the server with the same data on the same port. */
  public void restart() throws IOException {
    int port = http.port();
    close();
    database = open();
    http = HttpServer.start(LOOPBACK, port, HttpLimits.DEFAULT, database.handler());
  }

  @Override
  public void close() {
    http.close();
    database.close();
  }
}
