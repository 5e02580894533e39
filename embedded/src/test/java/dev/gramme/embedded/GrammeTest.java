package dev.gramme.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.storage.StorageException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.ItemCollectionSizeLimitExceededException;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Embedded databases, used with the SDK's clients. */
class GrammeTest {

  @Test
  void with_the_option_like_aws_creating_a_table_takes_seconds() {
    try (var gramme = Gramme.builder().likeAws().inMemory()) {
      createTable(gramme.client());
      assertThatThrownBy(() -> put(gramme.client(), "a", "1"))
          .isInstanceOf(ResourceNotFoundException.class);

      gramme.advance(Duration.ofMinutes(1));
      put(gramme.client(), "a", "1");
    }
  }

  @Test
  void the_limit_of_item_collections_can_be_small() {
    try (var gramme = Gramme.builder().itemCollectionLimit(1_000).inMemory()) {
      gramme.client().createTable(GrammeTest::withLocalIndex);
      put(gramme.client(), 1, 300);
      assertThatThrownBy(() -> put(gramme.client(), 2, 900))
          .isInstanceOf(ItemCollectionSizeLimitExceededException.class);
    }
    assertThatThrownBy(() -> Gramme.builder().itemCollectionLimit(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the limit of item collections must be at least 1 byte, not 0");
  }

  private static void withLocalIndex(CreateTableRequest.Builder create) {
    create
        .tableName("things")
        .billingMode(BillingMode.PAY_PER_REQUEST)
        .attributeDefinitions(
            attribute("pk", ScalarAttributeType.S),
            attribute("sk", ScalarAttributeType.N),
            attribute("l", ScalarAttributeType.N))
        .keySchema(element("pk", KeyType.HASH), element("sk", KeyType.RANGE))
        .localSecondaryIndexes(
            LocalSecondaryIndex.builder()
                .indexName("byL")
                .keySchema(element("pk", KeyType.HASH), element("l", KeyType.RANGE))
                .projection(projection -> projection.projectionType(ProjectionType.ALL))
                .build());
  }

  private static AttributeDefinition attribute(String name, ScalarAttributeType type) {
    return AttributeDefinition.builder().attributeName(name).attributeType(type).build();
  }

  private static KeySchemaElement element(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  private static void put(DynamoDbClient client, int sk, int bytes) {
    client.putItem(put ->
        put.tableName("things")
            .item(
                Map.of(
                    "pk", AttributeValue.fromS("a"),
                    "sk", AttributeValue.fromN("" + sk),
                    "text", AttributeValue.fromS("x".repeat(bytes)))));
  }

  @Test
  void a_synchronous_client_needs_no_socket() {
    try (var gramme = Gramme.inMemory()) {
      DynamoDbClient client = gramme.client();
      createTable(client);
      put(client, "a", "1");

      assertThat(client.getItem(get -> get.tableName("things").key(key("a"))).item())
          .containsEntry("v", AttributeValue.fromN("1"));
      assertThatThrownBy(() ->
              client.putItem(put ->
                  put.tableName("things")
                      .item(key("a"))
                      .conditionExpression("attribute_not_exists(pk)")))
          .isInstanceOf(ConditionalCheckFailedException.class);
      assertThat(client.listTables().tableNames()).containsExactly("things");
    }
  }

  @Test
  void a_client_of_a_closed_database_cannot_reach_another_database() {
    var closed = Gramme.inMemory();
    DynamoDbClient stale = closed.client();
    var staleAsync = closed.asyncClient();
    createTable(stale);
    closed.close();
    try (var next = Gramme.inMemory()) {
      createTable(next.client());
      assertThat(next.asyncClient().listTables().join().tableNames()).hasSize(1);
      assertThatThrownBy(() -> put(stale, "a", "1"))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("the database is closed");
      assertThatThrownBy(staleAsync::listTables).isInstanceOf(IllegalStateException.class);
      assertThat(next.client().scan(scan -> scan.tableName("things")).count()).isZero();
    }
  }

  @Test
  void an_asynchronous_client_needs_no_socket() {
    try (var gramme = Gramme.inMemory()) {
      createTable(gramme.client());
      var puts = new ArrayList<CompletableFuture<?>>();
      for (int i = 0; i < 100; i++) {
        String id = "k" + i;
        puts.add(gramme.asyncClient().putItem(put -> put.tableName("things").item(key(id))));
      }
      CompletableFuture.allOf(puts.toArray(CompletableFuture[]::new)).join();

      assertThat(gramme.asyncClient().scan(scan -> scan.tableName("things")).join().count())
          .isEqualTo(100);
      assertThatThrownBy(() -> gramme.asyncClient().scan(scan -> scan.tableName("other")).join())
          .hasCauseInstanceOf(ResourceNotFoundException.class);
    }
  }

  @Test
  void a_fork_has_the_data_of_the_original_and_is_independent_of_it() {
    try (var original = Gramme.inMemory()) {
      createTable(original.client());
      put(original.client(), "a", "1");
      try (var fork = original.fork()) {
        put(fork.client(), "a", "2");
        put(original.client(), "b", "3");

        assertThat(values(fork)).containsExactly("2");
        assertThat(values(original)).containsExactlyInAnyOrder("1", "3");
      }
    }
  }

  @Test
  void a_database_in_a_folder_can_be_reopened(@TempDir Path folder) {
    try (var gramme = Gramme.open(folder.resolve("data"))) {
      createTable(gramme.client());
      put(gramme.client(), "a", "1");
    }
    try (var gramme = Gramme.open(folder.resolve("data"))) {
      assertThat(values(gramme)).containsExactly("1");
      assertThatThrownBy(gramme::fork).isInstanceOf(UnsupportedOperationException.class);
      assertThatThrownBy(() -> Gramme.open(folder.resolve("data")))
          .isInstanceOf(StorageException.class)
          .hasMessageContaining("in use");
    }
  }

  private static List<String> values(Gramme gramme) {
    return gramme.client().scan(scan -> scan.tableName("things")).items().stream()
        .map(item -> item.getOrDefault("v", AttributeValue.fromNul(true)).n())
        .toList();
  }

  static void createTable(DynamoDbClient client) {
    client.createTable(table ->
        table
            .tableName("things")
            .billingMode(BillingMode.PAY_PER_REQUEST)
            .attributeDefinitions(
                AttributeDefinition.builder()
                    .attributeName("pk")
                    .attributeType(ScalarAttributeType.S)
                    .build())
            .keySchema(
                KeySchemaElement.builder().attributeName("pk").keyType(KeyType.HASH).build()));
  }

  static void put(DynamoDbClient client, String id, String value) {
    client.putItem(put ->
        put.tableName("things")
            .item(Map.of("pk", AttributeValue.fromS(id), "v", AttributeValue.fromN(value))));
  }

  private static Map<String, AttributeValue> key(String id) {
    return Map.of("pk", AttributeValue.fromS(id));
  }
}
