package dev.gramme.conformance.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.conformance.support.Endpoint;
import dev.gramme.conformance.support.StoreServers;
import dev.gramme.server.Node;
import dev.gramme.server.settings.Settings;
import dev.gramme.testkit.Eventually;
import java.math.BigInteger;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.protocols.jsoncore.JsonNode;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ApproximateCreationDateTimePrecision;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** A server with Kinesis destinations sends the changes of its tables to a real Kafka broker. */
@Tag("long")
class KafkaDestinationTest {
  private static final String STREAM =
      "arn:aws:kinesis:us-east-1:000000000000:stream/order-changes";
  private static final int ITEMS = 5;

  /** Almost an item's maximum size. */
  private static final int LARGE = 409_500;

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final Map<String, Integer> written = new LinkedHashMap<>();

  @TempDir private Path folder;

  private Node node(KafkaBroker broker) throws Exception {
    return node("--kafka", broker.address());
  }

  private Node node(String... kafka) throws Exception {
    var flags = new ArrayList<>(List.of("--port=0", "--data=" + folder.resolve("data")));
    flags.addAll(List.of(kafka));
    return Node.start(Settings.read(flags, Map.of()));
  }

  private static DynamoDbClient client(Node node) {
    return Endpoint.repeatingClient(URI.create("http://127.0.0.1:" + node.port()));
  }

  private static void createOrders(DynamoDbClient dynamo) {
    create(dynamo, "orders");
  }

  @SuppressWarnings("unchecked") // the SDK has generic varargs
  private static void create(DynamoDbClient dynamo, String table) {
    dynamo.createTable(request ->
        request
            .tableName(table)
            .attributeDefinitions(a -> a.attributeName("id").attributeType(ScalarAttributeType.S))
            .keySchema(k -> k.attributeName("id").keyType(KeyType.HASH))
            .billingMode(BillingMode.PAY_PER_REQUEST));
  }

  /** Writes this many new versions of every item. */
  private void write(DynamoDbClient dynamo, int versions) {
    for (int i = 0; i < versions * ITEMS; i++) {
      String id = "order-" + i % ITEMS;
      int version = written.merge(id, 1, Integer::sum);
      dynamo.putItem(request ->
          request
              .tableName("orders")
              .item(
                  Map.of(
                      "id",
                      AttributeValue.fromS(id),
                      "version",
                      AttributeValue.fromN("" + version))));
    }
  }

  private static JsonNode at(JsonNode from, String... path) {
    JsonNode here = from;
    for (String name : path) {
      here = here.field(name).orElseThrow();
    }
    return here;
  }

  @Test
  void all_changes_arrive_in_order_even_if_broker_and_server_were_down() throws Exception {
    Files.createDirectories(folder.resolve("kafka"));
    try (var broker = new KafkaBroker(folder.resolve("kafka"))) {
      try (var node = node(broker)) {
        var dynamo = client(node);
        createOrders(dynamo);
        write(dynamo, 1);
        dynamo.enableKinesisStreamingDestination(r -> r.tableName("orders").streamArn(STREAM));
        write(dynamo, 4);
        assertThat(new TopicReader(broker.address(), "order-changes").atLeast(4 * ITEMS))
            .hasSize(4 * ITEMS);
        broker.stop();
        write(dynamo, 2);
      }
      broker.start();
      try (var node = node(broker)) {
        var dynamo = client(node);
        write(dynamo, 2);
        var records = new TopicReader(broker.address(), "order-changes").atLeast(8 * ITEMS);
        assertThat(versions(records)).hasSize(ITEMS);
        // Changes before the destination was enabled are not sent.
        versions(records)
            .forEach((id, versions) ->
                assertThat(versions).as(id).containsExactly(2, 3, 4, 5, 6, 7, 8, 9));
        dynamo.disableKinesisStreamingDestination(r -> r.tableName("orders").streamArn(STREAM));
        assertThat(dynamo.describeTable(r -> r.tableName("orders")).table().latestStreamArn())
            .isNull();
      }
    }
  }

  /** Writes versions of an item of 400 KB, then a small one, to a table with a destination. */
  private static void writeLargeItem(DynamoDbClient dynamo, String table, String topic) {
    create(dynamo, table);
    dynamo.enableKinesisStreamingDestination(
        request -> request.tableName(table).streamArn(STREAM.replace("order-changes", topic)));
    int[] sizes = {LARGE, LARGE, 1};
    for (int i = 0; i < sizes.length; i++) {
      var item =
          Map.of(
              "id",
              AttributeValue.fromS("large"),
              "version",
              AttributeValue.fromN("" + (i + 1)),
              "body",
              AttributeValue.fromB(SdkBytes.fromByteArray(new byte[sizes[i]])));
      dynamo.putItem(request -> request.tableName(table).item(item));
    }
  }

  @Test
  void a_change_with_two_images_of_400_kb_arrives_unless_the_topic_refuses_it() throws Exception {
    Files.createDirectories(folder.resolve("kafka"));
    try (var broker = new KafkaBroker(folder.resolve("kafka"));
        var node = node(broker)) {
      broker.createTopic("large", 8 << 20);
      broker.createTopic("small", 1 << 20);
      var dynamo = client(node);
      writeLargeItem(dynamo, "orders", "large");
      assertThat(versions(new TopicReader(broker.address(), "large").atLeast(3)))
          .isEqualTo(Map.of("large", List.of(1, 2, 3)));
      writeLargeItem(dynamo, "others", "small");
      assertThat(versions(new TopicReader(broker.address(), "small").atLeast(2)))
          .isEqualTo(Map.of("large", List.of(1, 3)));
      Eventually.holds(
          "the loss is described",
          () ->
              Objects.requireNonNullElse(
                      dynamo
                          .describeKinesisStreamingDestination(
                              request -> request.tableName("others"))
                          .kinesisDataStreamDestinations()
                          .getFirst()
                          .destinationStatusDescription(),
                      "")
                  .endsWith("is too large for the topic and is lost."));
      assertThat(metrics(node)).contains("gramme_destination_losses_total 1\n");
    }
  }

  private static String metrics(Node node) throws Exception {
    var address = URI.create("http://127.0.0.1:" + node.adminPort() + "/metrics");
    try (var http = HttpClient.newHttpClient()) {
      return http.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString()).body();
    }
  }

  /** The versions of each item, in the order of arrival. */
  private static Map<String, List<Integer>> versions(List<JsonNode> records) {
    var versions = new LinkedHashMap<String, List<Integer>>();
    for (JsonNode record : records) {
      var image = at(record, "dynamodb", "NewImage");
      var soFar =
          versions.computeIfAbsent(at(image, "id", "S").asString(), id -> new ArrayList<>());
      soFar.add(Integer.valueOf(at(image, "version", "N").asString()));
    }
    return versions;
  }

  @Test
  void changes_of_a_database_in_memory_are_sent() throws Exception {
    Files.createDirectories(folder.resolve("kafka"));
    try (var broker = new KafkaBroker(folder.resolve("kafka"));
        var node = node("--kafka=" + broker.address(), "--in-memory")) {
      var dynamo = client(node);
      createOrders(dynamo);
      dynamo.enableKinesisStreamingDestination(r -> r.tableName("orders").streamArn(STREAM));
      write(dynamo, 1);
      assertThat(new TopicReader(broker.address(), "order-changes").atLeast(ITEMS)).hasSize(ITEMS);
    }
  }

  @Test
  void of_several_servers_on_postgresql_one_sends_and_another_continues() throws Exception {
    try (var servers = StoreServers.onPostgres(Files.createDirectories(folder.resolve("store")))) {
      checkServers(servers);
    }
  }

  @Test
  @ResourceLock("nodes of Cassandra")
  void of_several_servers_on_cassandra_one_sends_and_another_continues() throws Exception {
    try (var servers = StoreServers.onCassandra(Files.createDirectories(folder.resolve("store")))) {
      checkServers(servers);
    }
  }

  private void checkServers(StoreServers servers) throws Exception {
    Files.createDirectories(folder.resolve("kafka"));
    try (var broker = new KafkaBroker(folder.resolve("kafka"))) {
      var one = servers.start("--kafka=" + broker.address());
      var other = servers.start("--kafka=" + broker.address());
      createOrders(client(one));
      client(one).enableKinesisStreamingDestination(r -> r.tableName("orders").streamArn(STREAM));
      write(client(one), 2);
      write(client(other), 2);
      var reader = new TopicReader(broker.address(), "order-changes");
      assertThat(reader.atLeast(4 * ITEMS)).isNotEmpty();
      servers.stop(one);
      write(client(other), 2);
      Eventually.get(
          "the other server sends the last changes",
          PATIENCE,
          () -> versions(reader.atLeast(6 * ITEMS)),
          found -> found.values().stream().allMatch(versions -> versions.contains(6)));
      // What was sent last before the change of servers may be repeated.
      assertThat(versions(reader.atLeast(6 * ITEMS)))
          .hasSize(ITEMS)
          .allSatisfy((id, versions) ->
              assertThat(versions.stream().distinct()).containsExactly(1, 2, 3, 4, 5, 6));
    }
  }

  @Test
  void changes_are_sent_over_tls() throws Exception {
    Files.createDirectories(folder.resolve("kafka"));
    try (var broker = new KafkaBroker(folder.resolve("kafka"));
        var node = node("--kafka=" + broker.tlsAddress(), "--kafka-ca=" + broker.certificate())) {
      var dynamo = client(node);
      createOrders(dynamo);
      dynamo.enableKinesisStreamingDestination(r -> r.tableName("orders").streamArn(STREAM));
      write(dynamo, 1);
      assertThat(new TopicReader(broker.address(), "order-changes").atLeast(ITEMS)).hasSize(ITEMS);
    }
  }

  @Test
  void changes_are_sent_with_a_login() throws Exception {
    Files.createDirectories(folder.resolve("kafka"));
    Path password = Files.writeString(folder.resolve("password"), KafkaBroker.PASSWORD + "\n");
    try (var broker = new KafkaBroker(folder.resolve("kafka"));
        var node =
            node(
                "--kafka=" + broker.loginAddress(),
                "--kafka-ca=" + broker.certificate(),
                "--kafka-user=" + KafkaBroker.USER,
                "--kafka-password=" + password,
                "--kafka-sasl=plain")) {
      var dynamo = client(node);
      createOrders(dynamo);
      dynamo.enableKinesisStreamingDestination(r -> r.tableName("orders").streamArn(STREAM));
      write(dynamo, 1);
      assertThat(new TopicReader(broker.address(), "order-changes").atLeast(ITEMS)).hasSize(ITEMS);
    }
  }

  @Test
  void a_record_has_both_images_and_the_requested_precision() throws Exception {
    Files.createDirectories(folder.resolve("kafka"));
    try (var broker = new KafkaBroker(folder.resolve("kafka"));
        var node = node(broker)) {
      var dynamo = client(node);
      createOrders(dynamo);
      dynamo.enableKinesisStreamingDestination(r -> r.tableName("orders").streamArn(STREAM));
      write(dynamo, 1);
      var reader = new TopicReader(broker.address(), "order-changes");
      var first = reader.atLeast(ITEMS).getFirst();
      assertThat(first.asObject())
          .containsOnlyKeys(
              "awsRegion",
              "eventID",
              "eventName",
              "userIdentity",
              "recordFormat",
              "tableName",
              "dynamodb",
              "eventSource");
      assertThat(at(first, "dynamodb").asObject())
          .containsOnlyKeys("ApproximateCreationDateTime", "Keys", "NewImage", "SizeBytes");
      assertThat(at(first, "dynamodb", "ApproximateCreationDateTime").asNumber()).hasSize(13);
      dynamo.updateKinesisStreamingDestination(r ->
          r.tableName("orders")
              .streamArn(STREAM)
              .updateKinesisStreamingConfiguration(c ->
                  c.approximateCreationDateTimePrecision(
                      ApproximateCreationDateTimePrecision.MICROSECOND)));
      dynamo.deleteItem(
          r -> r.tableName("orders").key(Map.of("id", AttributeValue.fromS("order-0"))));
      var removed =
          reader.atLeast(ITEMS + 1).stream()
              .filter(record -> at(record, "eventName").asString().equals("REMOVE"))
              .toList();
      assertThat(removed).hasSize(1);
      var change = at(removed.getFirst(), "dynamodb");
      assertThat(change.asObject())
          .containsOnlyKeys(
              "ApproximateCreationDateTime",
              "ApproximateCreationDateTimePrecision",
              "Keys",
              "OldImage",
              "SizeBytes");
      assertThat(new BigInteger(at(change, "ApproximateCreationDateTime").asNumber()))
          .isGreaterThan(BigInteger.valueOf(1_000_000_000_000_000L));
    }
  }
}
