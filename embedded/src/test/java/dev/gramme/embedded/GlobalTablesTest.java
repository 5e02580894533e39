package dev.gramme.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.testkit.Eventually;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

// The SDK's lists of consumers are generic arrays.
@SuppressWarnings("unchecked")
class GlobalTablesTest {
  private static final String US = "us-east-1";
  private static final String EU = "eu-west-1";
  private static final String AP = "ap-northeast-1";

  private final Regions regions = Gramme.regions(US, EU, AP);

  @AfterEach
  void close() {
    regions.close();
  }

  private static void create(DynamoDbClient dynamo) {
    dynamo.createTable(request ->
        request
            .tableName("songs")
            .attributeDefinitions(a -> a.attributeName("Id").attributeType(ScalarAttributeType.S))
            .keySchema(k -> k.attributeName("Id").keyType(KeyType.HASH))
            .billingMode(BillingMode.PAY_PER_REQUEST));
  }

  private void addReplica(String from, String to) {
    regions
        .client(from)
        .updateTable(request ->
            request
                .tableName("songs")
                .replicaUpdates(u -> u.create(replica -> replica.regionName(to))));
  }

  private void put(String region, String id, String title) {
    regions
        .client(region)
        .putItem(request ->
            request
                .tableName("songs")
                .item(
                    Map.of("Id", AttributeValue.fromS(id), "Title", AttributeValue.fromS(title))));
  }

  private void delete(String region, String id) {
    regions
        .client(region)
        .deleteItem(r -> r.tableName("songs").key(Map.of("Id", AttributeValue.fromS(id))));
  }

  private static String text(Map<String, AttributeValue> item, String attribute) {
    return Objects.requireNonNull(item.get(attribute)).s();
  }

  private Map<String, String> songs(String region) {
    var songs = new HashMap<String, String>();
    for (var item : regions.client(region).scan(r -> r.tableName("songs")).items()) {
      songs.put(text(item, "Id"), text(item, "Title"));
    }
    return songs;
  }

  @Test
  void a_replica_receives_existing_items_and_every_change() {
    create(regions.client(US));
    put(US, "1", "before");
    addReplica(US, EU);
    regions.awaitReplication();
    assertThat(songs(EU)).containsOnly(Map.entry("1", "before"));
    put(US, "2", "there");
    put(EU, "3", "back");
    delete(EU, "1");
    regions.awaitReplication();
    assertThat(songs(EU)).containsOnly(Map.entry("2", "there"), Map.entry("3", "back"));
    assertThat(songs(US)).isEqualTo(songs(EU));
    var described = regions.client(EU).describeTable(r -> r.tableName("songs")).table();
    assertThat(described.globalTableVersion()).isEqualTo("2019.11.21");
    assertThat(described.tableArn()).contains(":" + EU + ":");
    assertThat(described.replicas()).extracting(r -> r.regionName()).containsExactly(US);
    assertThat(described.streamSpecification().streamEnabled()).isTrue();
  }

  @Test
  void three_regions_converge_when_all_of_them_are_written() {
    create(regions.client(US));
    addReplica(US, EU);
    regions.awaitReplication();
    addReplica(EU, AP);
    long seed = Long.getLong("gramme.seed", System.nanoTime());
    System.out.println("seed " + seed);
    var random = new Random(seed);
    for (int i = 0; i < 600; i++) {
      // A new replica cannot be used before it has all items.
      String region = i < 200 ? (random.nextBoolean() ? US : EU) : one(random, US, EU, AP);
      if (i == 200) {
        regions.awaitReplication();
      }
      String id = "" + random.nextInt(20);
      if (random.nextInt(4) == 0) {
        delete(region, id);
      } else {
        put(region, id, region + i);
      }
    }
    regions.awaitReplication();
    assertThat(songs(EU)).isEqualTo(songs(US)).isNotEmpty();
    assertThat(songs(AP)).isEqualTo(songs(US));
  }

  private static String one(Random random, String... of) {
    return of[random.nextInt(of.length)];
  }

  @Test
  void deleting_a_replica_deletes_its_table() {
    create(regions.client(US));
    put(US, "1", "stays");
    addReplica(US, EU);
    regions.awaitReplication();
    regions
        .client(US)
        .updateTable(
            r -> r.tableName("songs").replicaUpdates(u -> u.delete(d -> d.regionName(EU))));
    regions.awaitReplication();
    assertThat(regions.client(EU).listTables().tableNames()).isEmpty();
    var table = regions.client(US).describeTable(r -> r.tableName("songs")).table();
    assertThat(table.hasReplicas()).isFalse();
    assertThat(table.globalTableVersion()).isNull();
    assertThat(songs(US)).containsOnlyKeys("1");
  }

  @Test
  void a_replica_cannot_be_created_in_a_region_with_a_table_of_the_same_name() {
    create(regions.client(US));
    create(regions.client(EU));
    assertThatThrownBy(() -> addReplica(US, EU))
        .hasMessageContaining("because one or more replicas already existed as tables.");
  }

  @Test
  void indexes_and_time_to_live_are_the_same_in_all_regions() {
    create(regions.client(US));
    addReplica(US, EU);
    regions.awaitReplication();
    put(US, "1", "blue");
    regions
        .client(EU)
        .updateTable(request ->
            request
                .tableName("songs")
                .attributeDefinitions(
                    a -> a.attributeName("Title").attributeType(ScalarAttributeType.S))
                .globalSecondaryIndexUpdates(u ->
                    u.create(index ->
                        index
                            .indexName("by-title")
                            .keySchema(k -> k.attributeName("Title").keyType(KeyType.HASH))
                            .projection(p -> p.projectionType(ProjectionType.ALL)))));
    await(() -> isActive(US, "by-title") && isActive(EU, "by-title"));
    assertThat(byTitle(US)).isEqualTo(byTitle(EU)).isEqualTo(1);
    regions
        .client(US)
        .updateTimeToLive(r ->
            r.tableName("songs")
                .timeToLiveSpecification(t -> t.enabled(true).attributeName("Until")));
    await(() -> timeToLive(EU).equals("ENABLED"));
    regions
        .client(US)
        .updateTable(request ->
            request
                .tableName("songs")
                .globalSecondaryIndexUpdates(u -> u.delete(d -> d.indexName("by-title"))));
    await(() -> !table(EU).hasGlobalSecondaryIndexes());
    assertThat(timeToLive(US)).isEqualTo("ENABLED");
  }

  private TableDescription table(String region) {
    return regions.client(region).describeTable(r -> r.tableName("songs")).table();
  }

  private boolean isActive(String region, String index) {
    return table(region).globalSecondaryIndexes().stream()
        .anyMatch(i -> i.indexName().equals(index) && i.indexStatus() == IndexStatus.ACTIVE);
  }

  private int byTitle(String region) {
    return regions
        .client(region)
        .query(r ->
            r.tableName("songs")
                .indexName("by-title")
                .keyConditionExpression("Title = :t")
                .expressionAttributeValues(Map.of(":t", AttributeValue.fromS("blue"))))
        .count();
  }

  private String timeToLive(String region) {
    return regions
        .client(region)
        .describeTimeToLive(r -> r.tableName("songs"))
        .timeToLiveDescription()
        .timeToLiveStatusAsString();
  }

  private static void await(BooleanSupplier condition) {
    Eventually.holds("the expected state of another region", condition);
  }

  @Test
  void an_expired_item_is_deleted_in_all_regions_and_marked_in_the_region_of_expiry() {
    create(regions.client(US));
    addReplica(US, EU);
    regions.awaitReplication();
    regions
        .client(US)
        .updateTimeToLive(r ->
            r.tableName("songs")
                .timeToLiveSpecification(t -> t.enabled(true).attributeName("Until")));
    await(() -> timeToLive(EU).equals("ENABLED"));
    regions
        .client(US)
        .putItem(r ->
            r.tableName("songs")
                .item(
                    Map.of(
                        "Id",
                        AttributeValue.fromS("1"),
                        "Title",
                        AttributeValue.fromS("short"),
                        "Until",
                        AttributeValue.fromN("" + (System.currentTimeMillis() / 1000 + 60)))));
    regions.awaitReplication();
    regions.advance(US, Duration.ofMinutes(2));
    await(() -> songs(EU).isEmpty() && songs(US).isEmpty());
    assertThat(marked(US)).containsExactly(false, true);
    assertThat(marked(EU)).containsExactly(false, false);
  }

  /** For each record of the stream, whether it is marked as a deletion by the service. */
  private List<Boolean> marked(String region) {
    var streams = regions.streamsClient(region);
    String arn = table(region).latestStreamArn();
    var marked = new ArrayList<Boolean>();
    for (var shard : streams.describeStream(r -> r.streamArn(arn)).streamDescription().shards()) {
      String iterator =
          streams
              .getShardIterator(r ->
                  r.streamArn(arn)
                      .shardId(shard.shardId())
                      .shardIteratorType(ShardIteratorType.TRIM_HORIZON))
              .shardIterator();
      streams
          .getRecords(r -> r.shardIterator(iterator))
          .records()
          .forEach(record -> marked.add(record.userIdentity() != null));
    }
    return marked;
  }

  @Test
  void regions_on_disk_continue_replication_after_a_restart(@TempDir Path folder) {
    try (var first = Gramme.regions(folder, US, EU)) {
      create(first.client(US));
      first
          .client(US)
          .updateTable(
              r -> r.tableName("songs").replicaUpdates(u -> u.create(c -> c.regionName(EU))));
      for (int i = 0; i < 300; i++) {
        String id = "" + i;
        first
            .client(US)
            .putItem(r -> r.tableName("songs").item(Map.of("Id", AttributeValue.fromS(id))));
      }
    }
    try (var second = Gramme.regions(folder, US, EU)) {
      second.awaitReplication();
      int count = second.client(EU).scan(r -> r.tableName("songs")).count();
      assertThat(count).isEqualTo(300);
    }
  }

  @Test
  void the_source_table_of_a_replica_cannot_be_deleted_for_a_day_while_it_has_replicas() {
    create(regions.client(US));
    addReplica(US, EU);
    regions.awaitReplication();
    assertThatThrownBy(() -> regions.client(US).deleteTable(r -> r.tableName("songs")))
        .hasMessageContaining("has acted as a source region");
    regions.client(EU).deleteTable(r -> r.tableName("songs"));
    await(() -> !table(US).hasReplicas());
    regions.client(US).deleteTable(r -> r.tableName("songs"));
  }
}
