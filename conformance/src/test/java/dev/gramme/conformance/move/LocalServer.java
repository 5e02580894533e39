package dev.gramme.conformance.move;

import dev.gramme.server.Node;
import dev.gramme.server.settings.Settings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** A server in memory at a free port, and a client of it. */
final class LocalServer implements AutoCloseable {
  private final Node node;
  private final DynamoDbClient client;

  private LocalServer(Node node) {
    this.node = node;
    this.client = client(address());
  }

  /** A client of the server at an address. */
  static DynamoDbClient client(String address) {
    return DynamoDbClient.builder()
        .endpointOverride(URI.create(address))
        .region(Region.US_EAST_1)
        .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("x", "x")))
        .httpClientBuilder(UrlConnectionHttpClient.builder())
        .build();
  }

  static LocalServer start(String... flags) {
    var all = new ArrayList<>(List.of("--port=0", "--admin-port=0", "--in-memory"));
    all.addAll(List.of(flags));
    try {
      return new LocalServer(Node.start(Settings.read(all, Map.of())));
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  String address() {
    return "http://127.0.0.1:" + node.port();
  }

  /** Moves the clock of a server that has the flag {@code --movable-clock}. */
  void advance(Duration by) throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d/clock".formatted(node.adminPort())))
            .header("Authorization", "Bearer " + node.adminToken().orElseThrow().text())
            .POST(HttpRequest.BodyPublishers.ofString("{\"advance\":\"%s\"}".formatted(by)))
            .build();
    try (var http = HttpClient.newHttpClient()) {
      var answer = http.send(request, HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() != 200) {
        throw new AssertionError(answer.body());
      }
    }
  }

  DynamoDbClient client() {
    return client;
  }

  TableDescription table(String name) {
    return client.describeTable(table -> table.tableName(name)).table();
  }

  /** Creates a table with the partition key {@code id}, a string. */
  void createTable(String name) {
    createTable(name, "id");
  }

  /** Creates a table with a partition key that is a string. */
  void createTable(String name, String key) {
    client.createTable(table ->
        table
            .tableName(name)
            .billingMode(BillingMode.PAY_PER_REQUEST)
            .attributeDefinitions(
                AttributeDefinition.builder()
                    .attributeName(key)
                    .attributeType(ScalarAttributeType.S)
                    .build())
            .keySchema(
                KeySchemaElement.builder().attributeName(key).keyType(KeyType.HASH).build()));
  }

  void put(String table, Map<String, AttributeValue> item) {
    client.putItem(put -> put.tableName(table).item(item));
  }

  /** All items of a table by the text of their partition keys. */
  Map<String, Map<String, AttributeValue>> items(String table) {
    return items(client, table);
  }

  /** All items of a table of any server by the text of their partition keys. */
  static Map<String, Map<String, AttributeValue>> items(DynamoDbClient client, String table) {
    String key =
        client
            .describeTable(each -> each.tableName(table))
            .table()
            .keySchema()
            .getFirst()
            .attributeName();
    var items = new java.util.TreeMap<String, Map<String, AttributeValue>>();
    client
        .scanPaginator(scan -> scan.tableName(table).consistentRead(true))
        .items()
        .forEach(item -> items.put(String.valueOf(item.get(key)), item));
    return items;
  }

  @Override
  public void close() {
    client.close();
    node.close();
  }
}
