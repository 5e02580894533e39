package dev.gramme.server;

import dev.gramme.model.budget.MemoryBudget;
import dev.gramme.server.http.HttpLimits;
import dev.gramme.server.http.HttpServer;
import dev.gramme.server.settings.Settings;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.slf4j.LoggerFactory;

/**
 * Takes the server's address on a thread of its own, while the database is opened, which takes as
 * long.
 *
 * <p>The same thread makes the first logger. Services are looked for in every jar for it, and what
 * other threads log meanwhile is held back with a warning; so whoever may log waits for it.
 */
final class Listening {
  private final CompletableFuture<Void> log = new CompletableFuture<>();
  private final CompletableFuture<HttpServer> server = new CompletableFuture<>();

  private Listening() {}

  static Listening begin(Settings settings) {
    var listening = new Listening();
    Thread.ofPlatform().name("listen").daemon().start(() -> listening.run(settings));
    return listening;
  }

  private void run(Settings settings) {
    try {
      LoggerFactory.getLogger(Listening.class);
    } finally {
      log.complete(null);
    }
    try {
      var memory = MemoryBudget.ofHeap(Runtime.getRuntime().maxMemory());
      server.complete(
          HttpServer.listen(settings.bind(), settings.port(), HttpLimits.DEFAULT, memory));
    } catch (IOException | RuntimeException e) {
      server.completeExceptionally(e);
    }
  }

  /** Waits until loggers can be made by any thread. */
  void awaitLog() {
    log.join();
  }

  /**
   * The server, which does not serve yet.
   *
   * @throws IOException if the address cannot be had
   */
  HttpServer server() throws IOException {
    try {
      return server.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof IOException taken) {
        throw taken;
      }
      throw e;
    }
  }

  /** Gives the address back. */
  void giveUp() {
    var _ = server.thenAccept(HttpServer::close);
  }
}
