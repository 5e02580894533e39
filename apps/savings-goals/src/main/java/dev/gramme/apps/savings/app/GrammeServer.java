package dev.gramme.apps.savings.app;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Gramme as a separate process. */
public final class GrammeServer implements Supervisor.Child {
  private final Path folder;
  private final int port;
  private final List<String> options;
  private volatile ChildJvm process;

  private GrammeServer(Path folder, int port, List<String> options) throws IOException {
    this.folder = folder;
    this.port = port;
    this.options = options;
    this.process = launch();
  }

  /**
   * Starts a server with its data in a folder and returns when it accepts requests.
   *
   * @param options additional options of the server
   */
  public static GrammeServer start(Path folder, String... options) throws IOException {
    var server = new GrammeServer(folder, Ports.free(), List.of(options));
    server.awaitAnswer();
    return server;
  }

  private ChildJvm launch() throws IOException {
    var arguments =
        new ArrayList<>(
            List.of(
                "-Xmx512m",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "dev.gramme.server.Main",
                "--port=" + port,
                "--data=" + folder.resolve("gramme")));
    arguments.addAll(options);
    return ChildJvm.start(log(), arguments.toArray(String[]::new));
  }

  private void awaitAnswer() {
    try (var http = HttpClient.newHttpClient()) {
      var health = HttpRequest.newBuilder(uri().resolve("/health")).build();
      Waiting.until(
          "Gramme serves", Duration.ofMinutes(2), process.process(), () -> answers(http, health));
    } catch (RuntimeException e) {
      process.kill();
      throw e;
    }
  }

  @Override
  public ProcessHandle process() {
    return process.process().toHandle();
  }

  @Override
  public void restart() throws IOException {
    process.close();
    process = launch();
    awaitAnswer();
  }

  @Override
  public Path log() {
    return folder.resolve("gramme.log");
  }

  private static boolean answers(HttpClient http, HttpRequest health) {
    try {
      return http.send(health, BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException notYet) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** The server's address. */
  public URI uri() {
    return URI.create("http://127.0.0.1:" + port);
  }

  @Override
  public void close() {
    process.close();
  }
}
