package dev.gramme.conformance.move;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.conformance.support.DynamoDbLocal;
import dev.gramme.testkit.Eventually;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** {@code ./gramme copy} between DynamoDB Local and Gramme, in both directions. */
@Tag("long") // CopyTest copies between two servers of Gramme
@Tag("slow")
final class DynamoDbLocalCopyTest {
  private static final int COUNT = 300;

  private final DynamoDbLocal local = DynamoDbLocal.start();
  private final DynamoDbClient client = LocalServer.client(local.uri().toString());
  private final LocalServer gramme = LocalServer.start();
  @TempDir Path folder;

  @AfterEach
  void stop() {
    client.close();
    local.close();
    gramme.close();
  }

  private static Command copy(String from, String to, Path progress, String... flags) {
    var all = new ArrayList<>(List.of("--from=" + from, "--to=" + to, "--progress=" + progress));
    all.addAll(List.of(flags));
    return Command.run("copy", all.toArray(String[]::new));
  }

  private static AttributeDefinition attribute(String name, ScalarAttributeType type) {
    return AttributeDefinition.builder().attributeName(name).attributeType(type).build();
  }

  private static List<KeySchemaElement> key(String hash, String range) {
    return List.of(
        KeySchemaElement.builder().attributeName(hash).keyType(KeyType.HASH).build(),
        KeySchemaElement.builder().attributeName(range).keyType(KeyType.RANGE).build());
  }

  /** Creates a table with indexes of both kinds, units, a stream and an expiry. */
  private void createTable() {
    client.createTable(table ->
        table
            .tableName("notes")
            .attributeDefinitions(
                attribute("id", ScalarAttributeType.S),
                attribute("at", ScalarAttributeType.N),
                attribute("group", ScalarAttributeType.B))
            .keySchema(key("id", "at"))
            .provisionedThroughput(units -> units.readCapacityUnits(7L).writeCapacityUnits(8L))
            .localSecondaryIndexes(
                LocalSecondaryIndex.builder()
                    .indexName("local")
                    .keySchema(key("id", "group"))
                    .projection(keys -> keys.projectionType(ProjectionType.KEYS_ONLY))
                    .build())
            .globalSecondaryIndexes(
                GlobalSecondaryIndex.builder()
                    .indexName("global")
                    .keySchema(key("group", "at"))
                    .projection(some ->
                        some.projectionType(ProjectionType.INCLUDE).nonKeyAttributes("text"))
                    .provisionedThroughput(
                        units -> units.readCapacityUnits(3L).writeCapacityUnits(4L))
                    .build())
            .streamSpecification(stream ->
                stream.streamEnabled(true).streamViewType(StreamViewType.NEW_AND_OLD_IMAGES)));
    client.updateTimeToLive(each ->
        each.tableName("notes")
            .timeToLiveSpecification(ttl -> ttl.enabled(true).attributeName("until")));
  }

  private static SdkBytes bytes(int... values) {
    var bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return SdkBytes.fromByteArray(bytes);
  }

  /** An item with values of all types. */
  private static Map<String, AttributeValue> item(String id) {
    return Map.ofEntries(
        Map.entry("id", AttributeValue.fromS(id)),
        Map.entry("at", AttributeValue.fromN("-12.5")),
        Map.entry("group", AttributeValue.fromB(bytes(0, 255, id.length()))),
        Map.entry("text", AttributeValue.fromS("häß \u0000 \uD83D\uDE00")),
        Map.entry("empty", AttributeValue.fromS("")),
        Map.entry("large", AttributeValue.fromN("9.9999999999999999999999999999999999999E+125")),
        Map.entry("small", AttributeValue.fromN("-1E-130")),
        Map.entry("none", AttributeValue.fromNul(true)),
        Map.entry("yes", AttributeValue.fromBool(true)),
        Map.entry("strings", AttributeValue.fromSs(List.of("b", "a"))),
        Map.entry("numbers", AttributeValue.fromNs(List.of("3", "0.5", "-1"))),
        Map.entry("binaries", AttributeValue.fromBs(List.of(bytes(1), bytes(0, 0)))),
        Map.entry(
            "nested",
            AttributeValue.fromL(
                List.of(
                    AttributeValue.fromM(Map.of("x", AttributeValue.fromL(List.of()))),
                    AttributeValue.fromN("0")))));
  }

  private void fill() {
    var requests = new ArrayList<WriteRequest>();
    for (int i = 0; i < COUNT; i++) {
      var item = item("note " + i);
      requests.add(WriteRequest.builder().putRequest(put -> put.item(item)).build());
      if (requests.size() == 25) {
        client.batchWriteItem(batch -> batch.requestItems(Map.of("notes", requests)));
        requests.clear();
      }
    }
  }

  @Test
  void tables_are_the_same_in_gramme_and_after_the_way_back() {
    createTable();
    fill();
    String there = local.uri().toString();

    String out =
        copy(there, gramme.address(), folder.resolve("1"), "--once", "--compare").succeeded();

    assertThat(out).contains("notes: 300 items copied", "notes: 300 items compared, no difference");
    var table = gramme.table("notes");
    assertThat(table.provisionedThroughput().writeCapacityUnits()).isEqualTo(8);
    assertThat(table.localSecondaryIndexes().getFirst().projection().projectionType())
        .isEqualTo(ProjectionType.KEYS_ONLY);
    assertThat(table.globalSecondaryIndexes().getFirst().projection().nonKeyAttributes())
        .containsExactly("text");
    assertThat(table.globalSecondaryIndexes().getFirst().itemCount()).isEqualTo(COUNT);
    assertThat(table.streamSpecification().streamViewType())
        .isEqualTo(StreamViewType.NEW_AND_OLD_IMAGES);
    var before = LocalServer.items(client, "notes");
    assertThat(gramme.items("notes").keySet()).isEqualTo(before.keySet()).hasSize(COUNT);

    client.deleteTable(each -> each.tableName("notes"));
    gramme.put("notes", item("added in Gramme"));
    out = copy(gramme.address(), there, folder.resolve("2"), "--once", "--compare").succeeded();

    assertThat(out).contains("notes: 301 items compared, no difference");
    var after = LocalServer.items(client, "notes");
    assertThat(after.keySet()).hasSize(COUNT + 1).containsAll(before.keySet());
    var expiry = client.describeTimeToLive(each -> each.tableName("notes"));
    assertThat(expiry.timeToLiveDescription().attributeName()).isEqualTo("until");
  }

  @Test
  void changes_of_dynamodb_local_are_followed_until_the_switch_over() throws Exception {
    createTable();
    fill();
    Path progress = folder.resolve("progress");

    var copy =
        CompletableFuture.supplyAsync(
            () -> copy(local.uri().toString(), gramme.address(), progress, "--compare"));
    Eventually.passes(() -> {
      assertThat(copy).isNotDone();
      assertThat(gramme.client().listTables().tableNames()).contains("notes");
      assertThat(gramme.items("notes")).hasSize(COUNT);
    });
    client.putItem(put -> put.tableName("notes").item(item("later")));
    client.deleteItem(delete ->
        delete
            .tableName("notes")
            .key(
                Map.of("id", AttributeValue.fromS("note 7"), "at", AttributeValue.fromN("-12.5"))));
    var keys = LocalServer.items(client, "notes").keySet();
    Eventually.passes(() -> assertThat(gramme.items("notes").keySet()).isEqualTo(keys));
    assertThat(copy).isNotDone();
    Command.run("copy", "--switch-over", "--progress=" + progress).succeeded();

    assertThat(copy.get().succeeded()).contains("notes: 300 items compared, no difference");
  }
}
