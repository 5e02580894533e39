package dev.gramme.conformance.support;

import dev.gramme.model.Wording;
import dev.gramme.server.Database;
import dev.gramme.server.http.HttpLimits;
import dev.gramme.server.http.HttpServer;
import dev.gramme.server.web.AllowedHosts;
import dev.gramme.server.web.AllowedOrigins;
import dev.gramme.server.web.WebAccess;
import dev.gramme.storage.memory.MemoryStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.InstantSource;

/** Gramme in this JVM. It runs until it is closed or the JVM exits. */
public final class TargetServer implements AutoCloseable {
  private static final String LOOPBACK = "127.0.0.1";

  private final Database database;
  private final HttpServer server;

  private TargetServer(Database database, HttpServer server) {
    this.database = database;
    this.server = server;
  }

  /** Starts a server with its data in memory on a free loopback port. */
  public static TargetServer start(Wording wording, String region) {
    var options = new Database.Options(InstantSource.system(), "000000000000", wording, region);
    var database = Database.open(new MemoryStore(), options);
    try {
      // The service accepts requests from pages of all origins.
      var handler = new WebAccess(database.handler(), AllowedOrigins.ANY, AllowedHosts.ANY);
      return new TargetServer(database, HttpServer.start(LOOPBACK, 0, HttpLimits.DEFAULT, handler));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Its address. */
  public URI uri() {
    return URI.create("http://" + LOOPBACK + ":" + server.port());
  }

  @Override
  public void close() {
    server.close();
    database.close();
  }
}
