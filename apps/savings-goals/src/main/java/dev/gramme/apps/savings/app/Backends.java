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
 * The servers of the application: given ones, and those that it starts, all at the same time.
 *
 * @param dynamodb an address, or {@code aws}
 * @param kafka host and port
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
      supervisor.close();
      closeAll(started);
      throw new StartException("a server could not be started: " + reason(e.getCause()), e);
    } catch (InterruptedException e) {
      supervisor.close();
      closeAll(started);
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  private static String reason(@Nullable Throwable failure) {
    return String.valueOf(failure == null ? "unknown" : failure.getMessage());
  }

  /** The servers, if the settings specify all of them. */
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

  private static void closeAll(Deque<AutoCloseable> started) {
    RuntimeException failed = null;
    for (var server : new ArrayDeque<>(started)) {
      try {
        server.close();
      } catch (Exception e) {
        failed = new IllegalStateException("a server did not stop", e);
      }
    }
    if (failed != null) {
      throw failed;
    }
  }
}
