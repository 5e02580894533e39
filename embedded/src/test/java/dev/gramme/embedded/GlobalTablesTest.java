package dev.gramme.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

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
                    Map.of(
                        "Id", AttributeValue.fromS(id), "Title", AttributeValue.fromS(title))));
  }

  private void delete(String region, String id) {
    regions
        .client(region)
        .deleteItem(r -> r.tableName("songs").key(Map.of("Id", AttributeValue.fromS(id))));
  }

  private Map<String, String> songs(String region) {
    var songs = new HashMap<String, String>();
    for (var item : regions.client(region).scan(r -> r.tableName("songs")).items()) {
      songs.put(item.get("Id").s(), item.get("Title").s());
    }
    return songs;
  }

  @Test
  void a_replica_gets_the_items_that_there_are_and_every_change() {
    create(regions.client(US));
    put(US, "1", "before");
    addReplica(US, EU);
    regions.settle();
    assertThat(songs(EU)).containsOnly(Map.entry("1", "before"));
    put(US, "2", "there");
    put(EU, "3", "back");
    delete(EU, "1");
    regions.settle();
    assertThat(songs(EU)).containsOnly(Map.entry("2", "there"), Map.entry("3", "back"));
    assertThat(songs(US)).isEqualTo(songs(EU));
    var described = regions.client(EU).describeTable(r -> r.tableName("songs")).table();
    assertThat(described.globalTableVersion()).isEqualTo("2019.11.21");
    assertThat(described.tableArn()).contains(":" + EU + ":");
    assertThat(described.replicas()).extracting(r -> r.regionName()).containsExactly(US);
    assertThat(described.streamSpecification().streamEnabled()).isTrue();
  }

  @Test
  void three_regions_come_to_agree_whoever_writes() {
    create(regions.client(US));
    addReplica(US, EU);
    regions.settle();
    addReplica(EU, AP);
    long seed = System.nanoTime();
    System.out.println("seed " + seed);
    var random = new Random(seed);
    for (int i = 0; i < 600; i++) {
      // The newest replica does not answer before it has all items.
      String region = i < 200 ? (random.nextBoolean() ? US : EU) : one(random, US, EU, AP);
      if (i == 200) {
        regions.settle();
      }
      String id = "" + random.nextInt(20);
      if (random.nextInt(4) == 0) {
        delete(region, id);
      } else {
        put(region, id, region + i);
      }
    }
    regions.settle();
    assertThat(songs(EU)).isEqualTo(songs(US)).isNotEmpty();
    assertThat(songs(AP)).isEqualTo(songs(US));
  }

  private static String one(Random random, String... of) {
    return of[random.nextInt(of.length)];
  }

  @Test
  void a_replica_that_is_deleted_takes_its_table_with_it() {
    create(regions.client(US));
    put(US, "1", "stays");
    addReplica(US, EU);
    regions.settle();
    regions
        .client(US)
        .updateTable(r ->
            r.tableName("songs").replicaUpdates(u -> u.delete(d -> d.regionName(EU))));
    regions.settle();
    assertThat(regions.client(EU).listTables().tableNames()).isEmpty();
    var table = regions.client(US).describeTable(r -> r.tableName("songs")).table();
    assertThat(table.hasReplicas()).isFalse();
    assertThat(table.globalTableVersion()).isNull();
    assertThat(songs(US)).containsOnlyKeys("1");
  }

  @Test
  void a_region_that_has_a_table_of_the_name_takes_no_replica() {
    create(regions.client(US));
    create(regions.client(EU));
    assertThatThrownBy(() -> addReplica(US, EU))
        .hasMessageContaining("because one or more replicas already existed as tables.");
  }
}
