package dev.gramme.conformance.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.embedded.ControlPlaneTiming;
import dev.gramme.embedded.Gramme;
import dev.gramme.testkit.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ImportStatus;
import software.amazon.awssdk.services.dynamodb.model.ImportTableDescription;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.InputFormat;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableCreationParameters;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.VectorDistanceFunction;
import software.amazon.awssdk.services.dynamodb.model.VectorIndex;

/** Imports with the service's delays of table changes, and into tables with vector indexes. */
final class SlowImportTest {
  @TempDir Path folder;
  private Gramme gramme;
  private DynamoDbClient client;

  @BeforeEach
  void open() throws IOException {
    Files.createDirectories(folder.resolve("locations"));
    Files.writeString(
        folder.resolve("locations/a.json"),
        """
        {"Item":{"pk":{"S":"north"},"v":{"L":[{"N":"1"},{"N":"0"}]}}}
        {"Item":{"pk":{"S":"east"},"v":{"L":[{"N":"0"},{"N":"1"}]}}}
        {"Item":{"pk":{"S":"nowhere"}}}
        {"Item":{"pk":{"S":"north-east"},"v":{"L":[{"N":"0.7"},{"N":"0.7"}]}}}
        """);
    Instant now = Instant.parse("2026-11-21T04:00:00Z");
    gramme =
        Gramme.builder()
            .clock(() -> now)
            .controlPlane(ControlPlaneTiming.SERVICE)
            .buckets(folder)
            .inMemory();
    client = gramme.client();
  }

  @AfterEach
  void close() {
    gramme.close();
  }

  @Test
  void a_table_and_its_vector_index_are_active_when_the_import_has_ended() {
    var done = imported("locations");

    assertThat(done.importStatus()).isEqualTo(ImportStatus.COMPLETED);
    assertThat(done.importedItemCount()).isEqualTo(4);
    var table = client.describeTable(request -> request.tableName("locations")).table();
    assertThat(table.tableStatus()).isEqualTo(TableStatus.ACTIVE);
    assertThat(table.vectorIndexes().getFirst().indexStatus()).isEqualTo(IndexStatus.ACTIVE);
    var found =
        client.searchVectors(request ->
            request
                .tableName("locations")
                .indexName("by-direction")
                .topK(3)
                .searchVector(AttributeValue.fromN("2"), AttributeValue.fromN("0.1")));
    assertThat(found.searchResults())
        .extracting(result -> Objects.requireNonNull(result.item().get("pk")).s())
        .containsExactly("north", "north-east", "east");
  }

  @Test
  void the_table_of_an_import_without_a_bucket_is_deleted_after_the_usual_delay() {
    var done = imported("no-such-bucket");

    assertThat(done.failureCode()).isEqualTo("S3NoSuchBucket");
    gramme.advance(Duration.ofMinutes(10));
    assertThat(client.listTables().tableNames()).isEmpty();
  }

  private ImportTableDescription imported(String bucket) {
    var begun =
        client
            .importTable(request ->
                request
                    .s3BucketSource(source -> source.s3Bucket(bucket))
                    .inputFormat(InputFormat.DYNAMODB_JSON)
                    .tableCreationParameters(locations()))
            .importTableDescription();
    return Eventually.get(
        "the import has ended",
        Duration.ofMinutes(10),
        () ->
            client
                .describeImport(request -> request.importArn(begun.importArn()))
                .importTableDescription(),
        description -> description.importStatus() != ImportStatus.IN_PROGRESS);
  }

  private static TableCreationParameters locations() {
    return TableCreationParameters.builder()
        .tableName("locations")
        .billingMode(BillingMode.PAY_PER_REQUEST)
        .attributeDefinitions(
            AttributeDefinition.builder()
                .attributeName("pk")
                .attributeType(ScalarAttributeType.S)
                .build())
        .keySchema(KeySchemaElement.builder().attributeName("pk").keyType(KeyType.HASH).build())
        .vectorIndexes(
            VectorIndex.builder()
                .indexName("by-direction")
                .vectorAttribute(vector -> vector.attributeName("v"))
                .dimensions(2L)
                .distanceFunction(VectorDistanceFunction.COSINE)
                .projection(projection -> projection.projectionType("KEYS_ONLY"))
                .build())
        .build();
  }
}
