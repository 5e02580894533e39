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
public final class GrammeServer extends ChildServer {
  private final int port;

  private GrammeServer(Path folder, int port, List<String> options) throws IOException {
    super(folder.resolve("gramme.log"), command(folder, port, options));
    this.port = port;
  }

  /**
   * Starts a server with its data in a folder and returns when it accepts requests.
   *
   * @param options additional options of the server
   */
  public static GrammeServer start(Path folder, String... options) throws IOException {
    return started(new GrammeServer(folder, Ports.free(), List.of(options)));
  }

  private static List<String> command(Path folder, int port, List<String> options) {
    var command =
        new ArrayList<>(
            List.of(
                "-Xmx512m",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "dev.gramme.server.Main",
                "--port=" + port,
                "--data=" + folder.resolve("gramme")));
    command.addAll(options);
    return command;
  }

  @Override
  void awaitAnswer(Process server) {
    try (var http = HttpClient.newHttpClient()) {
      var health = HttpRequest.newBuilder(uri().resolve("/health")).build();
      Waiting.until("Gramme serves", Duration.ofMinutes(2), server, () -> answers(http, health));
    }
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
}
