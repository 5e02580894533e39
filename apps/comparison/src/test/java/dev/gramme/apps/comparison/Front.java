package dev.gramme.apps.comparison;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;

/**
 * A server through which programs in other languages reach a database in this process, with its
 * requests counted. {@code POST /pattern/NAME} begins to count for an access pattern.
 */
final class Front implements AutoCloseable {
  private static final String PATTERN = "/pattern/";

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Meter meter;

  private Front(HttpServer server, Meter meter) {
    this.server = server;
    this.meter = meter;
  }

  static Front start(Meter meter) throws IOException {
    var front =
        new Front(
            HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0),
            meter);
    front.server.setExecutor(front.threads);
    front.server.createContext("/", front::answer);
    front.server.start();
    return front;
  }

  String endpoint() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      String path = exchange.getRequestURI().getPath();
      if (path.startsWith(PATTERN)) {
        meter.begin(path.substring(PATTERN.length()));
        exchange.sendResponseHeaders(204, -1);
      } else {
        forward(exchange, body);
      }
    }
  }

  private void forward(HttpExchange exchange, byte[] body) throws IOException {
    var request =
        SdkHttpRequest.builder().method(SdkHttpMethod.POST).uri(URI.create(endpoint() + "/"));
    exchange.getRequestHeaders().forEach(request::putHeader);
    HttpExecuteResponse response =
        meter
            .prepareRequest(
                HttpExecuteRequest.builder()
                    .request(request.build())
                    .contentStreamProvider(() -> new ByteArrayInputStream(body))
                    .build())
            .call();
    byte[] answer;
    try (var content = response.responseBody().orElseThrow()) {
      answer = content.readAllBytes();
    }
    response
        .httpResponse()
        .headers()
        .forEach((name, values) -> {
          if (!name.equalsIgnoreCase("Content-Length")) {
            values.forEach(value -> exchange.getResponseHeaders().add(name, value));
          }
        });
    exchange.sendResponseHeaders(response.httpResponse().statusCode(), answer.length);
    exchange.getResponseBody().write(answer);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.close();
  }
}
