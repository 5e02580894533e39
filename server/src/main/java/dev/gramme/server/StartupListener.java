package dev.gramme.server;

import dev.gramme.model.budget.MemoryBudget;
import dev.gramme.server.files.FileWatch;
import dev.gramme.server.files.ReloadedFiles.UnreadableException;
import dev.gramme.server.http.HttpLimits;
import dev.gramme.server.http.HttpServer;
import dev.gramme.server.settings.Settings;
import dev.gramme.server.settings.TlsSettings;
import dev.gramme.server.tls.KeyPairFiles;
import dev.gramme.server.tls.SelfSigned;
import dev.gramme.server.tls.ServerTls;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.LoggerFactory;

/**
 * Binds the server's addresses on a thread of its own, in parallel with opening the database, which
 * takes about as long.
 *
 * <p>The same thread creates the first logger. SLF4J searches every jar for its provider then, and
 * buffers what other threads log meanwhile, with a warning. So every thread that may log calls
 * {@link #awaitLog} first.
 */
final class StartupListener {
  private final CompletableFuture<Void> log = new CompletableFuture<>();
  private final CompletableFuture<HttpServer> server = new CompletableFuture<>();
  private final CompletableFuture<HttpServer> admin = new CompletableFuture<>();

  private static final int LOOPS = Runtime.getRuntime().availableProcessors();

  /** The longest queue of handshake tasks; beyond it, new connections are closed. */
  private static final int WAITING_HANDSHAKES = 10_000;

  /** One event loop is enough: it only hands requests over to other threads. */
  private static final int ADMIN_LOOPS = 1;

  private final FileWatch watch;
  private volatile Optional<KeyPairFiles> keyPair = Optional.empty();

  private StartupListener(FileWatch watch) {
    this.watch = watch;
  }

  /**
   * Starts the thread.
   *
   * @param watch reloads certificates when their files change
   */
  static StartupListener begin(Settings settings, FileWatch watch) {
    var listening = new StartupListener(watch);
    Thread.ofPlatform().name("listen").daemon().start(() -> listening.run(settings));
    return listening;
  }

  private void run(Settings settings) {
    try {
      LoggerFactory.getLogger(StartupListener.class);
    } finally {
      log.complete(null);
    }
    Optional<ServerTls> tls;
    Optional<ServerTls> adminTls;
    try {
      keyPair = keyPair(settings.tls());
      tls = tls(keyPair, Optional.empty());
      adminTls = tls(keyPair, settings.tls().adminClientCa());
    } catch (StartException | RuntimeException e) {
      server.completeExceptionally(e);
      admin.completeExceptionally(e);
      return;
    }
    listen(
        server,
        "--",
        settings.bind(),
        settings.port(),
        (bind, port) ->
            HttpServer.listen(
                bind,
                port,
                OpenFiles.ofThisProcess()
                    .limits(
                        settings,
                        HttpLimits.DEFAULT.toBuilder()
                            .connections(settings.connections())
                            .connectionsPerAddress(settings.connectionsPerAddress())
                            .build()),
                MemoryBudget.ofHeap(Runtime.getRuntime().maxMemory()),
                "http",
                LOOPS,
                tls.orElse(null)));
    listen(
        admin,
        "--admin-",
        settings.admin().bind(),
        settings.admin().port(),
        (bind, port) ->
            HttpServer.listen(
                bind,
                port,
                HttpLimits.DEFAULT,
                new MemoryBudget(MemoryBudget.LEAST_BYTES),
                "admin-http",
                ADMIN_LOOPS,
                adminTls.orElse(null)));
  }

  /** Binds an address. */
  private interface Listener {
    HttpServer listen(String bind, int port) throws IOException;
  }

  private static void listen(
      CompletableFuture<HttpServer> listening,
      String flags,
      String bind,
      int port,
      Listener listener) {
    try {
      listening.complete(listener.listen(bind, port));
    } catch (IOException e) {
      listening.completeExceptionally(cannotListen(bind, port, flags, e));
    } catch (RuntimeException e) {
      listening.completeExceptionally(e);
    }
  }

  private static Optional<KeyPairFiles> keyPair(TlsSettings settings) throws StartException {
    if (settings.selfSigned().isEmpty()) {
      return settings.files();
    }
    try {
      return Optional.of(SelfSigned.in(settings.selfSigned().get(), settings.names()));
    } catch (IOException e) {
      throw new StartException("cannot make a certificate: " + e.getMessage(), e);
    }
  }

  private Optional<ServerTls> tls(Optional<KeyPairFiles> files, Optional<Path> clientCa)
      throws StartException {
    if (files.isEmpty()) {
      return Optional.empty();
    }
    try {
      var tls = ServerTls.read(files.get(), clientCa, handshakes());
      watch.add(tls.files());
      return Optional.of(tls);
    } catch (UnreadableException e) {
      throw new StartException(String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw new StartException("cannot read the certificates: " + e, e);
    }
  }

  /** Threads that compute the keys and signatures of handshakes, with a bounded queue. */
  private static ThreadPoolExecutor handshakes() {
    var threads =
        new ThreadPoolExecutor(
            LOOPS,
            LOOPS,
            1,
            TimeUnit.MINUTES,
            new ArrayBlockingQueue<>(WAITING_HANDSHAKES),
            new DefaultThreadFactory("tls", true));
    threads.allowCoreThreadTimeOut(true);
    return threads;
  }

  private static IOException cannotListen(String bind, int port, String flags, IOException cause) {
    return new IOException(
        "cannot listen on %s:%d: %s (%sport and %sbind choose another address)"
            .formatted(bind, port, cause.getMessage(), flags, flags),
        cause);
  }

  /** Waits until any thread may create loggers. */
  void awaitLog() {
    log.join();
  }

  /**
   * The server; it is bound but does not serve yet.
   *
   * @throws IOException if the address cannot be bound
   * @throws StartException if the certificates cannot be used
   */
  HttpServer server() throws IOException, StartException {
    return await(server);
  }

  /**
   * The server for operators and peers; it is bound but does not serve yet.
   *
   * @throws IOException if the address cannot be bound
   * @throws StartException if the certificates cannot be used
   */
  HttpServer admin() throws IOException, StartException {
    return await(admin);
  }

  private static HttpServer await(CompletableFuture<HttpServer> started)
      throws IOException, StartException {
    try {
      return started.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof IOException taken) {
        throw taken;
      }
      if (e.getCause() instanceof StartException refused) {
        throw refused;
      }
      throw e;
    }
  }

  /**
   * The server's key and certificate; known once {@link #server} or {@link #admin} has returned.
   */
  Optional<KeyPairFiles> keyPair() {
    return keyPair;
  }

  /** Releases the addresses. */
  void giveUp() {
    var _ = server.thenAccept(HttpServer::close);
    var _ = admin.thenAccept(HttpServer::close);
  }
}
