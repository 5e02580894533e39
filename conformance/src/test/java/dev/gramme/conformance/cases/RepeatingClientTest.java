package dev.gramme.conformance.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.gramme.conformance.support.RawClient;
import dev.gramme.storage.BackOff;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A client that repeats requests, and a server that refuses the first ones. */
final class RepeatingClientTest {
  private static final int ATTEMPTS = 4;
  private static final String LIMITED =
      "{\"__type\":\"com.amazonaws.dynamodb.v20120810#LimitExceededException\",\"message\":\"too many\"}";

  private final AtomicInteger requests = new AtomicInteger();
  private final Stop stop = new Stop();
  private int limited;
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          boolean refuses = requests.incrementAndGet() <= limited;
          var body = (refuses ? LIMITED : "{}").getBytes(StandardCharsets.UTF_8);
          exchange.getRequestBody().readAllBytes();
          exchange.sendResponseHeaders(refuses ? 400 : 200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void end() {
    server.stop(0);
  }

  @Test
  void a_limited_request_is_sent_again_until_it_is_answered() {
    limited = 2;
    assertThat(client().call("CreateTable", "{}").status()).isEqualTo(200);
    assertThat(requests).hasValue(3);
  }

  @Test
  void the_number_of_attempts_is_limited() {
    limited = Integer.MAX_VALUE;
    assertThat(client().call("CreateTable", "{}").errorType()).isEqualTo("LimitExceededException");
    assertThat(requests).hasValue(ATTEMPTS);
  }

  @Test
  void an_error_that_the_case_expects_is_not_a_reason_to_repeat() {
    limited = Integer.MAX_VALUE;
    client().call("CreateTable", "{}", List.of("400 LimitExceededException: too many"));
    assertThat(requests).hasValue(1);
  }

  @Test
  void nothing_is_sent_after_a_stop() {
    stop.request();
    var client = client();
    assertThatThrownBy(() -> client.call("CreateTable", "{}"))
        .isInstanceOf(Stop.StoppedException.class);
    assertThat(requests).hasValue(0);
  }

  private RepeatingClient client() {
    var uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    return new RepeatingClient(
        new RawClient(uri, "us-east-1"),
        stop,
        ATTEMPTS,
        new BackOff(Duration.ofMillis(1), Duration.ofSeconds(1)));
  }
}
