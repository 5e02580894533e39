package dev.gramme.conformance.support;

import dev.gramme.model.Wording;
import dev.gramme.server.Database;
import dev.gramme.server.http.HttpLimits;
import dev.gramme.server.http.HttpServer;
import dev.gramme.server.web.AllowedHosts;
import dev.gramme.server.web.AllowedOrigins;
import dev.gramme.server.web.WebAccess;
import dev.gramme.storage.Store;
import dev.gramme.storage.memory.MemoryStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.InstantSource;

/** Starts Gramme in this JVM. It runs until the JVM exits. */
public final class TargetServer {
  private static final String LOOPBACK = "127.0.0.1";

  private TargetServer() {}

  /** Starts a server with its data in memory on a free loopback port and returns its URI. */
  public static URI start(Wording wording, String region) {
    return start(wording, region, new MemoryStore());
  }

  /** Starts a server with its data in a store, which it closes, and returns its URI. */
  public static URI start(Wording wording, String region, Store store) {
    var options = new Database.Options(InstantSource.system(), "000000000000", wording, region);
    var database = Database.open(store, options);
    try {
      // The service accepts requests from pages of all origins.
      var handler = new WebAccess(database.handler(), AllowedOrigins.ANY, AllowedHosts.ANY);
      var server = HttpServer.start(LOOPBACK, 0, HttpLimits.DEFAULT, handler);
      Runtime.getRuntime()
          .addShutdownHook(
              new Thread(() -> {
                server.close();
                database.close();
              }));
      return URI.create("http://" + LOOPBACK + ":" + server.port());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
