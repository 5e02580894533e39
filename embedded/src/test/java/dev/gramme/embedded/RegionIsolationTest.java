package dev.gramme.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.server.RegionalDatabases;
import dev.gramme.testkit.Eventually;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/** A client sees only the tables of the region in its signature. */
@SuppressWarnings("unchecked") // The SDK takes varargs of consumers.
class RegionIsolationTest {

  @Test
  void each_region_has_its_own_tables() {
    try (var gramme = Gramme.inMemory();
        var europe = client(gramme, "eu-west-1", "key")) {
      createTable(gramme.client());
      assertThat(europe.listTables().tableNames()).isEmpty();

      createTable(europe);
      put(gramme.client(), "here");
      put(europe, "there");

      assertThat(keys(gramme.client())).containsExactly("here");
      assertThat(keys(europe)).containsExactly("there");
      assertThat(europe.describeTable(table -> table.tableName("things")).table().tableArn())
          .isEqualTo("arn:aws:dynamodb:eu-west-1:000000000000:table/things");
    }
  }

  @Test
  void different_access_keys_see_the_same_tables() {
    try (var gramme = Gramme.inMemory();
        var one = client(gramme, "eu-west-1", "one");
        var other = client(gramme, "eu-west-1", "other")) {
      createTable(one);

      assertThat(other.listTables().tableNames()).containsExactly("things");
    }
  }

  @Test
  void regions_beyond_the_limit_are_rejected() {
    try (var gramme = Gramme.inMemory()) {
      for (int i = 1; i < RegionalDatabases.MAX_REGIONS; i++) {
        try (var client = client(gramme, "region-" + i, "key")) {
          assertThat(client.listTables().tableNames()).isEmpty();
        }
      }
      try (var client = client(gramme, "one-more", "key")) {
        assertThatThrownBy(client::listTables)
            .isInstanceOf(DynamoDbException.class)
            .hasMessageContaining("Credential should be scoped to a valid region");
      }
      assertThat(gramme.client().listTables().tableNames()).isEmpty();
    }
  }

  @Test
  void a_name_that_cannot_be_a_folder_is_not_a_valid_region() {
    try (var gramme = Gramme.inMemory();
        var client = client(gramme, "EU", "key")) {
      assertThatThrownBy(client::listTables)
          .hasMessageContaining("Credential should be scoped to a valid region");
    }
  }

  @Test
  void regions_in_a_folder_survive_a_restart(@TempDir Path folder) {
    try (var gramme = Gramme.open(folder);
        var europe = client(gramme, "eu-west-1", "key")) {
      createTable(europe);
      put(europe, "there");
    }
    assertThat(folder.resolve("regions").resolve("eu-west-1")).isDirectory();

    try (var gramme = Gramme.open(folder);
        var europe = client(gramme, "eu-west-1", "key")) {
      assertThat(gramme.client().listTables().tableNames()).isEmpty();
      assertThat(keys(europe)).containsExactly("there");
    }
  }

  @Test
  void a_fork_has_the_tables_of_all_regions() {
    try (var gramme = Gramme.inMemory();
        var europe = client(gramme, "eu-west-1", "key")) {
      createTable(europe);
      put(europe, "before");
      try (var fork = gramme.fork();
          var copy = client(fork, "eu-west-1", "key")) {
        put(copy, "after");

        assertThat(keys(copy)).containsExactlyInAnyOrder("before", "after");
        assertThat(keys(europe)).containsExactly("before");
      }
    }
  }

  @Test
  void a_replica_can_be_created_in_a_region_that_was_not_used_before() {
    try (var gramme = Gramme.inMemory();
        var europe = client(gramme, "eu-west-1", "key")) {
      createTable(gramme.client());
      put(gramme.client(), "a");
      gramme
          .client()
          .updateTable(update ->
              update
                  .tableName("things")
                  .replicaUpdates(one -> one.create(replica -> replica.regionName("eu-west-1"))));
      Eventually.holds("the replica", () -> isActive(europe));

      assertThat(
              Eventually.get(
                  "the item in the replica", () -> keys(europe), keys -> !keys.isEmpty()))
          .containsExactly("a");
    }
  }

  @Test
  void a_region_that_is_opened_later_has_the_same_clock_as_the_others() {
    var start = Instant.parse("2026-01-01T00:00:00Z");
    try (var gramme = Gramme.inMemory(() -> start)) {
      gramme.advance(Duration.ofDays(2));
      try (var europe = client(gramme, "eu-west-1", "key")) {
        assertThat(created(europe)).isEqualTo(start.plus(Duration.ofDays(2)));
      }
    }
  }

  @Test
  void a_refused_advance_moves_the_clock_of_no_region() {
    var start = Instant.parse("2026-01-01T00:00:00Z");
    try (var gramme = Gramme.inMemory(() -> start);
        var us = client(gramme, "us-east-1", "key");
        var eu = client(gramme, "eu-west-1", "key");
        var ap = client(gramme, "ap-south-1", "key")) {
      assertThat(eu.listTables().tableNames()).isEmpty();
      assertThatThrownBy(() -> gramme.advance(Duration.ofDays(-1)))
          .isInstanceOf(IllegalArgumentException.class);
      gramme.advance(Duration.ofDays(1));
      for (DynamoDbClient region : List.of(us, eu, ap)) {
        assertThat(created(region)).isEqualTo(start.plus(Duration.ofDays(1)));
      }
    }
  }

  /** The time of a region's clock, which a new table has. */
  private static Instant created(DynamoDbClient client) {
    createTable(client);
    return client.describeTable(table -> table.tableName("things")).table().creationDateTime();
  }

  @Test
  void the_clock_of_a_region_can_be_advanced_before_its_first_request() {
    var start = Instant.parse("2026-01-01T00:00:00Z");
    try (var gramme = Gramme.inMemory(() -> start);
        var europe = client(gramme, "eu-west-1", "key")) {
      gramme.advance(Region.EU_WEST_1, Duration.ofDays(2));
      assertThat(created(europe)).isEqualTo(start.plus(Duration.ofDays(2)));
      var none = Region.of("not a region");
      assertThatThrownBy(() -> gramme.advance(none, Duration.ofDays(1)))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void a_region_folder_in_the_layout_of_earlier_versions_is_used(@TempDir Path folder)
      throws Exception {
    try (var regions = Gramme.regions(folder, "eu-west-1")) {
      createTable(regions.client("eu-west-1"));
    }
    assertThat(Files.isDirectory(folder.resolve("eu-west-1"))).isTrue();

    try (var gramme = Gramme.open(folder);
        var europe = client(gramme, "eu-west-1", "key")) {
      assertThat(europe.listTables().tableNames()).containsExactly("things");
    }
  }

  private static DynamoDbClient client(Gramme gramme, String region, String key) {
    return DynamoDbClient.builder()
        .httpClient(gramme.httpClient())
        .region(Region.of(region))
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create(key, "secret")))
        .build();
  }

  @Test
  void the_clock_of_one_region_can_be_advanced_alone() {
    var now = Instant.parse("2026-11-25T12:00:00Z");
    try (var gramme = Gramme.inMemory(InstantSource.fixed(now));
        var us = client(gramme, "us-east-1", "key");
        var eu = client(gramme, "eu-west-1", "key")) {
      for (DynamoDbClient region : List.of(us, eu)) {
        createTable(region);
        region.updateTimeToLive(update ->
            update
                .tableName("things")
                .timeToLiveSpecification(ttl -> ttl.enabled(true).attributeName("expires")));
        var expires = AttributeValue.fromN("" + now.plusSeconds(60).getEpochSecond());
        region.putItem(put ->
            put.tableName("things")
                .item(Map.of("pk", AttributeValue.fromS("a"), "expires", expires)));
      }

      gramme.advance(Region.EU_WEST_1, Duration.ofMinutes(2));
      assertThat(keys(eu)).isEmpty();
      assertThat(keys(us)).containsExactly("a");
    }
  }

  /** Whether the table can be read. A new replica is listed while it is still CREATING. */
  private static boolean isActive(DynamoDbClient client) {
    return client.listTables().tableNames().contains("things")
        && client.describeTable(table -> table.tableName("things")).table().tableStatus()
            == TableStatus.ACTIVE;
  }

  private static void createTable(DynamoDbClient client) {
    client.createTable(create ->
        create
            .tableName("things")
            .attributeDefinitions(
                AttributeDefinition.builder()
                    .attributeName("pk")
                    .attributeType(ScalarAttributeType.S)
                    .build())
            .keySchema(KeySchemaElement.builder().attributeName("pk").keyType(KeyType.HASH).build())
            .billingMode(BillingMode.PAY_PER_REQUEST));
  }

  private static void put(DynamoDbClient client, String key) {
    client.putItem(put -> put.tableName("things").item(Map.of("pk", AttributeValue.fromS(key))));
  }

  private static List<String> keys(DynamoDbClient client) {
    return client.scan(scan -> scan.tableName("things")).items().stream()
        .map(item -> Objects.requireNonNull(item.get("pk")).s())
        .toList();
  }
}
