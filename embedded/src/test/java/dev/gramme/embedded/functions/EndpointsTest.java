package dev.gramme.embedded.functions;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.gramme.embedded.Gramme;
import dev.gramme.server.admin.FunctionMetrics;
import dev.gramme.server.admin.FunctionsPage;
import dev.gramme.server.http.HttpFields;
import dev.gramme.server.http.HttpRequest;
import dev.gramme.server.http.HttpResponse;
import dev.gramme.server.metrics.MetricsPage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/** Functions that are called over HTTP, and bound by an administrator. */
class EndpointsTest {
  private static final List<String> PATHS = List.of("/mailer", "/failures");

  private final LinkedBlockingQueue<String> received = new LinkedBlockingQueue<>();
  private volatile int status = 200;
  private HttpServer http;

  @TempDir private Path folder;

  @BeforeEach
  void serve() throws IOException {
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    for (String path : PATHS) {
      http.createContext(
          path,
          exchange -> {
            var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            received.add(path + " " + body);
            exchange.sendResponseHeaders(path.equals("/mailer") ? status : 200, -1);
            exchange.close();
          });
    }
    http.start();
  }

  @AfterEach
  void stop() {
    http.stop(0);
  }

  private String address(String path) {
    return "http://127.0.0.1:" + http.getAddress().getPort() + path;
  }

  private static void put(DynamoDbClient dynamo, String id) {
    dynamo.putItem(r -> r.tableName("orders").item(Map.of("id", AttributeValue.fromS(id))));
  }

  private String mapping(String arn) {
    return """
    {"EventSourceArn":"%s","StartingPosition":"TRIM_HORIZON","MaximumRetryAttempts":0,
     "Endpoint":"%s","DestinationConfig":{"OnFailure":{"Destination":"%s"}}}
    """
        .formatted(arn, address("/mailer"), address("/failures"));
  }

  private static HttpResponse send(Gramme gramme, String method, String path, String body) {
    return new FunctionsPage(gramme.functions(), true)
        .answer(
            new HttpRequest(
                method, path, HttpFields.of(Map.of()), body.getBytes(StandardCharsets.UTF_8)));
  }

  private static String text(HttpResponse response) {
    return new String(response.body(), StandardCharsets.UTF_8);
  }

  private String next() throws InterruptedException {
    return String.valueOf(received.poll(30, TimeUnit.SECONDS));
  }

  @Test
  void an_endpoint_receives_events_and_continues_automatically_after_a_restart() throws Exception {
    String arn;
    try (var gramme = Gramme.open(folder)) {
      arn = Orders.create(gramme.client(), StreamViewType.KEYS_ONLY);
      var bound = send(gramme, "PUT", "/functions/mailer", mapping(arn));
      assertThat(bound.status()).as(text(bound)).isEqualTo(200);
      put(gramme.client(), "first");
      assertThat(next()).startsWith("/mailer {\"Records\":[").contains("\"first\"");
      gramme.advance(Duration.ofSeconds(1));
    }
    try (var gramme = Gramme.open(folder)) {
      put(gramme.client(), "second");
      assertThat(next()).contains("\"second\"").doesNotContain("\"first\"");
      gramme.advance(Duration.ofSeconds(1));
      assertThat(text(send(gramme, "GET", "/functions", "")))
          .contains("\"FunctionName\":\"mailer\"", "\"State\":\"Enabled\"", "\"Invocations\":1");
      var metrics = new MetricsPage();
      new FunctionMetrics(gramme.functions()).addTo(metrics);
      assertThat(metrics.text()).contains("gramme_function_records_total{function=\"mailer\"} 1\n");
      assertThat(send(gramme, "DELETE", "/functions/mailer", "").status()).isEqualTo(200);
      assertThat(send(gramme, "GET", "/functions/mailer", "").status()).isEqualTo(404);
    }
  }

  @Test
  void failures_of_an_endpoint_are_reported_to_the_destination() throws Exception {
    try (var gramme = Gramme.inMemory()) {
      status = 500;
      String arn = Orders.create(gramme.client(), StreamViewType.KEYS_ONLY);
      put(gramme.client(), "first");
      send(gramme, "PUT", "/functions/mailer", mapping(arn));
      assertThat(next()).startsWith("/mailer ");
      assertThat(next())
          .startsWith("/failures {\"requestContext\":{")
          .contains("RetryAttemptsExhausted");
    }
  }

  @Test
  void a_mapping_with_an_unknown_parameter_is_rejected() {
    try (var gramme = Gramme.inMemory()) {
      String arn = Orders.create(gramme.client(), StreamViewType.KEYS_ONLY);
      String mapping = mapping(arn).replace("MaximumRetryAttempts", "MaximumRetries");
      var refused = send(gramme, "PUT", "/functions/mailer", mapping);
      assertThat(refused.status()).isEqualTo(400);
      assertThat(text(refused)).contains("MaximumRetries");
    }
  }

  @Test
  void functions_can_only_be_bound_if_enabled_and_never_from_a_browser() {
    try (var gramme = Gramme.inMemory()) {
      var request =
          new HttpRequest("PUT", "/functions/mailer", HttpFields.of(Map.of()), new byte[0]);
      assertThat(new FunctionsPage(gramme.functions(), false).answer(request).status())
          .isEqualTo(403);
      var foreign =
          new HttpRequest(
              "PUT",
              "/functions/mailer",
              HttpFields.of(Map.of("Origin", "https://example.org")),
              new byte[0]);
      assertThat(new FunctionsPage(gramme.functions(), true).answer(foreign).status())
          .isEqualTo(403);
    }
  }
}
