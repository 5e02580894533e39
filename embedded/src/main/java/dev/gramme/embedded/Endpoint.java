package dev.gramme.embedded;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.gramme.server.http.HttpFields;
import dev.gramme.server.http.HttpHandler;
import dev.gramme.server.http.HttpRequest;
import dev.gramme.server.http.HttpResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * An address on this machine at which a database in this process answers HTTP requests. It is for
 * programs whose SDK clients another framework makes, or which are not in this process.
 *
 * <p>The HTTP server is that of the JDK and not that of Gramme's server. Gramme's server needs a
 * version of Netty that frameworks with another version of Netty would replace.
 *
 * <p>{@code GET /health} answers 200, as with the server. The address accepts connections from this
 * machine only.
 */
public final class Endpoint implements AutoCloseable {
  /** The size of a request body that is accepted, as in the server. */
  private static final int MAX_BODY_BYTES = 17 << 20;

  /** Connections that wait to be accepted. */
  private static final int BACKLOG = 128;

  private static final byte[] HEALTHY = "ok\n".getBytes(StandardCharsets.US_ASCII);

  private final HttpServer server;
  private final ExecutorService threads;
  private final HttpHandler handler;

  private Endpoint(HttpServer server, HttpHandler handler) {
    this.server = server;
    this.handler = handler;
    this.threads =
        Executors.newCachedThreadPool(
            Thread.ofPlatform().daemon().name("gramme-endpoint-", 0).factory());
  }

  /**
   * Starts to answer requests.
   *
   * @param port 0 for any free port
   * @throws UncheckedIOException if the port cannot be used
   */
  static Endpoint start(HttpHandler handler, int port) {
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    try {
      var endpoint = new Endpoint(HttpServer.create(address, BACKLOG), handler);
      endpoint.server.setExecutor(endpoint.threads);
      endpoint.server.createContext("/", endpoint::answer);
      endpoint.server.start();
      return endpoint;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot listen at " + address + ": " + e.getMessage(), e);
    }
  }

  /** The address, such as {@code http://127.0.0.1:40123}. */
  public URI uri() {
    return URI.create("http://127.0.0.1:" + port());
  }

  /** The port. */
  public int port() {
    return server.getAddress().getPort();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (exchange.getRequestURI().getPath().equals("/health")) {
        send(exchange, new HttpResponse(200, "text/plain", HEALTHY));
        return;
      }
      byte[] body = exchange.getRequestBody().readNBytes(MAX_BODY_BYTES + 1);
      if (body.length > MAX_BODY_BYTES) {
        send(exchange, new HttpResponse(413));
        return;
      }
      send(exchange, await(InProcessCall.begin(handler, request(exchange, body))));
    }
  }

  private static HttpRequest request(HttpExchange exchange, byte[] body) {
    var fields = new Fields(exchange.getRequestHeaders());
    return new HttpRequest(
        exchange.getRequestMethod(), exchange.getRequestURI().toString(), fields, body);
  }

  private static HttpResponse await(CompletableFuture<HttpResponse> response) throws IOException {
    try {
      return response.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for the response", e);
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    }
  }

  private static void send(HttpExchange exchange, HttpResponse response) throws IOException {
    var fields = response.fields();
    for (int i = 0; i < fields.size(); i += 2) {
      exchange.getResponseHeaders().add(fields.get(i), fields.get(i + 1));
    }
    if (response.contentType() != null) {
      exchange.getResponseHeaders().set("Content-Type", response.contentType());
    }
    int bytes = response.bodyBytes();
    // In this method of the JDK, 0 means a body of unknown length, and -1 no body.
    exchange.sendResponseHeaders(response.status(), bytes == 0 ? -1 : bytes);
    if (bytes > 0) {
      exchange.getResponseBody().write(response.body());
    }
  }

  /** Stops to answer requests. The database remains open. */
  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  /** The header fields of a request, whose names are case-insensitive. */
  private record Fields(Map<String, List<String>> values) implements HttpFields {
    @Override
    public @Nullable String first(String name) {
      var all = all(name);
      return all.isEmpty() ? null : all.getFirst();
    }

    @Override
    public List<String> all(String name) {
      var found = values.get(name);
      return found == null ? List.of() : found;
    }
  }
}
