package dev.gramme.apps.savings.app;

import dev.gramme.apps.savings.domain.DynamoEndpoint;
import dev.gramme.apps.web.command.Settings;
import dev.gramme.apps.web.command.StartException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The servers of the application: given ones, and those that it starts, all at the same time.
 *
 * @param dynamodb an address, or {@code aws}
 * @param kafka host and port
 */
public record Backends(String dynamodb, String kafka, String jdbcUrl, Deque<AutoCloseable> started)
    implements AutoCloseable {

  /** Starts the servers that the settings do not specify. */
  public static Backends start(Settings settings) throws IOException {
    var folder = settings.path("data");
    Deque<AutoCloseable> started = new ConcurrentLinkedDeque<>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var dynamodb =
          unlessGiven(
              threads,
              settings.text("dynamodb"),
              () -> opened(started, GrammeServer.start(folder)).uri().toString());
      var kafka =
          unlessGiven(
              threads,
              settings.text("kafka"),
              () -> opened(started, KafkaBroker.start(folder)).address());
      var jdbc =
          unlessGiven(
              threads,
              settings.text("jdbc"),
              () -> opened(started, PostgresServer.start(folder)).jdbcUrl());
      return new Backends(dynamodb.get(), kafka.get(), jdbc.get(), started);
    } catch (ExecutionException e) {
      closeAll(started);
      throw new StartException(
          "a server could not be started; see the logs in " + folder + ": " + e.getCause(), e);
    } catch (InterruptedException e) {
      closeAll(started);
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  /** The servers, if the settings specify all of them. */
  static Backends given(Settings settings) {
    return new Backends(
        settings.text("dynamodb"),
        settings.text("kafka"),
        settings.text("jdbc"),
        new ArrayDeque<>());
  }

  private static Future<String> unlessGiven(
      ExecutorService threads, String setting, Callable<String> start) {
    return threads.submit(setting.equals(Main.START) ? start : () -> setting);
  }

  private static <T extends AutoCloseable> T opened(Deque<AutoCloseable> started, T server) {
    started.push(server);
    return server;
  }

  /** Creates clients of the database. */
  public DynamoEndpoint endpoint() {
    return DynamoEndpoint.of(dynamodb);
  }

  @Override
  public void close() {
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
