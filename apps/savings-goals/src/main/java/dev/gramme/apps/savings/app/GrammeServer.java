package dev.gramme.apps.savings.app;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Gramme as a separate process. */
public final class GrammeServer implements AutoCloseable {
  private final ChildJvm process;
  private final URI uri;

  private GrammeServer(ChildJvm process, URI uri) {
    this.process = process;
    this.uri = uri;
  }

  /**
   * Starts a server with its data in a folder and returns when it accepts requests.
   *
   * @param options additional options of the server
   */
  public static GrammeServer start(Path folder, String... options) throws IOException {
    int port = Ports.free();
    var arguments =
        new ArrayList<>(
            List.of(
                "-Xmx512m",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "dev.gramme.server.Main",
                "--port=" + port,
                "--data=" + folder.resolve("gramme")));
    arguments.addAll(Arrays.asList(options));
    var process = ChildJvm.start(folder.resolve("gramme.log"), arguments.toArray(String[]::new));
    var uri = URI.create("http://127.0.0.1:" + port);
    try (var http = HttpClient.newHttpClient()) {
      var health = HttpRequest.newBuilder(uri.resolve("/health")).build();
      Waiting.until(
          "Gramme serves", Duration.ofMinutes(2), process.process(), () -> answers(http, health));
    } catch (RuntimeException e) {
      process.kill();
      throw e;
    }
    return new GrammeServer(process, uri);
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
    return uri;
  }

  @Override
  public void close() {
    process.close();
  }
}
