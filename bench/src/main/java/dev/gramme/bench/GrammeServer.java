package dev.gramme.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A server of Gramme with settings of its own, and its metrics. */
final class GrammeServer implements AutoCloseable {
  private final RunningServer server;
  private final ServerMetrics metrics;

  private GrammeServer(RunningServer server, ServerMetrics metrics) {
    this.server = server;
    this.metrics = metrics;
  }

  /**
   * Starts a server.
   *
   * @param before the words before the command, such as {@code taskset -c 0}
   * @param data the folder of the database
   * @param scratch the folder for its output
   */
  static GrammeServer start(
      Contestant.Setup setup, List<String> before, Path data, Path scratch, String... settings)
      throws IOException {
    int port = RunningServer.freePort();
    int adminPort = RunningServer.freePort();
    var command = new ArrayList<>(before);
    command.addAll(
        List.of(
            setup.root().resolve("gramme").toString(),
            "serve",
            "--port",
            Integer.toString(port),
            "--admin-port",
            Integer.toString(adminPort),
            "--data",
            data.toString()));
    command.addAll(List.of(settings));
    var server =
        RunningServer.start(
            command,
            Map.of("JAVA_HOME", setup.java().resolve("../..").normalize().toString()),
            port,
            Files.createDirectories(scratch),
            scratch.resolve("output.log"));
    return new GrammeServer(server, new ServerMetrics(adminPort));
  }

  int port() {
    return server.port();
  }

  ProcessHandle process() {
    return server.process();
  }

  /** Milliseconds from the start of the process to its first response. */
  long firstAnswerMillis() {
    return server.firstAnswerMillis();
  }

  /** Kills the process, as a crash does. */
  void kill() throws InterruptedException {
    server.kill();
  }

  /** The current metrics by name. */
  Map<String, Double> metrics() throws IOException, InterruptedException {
    return metrics.read();
  }

  @Override
  public void close() {
    server.close();
  }
}
