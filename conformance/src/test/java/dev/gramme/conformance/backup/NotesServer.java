package dev.gramme.conformance.backup;

import static java.util.Objects.requireNonNull;

import dev.gramme.server.Node;
import dev.gramme.server.settings.Settings;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
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

/** A server with a table of notes in each of its regions. */
final class NotesServer implements AutoCloseable {
  private static final String TABLE = "notes";

  private final Node node;

  private NotesServer(Node node) {
    this.node = node;
  }

  /** Starts a server on the data of a folder. */
  static NotesServer start(Path data, String... flags) throws Exception {
    var all = new ArrayList<>(List.of("--port=0", "--data=" + data));
    all.addAll(List.of(flags));
    return new NotesServer(Node.start(Settings.read(all, Map.of())));
  }

  /** A client for one region. */
  DynamoDbClient client(String region) {
    return client(URI.create("http://localhost:" + node.port()), region);
  }

  static DynamoDbClient client(URI address, String region) {
    return DynamoDbClient.builder()
        .endpointOverride(address)
        .region(Region.of(region))
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("key", "secret")))
        .httpClientBuilder(UrlConnectionHttpClient.builder())
        .build();
  }

  /** Creates the table. */
  static void createTable(DynamoDbClient client) {
    client.createTable(table ->
        table
            .tableName(TABLE)
            .billingMode(BillingMode.PAY_PER_REQUEST)
            .attributeDefinitions(
                AttributeDefinition.builder()
                    .attributeName("id")
                    .attributeType(ScalarAttributeType.S)
                    .build())
            .keySchema(
                KeySchemaElement.builder().attributeName("id").keyType(KeyType.HASH).build()));
  }

  /** Writes a note. */
  static void put(DynamoDbClient client, String id, String text) {
    client.putItem(put ->
        put.tableName(TABLE)
            .item(Map.of("id", AttributeValue.fromS(id), "text", AttributeValue.fromS(text))));
  }

  /** The texts of all notes by their ids. */
  static SortedMap<String, String> notes(DynamoDbClient client) {
    var notes = new TreeMap<String, String>();
    client
        .scanPaginator(scan -> scan.tableName(TABLE).consistentRead(true))
        .items()
        .forEach(item -> notes.put(text(item, "id"), text(item, "text")));
    return notes;
  }

  private static String text(Map<String, AttributeValue> item, String name) {
    return requireNonNull(item.get(name)).s();
  }

  @Override
  public void close() {
    node.close();
  }
}
