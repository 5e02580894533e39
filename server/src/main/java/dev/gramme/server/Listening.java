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
 * Takes the server's addresses on a thread of its own, while the database is opened, which takes as
 * long.
 *
 * <p>The same thread makes the first logger. Services are looked for in every jar for it, and what
 * other threads log meanwhile is held back with a warning; so whoever may log waits for it.
 */
final class Listening {
  private final CompletableFuture<Void> log = new CompletableFuture<>();
  private final CompletableFuture<HttpServer> server = new CompletableFuture<>();
  private final CompletableFuture<HttpServer> admin = new CompletableFuture<>();

  /** Its event loops: they only hand requests over to other threads. */
  private static final int ADMIN_LOOPS = 1;

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
    } catch (IOException e) {
      server.completeExceptionally(cannotListen(settings.bind(), settings.port(), "--", e));
    } catch (RuntimeException e) {
      server.completeExceptionally(e);
    }
    var wanted = settings.admin();
    try {
      admin.complete(
          HttpServer.listen(
              wanted.bind(),
              wanted.port(),
              HttpLimits.DEFAULT,
              new MemoryBudget(MemoryBudget.LEAST_BYTES),
              "admin-http",
              ADMIN_LOOPS));
    } catch (IOException e) {
      admin.completeExceptionally(cannotListen(wanted.bind(), wanted.port(), "--admin-", e));
    } catch (RuntimeException e) {
      admin.completeExceptionally(e);
    }
  }

  private static IOException cannotListen(String bind, int port, String flags, IOException cause) {
    return new IOException(
        "cannot listen on %s:%d: %s (%sport and %sbind choose another address)"
            .formatted(bind, port, cause.getMessage(), flags, flags),
        cause);
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
    return await(server);
  }

  /**
   * The server for operators and peers, which does not serve yet.
   *
   * @throws IOException if the address cannot be had
   */
  HttpServer admin() throws IOException {
    return await(admin);
  }

  private static HttpServer await(CompletableFuture<HttpServer> started) throws IOException {
    try {
      return started.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof IOException taken) {
        throw taken;
      }
      throw e;
    }
  }

  /** Gives the addresses back. */
  void giveUp() {
    var _ = server.thenAccept(HttpServer::close);
    var _ = admin.thenAccept(HttpServer::close);
  }
}
