package dev.gramme.functions;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** POSTs JSON documents. The HTTP client is created on first use. */
final class HttpPost implements AutoCloseable {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(60);

  /** The maximum size of a response: the limit of a Lambda function. */
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
   * Sends a document and returns the response body.
   *
   * @throws IOException if there is no response, or its status is not a success
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

  /** Cancels running requests. */
  @Override
  public synchronized void close() {
    closed = true;
    if (client != null) {
      client.shutdownNow();
    }
  }
}
