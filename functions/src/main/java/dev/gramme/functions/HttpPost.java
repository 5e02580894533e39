package dev.gramme.functions;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** POSTs JSON documents. The HTTP client is created on first use. */
final class HttpPost implements AutoCloseable {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(60);

  private static final int MAX_PORT = 0xFFFF;

  /** The maximum size of a response: the limit of a Lambda function. */
  private static final long MAX_ANSWER_BYTES = 6L << 20;

  private final Duration answerTimeout;
  private @Nullable HttpClient client;
  private boolean closed;

  HttpPost() {
    this(ANSWER_TIMEOUT);
  }

  /**
   * @param answerTimeout how long to wait for a complete answer
   */
  HttpPost(Duration answerTimeout) {
    this.answerTimeout = answerTimeout;
  }

  /**
   * Checks an address.
   *
   * @throws IllegalArgumentException if no document can be sent to it
   */
  static void check(URI address) {
    var _ = HttpRequest.newBuilder(address);
    if (address.getPort() > MAX_PORT) {
      throw new IllegalArgumentException("There is no port " + address.getPort());
    }
  }

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
   * @throws IOException if there is no complete response in time, or its status is not a success
   */
  byte[] send(URI address, byte[] json) throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(address)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofByteArray(json))
            .build();
    var answer =
        client()
            .sendAsync(
                request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), MAX_ANSWER_BYTES));
    HttpResponse<byte[]> response;
    try {
      // The timeout of a request would end with the headers.
      response = answer.get(answerTimeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new HttpTimeoutException(
          address + " did not answer within " + answerTimeout.toMillis() + " ms");
    } catch (ExecutionException e) {
      throw new IOException(String.valueOf(e.getCause()), e.getCause());
    } finally {
      answer.cancel(true);
    }
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
