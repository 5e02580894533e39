package dev.gramme.functions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.gramme.model.ApiError;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A call over HTTP ends in time, whatever its server does. */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HttpPostTest {
  private static final byte[] DOCUMENT = "{}".getBytes(StandardCharsets.UTF_8);

  private final CountDownLatch stalled = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private HttpServer server;

  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext(
        "/echo",
        exchange -> {
          byte[] body = exchange.getRequestBody().readAllBytes();
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.createContext(
        "/stall",
        exchange -> {
          exchange.sendResponseHeaders(200, 100);
          exchange.getResponseBody().write(1);
          exchange.getResponseBody().flush();
          await(stalled);
          exchange.close();
        });
    server.createContext(
        "/fail",
        exchange -> {
          exchange.sendResponseHeaders(500, -1);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    stalled.countDown();
    server.stop(0);
    threads.close();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private URI address(String path) {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
  }

  @Test
  void an_answer_is_returned() throws Exception {
    try (var http = new HttpPost()) {
      assertThat(http.send(address("/echo"), DOCUMENT)).isEqualTo(DOCUMENT);
    }
  }

  @Test
  void an_answer_whose_body_stalls_fails_after_the_timeout() {
    try (var http = new HttpPost(Duration.ofMillis(200))) {
      assertThatThrownBy(() -> http.send(address("/stall"), DOCUMENT))
          .isInstanceOf(HttpTimeoutException.class);
    }
  }

  @Test
  void another_status_is_a_failure() {
    try (var http = new HttpPost()) {
      assertThatThrownBy(() -> http.send(address("/fail"), DOCUMENT))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("500");
    }
  }

  @Test
  void a_refused_connection_is_a_failure() {
    URI address = address("/echo");
    server.stop(0);
    try (var http = new HttpPost()) {
      assertThatThrownBy(() -> http.send(address, DOCUMENT))
          .isInstanceOf(IOException.class)
          .hasCauseInstanceOf(ConnectException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"http:///x", "https://", "http://host:99999/x", "http://a b/"})
  void a_destination_to_which_nothing_can_be_sent_is_refused(String destination) {
    try (var http = new HttpPost()) {
      assertThatThrownBy(() -> FailureDestination.of(destination, http))
          .isInstanceOf(ApiError.class)
          .hasMessageContaining(destination);
    }
  }
}
