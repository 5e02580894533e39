package dev.gramme.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromL;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.gramme.testkit.Eventually;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateVectorIndexAction;
import software.amazon.awssdk.services.dynamodb.model.DeleteVectorIndexAction;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.VectorDistanceFunction;
import software.amazon.awssdk.services.dynamodb.model.VectorIndex;
import software.amazon.awssdk.services.dynamodb.model.VectorIndexUpdate;

/** Vector indexes of a table with replicas in several regions. */
class VectorReplicasTest {
  private static final String US = "us-east-1";
  private static final String EU = "eu-west-1";
  private static final VectorIndex INDEX =
      VectorIndex.builder()
          .indexName("vec")
          .vectorAttribute(vector -> vector.attributeName("v"))
          .dimensions(2L)
          .distanceFunction(VectorDistanceFunction.EUCLIDEAN)
          .projection(projection -> projection.projectionType(ProjectionType.ALL))
          .build();

  private final Regions regions = Gramme.regions(US, EU);
  private final DynamoDbClient us = regions.client(US);
  private final DynamoDbClient eu = regions.client(EU);

  @BeforeEach
  @SuppressWarnings("unchecked") // The SDK takes varargs of consumers.
  void createTable() {
    us.createTable(request ->
        request
            .tableName("things")
            .attributeDefinitions(a -> a.attributeName("pk").attributeType(ScalarAttributeType.S))
            .keySchema(k -> k.attributeName("pk").keyType(KeyType.HASH))
            .billingMode(BillingMode.PAY_PER_REQUEST));
  }

  @AfterEach
  void close() {
    regions.close();
  }

  private static void createIndex(DynamoDbClient client) {
    var create =
        CreateVectorIndexAction.builder()
            .indexName(INDEX.indexName())
            .vectorAttribute(INDEX.vectorAttribute())
            .dimensions(INDEX.dimensions())
            .distanceFunction(INDEX.distanceFunction())
            .projection(INDEX.projection())
            .build();
    client.updateTable(request ->
        request
            .tableName("things")
            .vectorIndexUpdates(VectorIndexUpdate.builder().create(create).build()));
  }

  private static void put(DynamoDbClient client, String id, int x, int y) {
    client.putItem(request ->
        request
            .tableName("things")
            .item(Map.of("pk", fromS(id), "v", fromL(List.of(fromN("" + x), fromN("" + y))))));
  }

  /** The ids of all items, ordered by their distance from the origin. */
  private static List<String> nearest(DynamoDbClient client) {
    return client
        .searchVectors(request ->
            request
                .tableName("things")
                .indexName("vec")
                .topK(10)
                .searchVector(fromN("0"), fromN("0")))
        .searchResults()
        .stream()
        .map(result -> Objects.requireNonNull(result.item().get("pk")).s())
        .toList();
  }

  @SuppressWarnings("unchecked")
  private void addReplica() {
    us.updateTable(request ->
        request
            .tableName("things")
            .replicaUpdates(u -> u.create(replica -> replica.regionName(EU))));
    regions.awaitReplication();
  }

  private static boolean isSearchable(DynamoDbClient client) {
    var indexes = client.describeTable(r -> r.tableName("things")).table().vectorIndexes();
    return indexes.size() == 1 && indexes.getFirst().indexStatus() == IndexStatus.ACTIVE;
  }

  private static void await(String what, BooleanSupplier condition) {
    Eventually.holds(what, condition);
  }

  @Test
  void a_replica_has_the_index_and_finds_items_written_in_either_region() {
    createIndex(us);
    await("the index", () -> isSearchable(us));
    put(us, "far", 3, 4);
    put(us, "near", 1, 0);
    addReplica();
    assertThat(isSearchable(eu)).isTrue();
    assertThat(nearest(eu)).containsExactly("near", "far");
    put(eu, "nearest", 0, 0);
    put(us, "near", 9, 9);
    regions.awaitReplication();
    assertThat(nearest(eu)).containsExactly("nearest", "far", "near").isEqualTo(nearest(us));
    eu.deleteItem(r -> r.tableName("things").key(Map.of("pk", fromS("far"))));
    regions.awaitReplication();
    assertThat(nearest(us)).containsExactly("nearest", "near");
  }

  @Test
  void an_index_is_created_and_deleted_in_all_regions() {
    addReplica();
    put(us, "far", 3, 4);
    put(us, "near", 1, 0);
    regions.awaitReplication();
    createIndex(eu);
    await("the index in its region", () -> isSearchable(eu));
    await("the index in the other region", () -> isSearchable(us));
    assertThat(nearest(us)).containsExactly("near", "far");
    var delete = DeleteVectorIndexAction.builder().indexName("vec").build();
    us.updateTable(request ->
        request
            .tableName("things")
            .vectorIndexUpdates(VectorIndexUpdate.builder().delete(delete).build()));
    await(
        "the deletion of the index in the other region",
        () -> eu.describeTable(r -> r.tableName("things")).table().vectorIndexes().isEmpty());
    assertThat(eu.scan(r -> r.tableName("things")).count()).isEqualTo(2);
  }
}
