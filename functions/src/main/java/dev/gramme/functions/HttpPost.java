package dev.gramme.functions;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Sends JSON to addresses. The client is made when it is first needed. */
final class HttpPost implements AutoCloseable {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(60);

  /** The most bytes of an answer: that of a function of Lambda. */
  private static final long MAX_ANSWER_BYTES = 6L << 20;

  private @Nullable HttpClient client;
  private boolean closed;

  private synchronized HttpClient client() throws IOException {
    if (closed) {
      throw new IOException("closed");
    }
    if (client == null) {
      client = HttpClient.newBuilder().connectTimeout(CONNECT_TIMEOUT).build();
    }
    return client;
  }

  /**
   * Sends a document and returns what is answered.
   *
   * @throws IOException if there is no answer, or not one of success
   */
  byte[] send(URI address, byte[] json) throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(address)
            .timeout(ANSWER_TIMEOUT)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofByteArray(json))
            .build();
    var response =
        client().send(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), MAX_ANSWER_BYTES));
    if (response.statusCode() / 100 != 2) {
      throw new IOException(address + " answered with status " + response.statusCode());
    }
    return response.body();
  }

  /** Ends what is under way. */
  @Override
  public synchronized void close() {
    closed = true;
    if (client != null) {
      client.shutdownNow();
    }
  }
}
