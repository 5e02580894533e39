package dev.gramme.apps.savings.app;

import dev.gramme.apps.savings.domain.DynamoEndpoint;
import dev.gramme.apps.web.command.Settings;
import dev.gramme.apps.web.command.StartException;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * The servers of the application. Servers that the settings specify are used; the others are
 * started concurrently.
 *
 * @param dynamodb an address, or {@code aws}
 * @param kafka host and port
 * @param jdbcUrl may contain the password
 * @param started the servers to close
 * @param supervisor restarts the servers that the application starts
 */
public record Backends(
    String dynamodb,
    String kafka,
    String jdbcUrl,
    Deque<AutoCloseable> started,
    Supervisor supervisor)
    implements AutoCloseable {

  /** Starts the servers that the settings do not specify. */
  public static Backends start(Settings settings) throws IOException {
    var folder = settings.path("data");
    Deque<AutoCloseable> started = new ConcurrentLinkedDeque<>();
    var supervisor = new Supervisor(InstantSource.system());
    try (var threads = Executors.newCachedThreadPool()) {
      var dynamodb =
          unlessGiven(
              threads,
              settings.text("dynamodb"),
              () ->
                  opened(started, supervisor, "Gramme", GrammeServer.start(folder))
                      .uri()
                      .toString());
      var kafka =
          unlessGiven(
              threads,
              settings.text("kafka"),
              () -> opened(started, supervisor, "Kafka", KafkaBroker.start(folder)).address());
      var jdbc =
          unlessGiven(
              threads,
              settings.text("jdbc"),
              () ->
                  opened(started, supervisor, "PostgreSQL", PostgresServer.start(folder))
                      .jdbcUrl());
      return new Backends(dynamodb.get(), kafka.get(), jdbc.get(), started, supervisor);
    } catch (ExecutionException e) {
      throw closed(
          new StartException("a server could not be started: " + reason(e.getCause()), e),
          supervisor,
          started);
    } catch (InterruptedException e) {
      IOException failure = closed(new IOException(e), supervisor, started);
      Thread.currentThread().interrupt();
      throw failure;
    }
  }

  /**
   * Closes what was started, and returns the failure that is the reason. Failures of closing are
   * suppressed exceptions of it.
   */
  static <E extends Exception> E closed(
      E failure, Supervisor supervisor, Deque<AutoCloseable> started) {
    try {
      supervisor.close();
      closeAll(started);
    } catch (RuntimeException e) {
      failure.addSuppressed(e);
    }
    return failure;
  }

  private static String reason(@Nullable Throwable failure) {
    return String.valueOf(failure == null ? "unknown" : failure.getMessage());
  }

  /**
   * The servers that the settings specify. The caller has checked that no setting is {@code start}.
   */
  static Backends given(Settings settings) {
    return new Backends(
        settings.text("dynamodb"),
        settings.text("kafka"),
        settings.text("jdbc"),
        new ArrayDeque<>(),
        new Supervisor(InstantSource.system()));
  }

  private static Future<String> unlessGiven(
      ExecutorService threads, String setting, Callable<String> start) {
    return threads.submit(setting.equals(Main.START) ? start : () -> setting);
  }

  private static <T extends Supervisor.Child> T opened(
      Deque<AutoCloseable> started, Supervisor supervisor, String name, T server) {
    started.push(server);
    supervisor.watch(name, server);
    return server;
  }

  /** The address of PostgreSQL without the password. */
  String jdbcAddress() {
    return jdbcUrl.replaceFirst("\\?.*", "");
  }

  /** Creates clients of the database. */
  public DynamoEndpoint endpoint() {
    return DynamoEndpoint.of(dynamodb);
  }

  @Override
  public void close() {
    supervisor.close();
    closeAll(started);
  }

  /** Closes all servers, also after a failure. The first failure has the others suppressed. */
  private static void closeAll(Deque<AutoCloseable> started) {
    IllegalStateException failed = null;
    for (var server : new ArrayDeque<>(started)) {
      try {
        server.close();
      } catch (Exception e) {
        if (failed == null) {
          failed = new IllegalStateException("a server did not stop", e);
        } else {
          failed.addSuppressed(e);
        }
      }
    }
    if (failed != null) {
      throw failed;
    }
  }
}
