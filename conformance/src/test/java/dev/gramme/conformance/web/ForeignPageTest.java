package dev.gramme.conformance.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.gramme.apps.browser.Browser;
import dev.gramme.conformance.support.Endpoint;
import dev.gramme.server.Node;
import dev.gramme.server.settings.Settings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Attempts of web pages in a developer's browser to access a server on the same machine. */
@Tag("slow")
class ForeignPageTest {
  private static final byte[] PAGE =
      "<!doctype html><title>page</title><p>page</p>".getBytes(StandardCharsets.UTF_8);

  /** Sends the request of the SDK for JavaScript, with the signature of an arbitrary key. */
  private static final String REQUEST =
      """
      const [address, operation, body] = arguments;
      return fetch(address, {method: 'POST', body, headers: {
          'Content-Type': 'application/x-amz-json-1.0',
          'X-Amz-Target': 'DynamoDB_20120810.' + operation,
          'X-Amz-Date': '20260101T000000Z',
          'X-Amz-User-Agent': 'aws-sdk-js/3',
          'Amz-Sdk-Invocation-Id': '1', 'Amz-Sdk-Request': 'attempt=1; max=3',
          'Authorization': 'AWS4-HMAC-SHA256 Credential=A/20260101/us-east-1/dynamodb/aws4_request, '
            + 'SignedHeaders=host, Signature=0'}})
        .then(async answer => answer.status + ' ' + await answer.text() + ' '
          + (answer.headers.get('x-amzn-RequestId') ? 'id ' : '')
          + (answer.headers.get('x-amz-crc32') ? 'crc' : ''), error => 'refused: ' + error);
      """;

  /** Needs no preflight: the browser sends this request without any permission of the server. */
  private static final String SIMPLE_REQUEST =
      """
      const [address, body] = arguments;
      return fetch(address, {method: 'POST', mode: 'no-cors', body,
          headers: {'Content-Type': 'text/plain'}})
        .then(answer => answer.type, error => 'refused: ' + error);
      """;

  private final HttpServer pages;
  private final URI page;

  ForeignPageTest() throws IOException {
    pages = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    pages.createContext(
        "/",
        exchange -> {
          exchange.getResponseHeaders().set("Content-Type", "text/html");
          exchange.sendResponseHeaders(200, PAGE.length);
          exchange.getResponseBody().write(PAGE);
          exchange.close();
        });
    pages.start();
    page = URI.create("http://localhost:" + pages.getAddress().getPort() + "/");
  }

  @AfterEach
  void stop() {
    pages.stop(0);
  }

  private static Node node(String... flags) throws Exception {
    var all = new ArrayList<>(List.of("--port", "0", "--in-memory"));
    all.addAll(List.of(flags));
    return Node.start(Settings.read(all, Map.of()));
  }

  private static String address(Node node) {
    return "http://127.0.0.1:" + node.port() + "/";
  }

  private static DynamoDbClient client(Node node) {
    return Endpoint.repeatingClient(URI.create(address(node)));
  }

  @SuppressWarnings("unchecked") // the SDK has generic varargs
  private static void createTable(DynamoDbClient dynamo) {
    dynamo.createTable(request ->
        request
            .tableName("orders")
            .attributeDefinitions(a -> a.attributeName("id").attributeType(ScalarAttributeType.S))
            .keySchema(k -> k.attributeName("id").keyType(KeyType.HASH))
            .billingMode(BillingMode.PAY_PER_REQUEST));
  }

  private static String request(Browser browser, Node node, String operation, String body) {
    return String.valueOf(browser.run(REQUEST, address(node), operation, body));
  }

  @Test
  void a_page_of_a_foreign_origin_can_neither_list_nor_delete_tables() throws Exception {
    try (var node = node("--cors", "http://other.test");
        var dynamo = client(node);
        var browser = Browser.start()) {
      createTable(dynamo);
      browser.open(page);
      assertThat(request(browser, node, "ListTables", "{}")).startsWith("refused: ");
      assertThat(request(browser, node, "DeleteTable", "{\"TableName\":\"orders\"}"))
          .startsWith("refused: ");
      browser.run(SIMPLE_REQUEST, address(node), "{\"TableName\":\"orders\"}");
      assertThat(dynamo.listTables().tableNames()).containsExactly("orders");
    }
  }

  @Test
  void a_page_of_an_allowed_origin_can_list_and_delete_tables() throws Exception {
    String origin = "http://localhost:" + pages.getAddress().getPort();
    try (var node = node("--cors", "http://other.test," + origin);
        var dynamo = client(node);
        var browser = Browser.start()) {
      createTable(dynamo);
      browser.open(page);
      assertThat(request(browser, node, "ListTables", "{}"))
          .isEqualTo("200 {\"TableNames\":[\"orders\"]} id crc");
      assertThat(request(browser, node, "DeleteTable", "{\"TableName\":\"orders\"}"))
          .startsWith("200 ");
      assertThat(dynamo.listTables().tableNames()).isEmpty();
    }
  }
}
