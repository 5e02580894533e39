package dev.gramme.embedded.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.engine.EngineOptions;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Vector indexes. At the end of each test their rows are compared with the items. */
class VectorIndexTest {
  private static final int ITEMS = 600;
  private static final String INDEX =
      """
      {"IndexName":"vec","VectorAttribute":{"AttributeName":"v"},"Dimensions":2,\
      "DistanceFunction":"EUCLIDEAN","Projection":{"ProjectionType":"ALL"},\
      "SearchSchema":[{"AttributeName":"g","SearchSchemaElementType":"HASH"}]}\
      """;
  private static final String TABLE =
      """
      {"TableName":"things","BillingMode":"PAY_PER_REQUEST",\
      "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],\
      "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}]}\
      """;
  private static final String NEW_INDEX =
      """
      {"TableName":"things","AttributeDefinitions":[{"AttributeName":"g","AttributeType":"S"}],\
      "VectorIndexUpdates":[{"Create":%s}]}\
      """
          .formatted(INDEX);
  private static final String DROPPED_INDEX =
      "{\"TableName\":\"things\",\"VectorIndexUpdates\":[{\"Delete\":{\"IndexName\":\"vec\"}}]}";

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(StoreKind.class)
  void an_index_created_during_writes_finally_has_every_item(StoreKind kind) {
    long seed = Long.getLong("gramme.seed", System.nanoTime());
    var random = new Random(seed);
    try (var calls =
        new EngineCalls(kind.open(folder), InstantSource.system(), EngineOptions.DEFAULT)) {
      calls.must("CreateTable", TABLE);
      for (int i = 0; i < ITEMS; i++) {
        put(calls, i, random);
      }
      var writes =
          CompletableFuture.runAsync(() -> {
            var mine = new Random(seed + 1);
            for (int i = 0; i < ITEMS; i++) {
              change(calls, mine.nextInt(ITEMS), mine);
            }
          });
      calls.must("UpdateTable", NEW_INDEX);
      calls.awaitIndexes("things");
      writes.join();
      assertThat(search(calls).status()).as("seed %d", seed).isEqualTo(200);
      calls.closeAndAudit();
    }
  }

  @ParameterizedTest
  @EnumSource(StoreKind.class)
  void the_rows_of_a_deleted_index_are_deleted(StoreKind kind) {
    try (var calls =
        new EngineCalls(kind.open(folder), InstantSource.system(), EngineOptions.DEFAULT)) {
      calls.must("CreateTable", TABLE);
      put(calls, 1, new Random(1));
      calls.must("UpdateTable", NEW_INDEX);
      calls.awaitIndexes("things");
      calls.must("UpdateTable", DROPPED_INDEX);
      assertThat(search(calls).body()).contains("The table does not have the specified index: vec");
      calls.closeAndAudit();
    }
  }

  @ParameterizedTest
  @EnumSource(StoreKind.class)
  void an_item_older_than_the_index_is_not_in_it_until_its_vector_is_valid(StoreKind kind) {
    try (var calls =
        new EngineCalls(kind.open(folder), InstantSource.system(), EngineOptions.DEFAULT)) {
      calls.must("CreateTable", TABLE);
      calls.must(
          "PutItem",
          """
          {"TableName":"things","Item":{"pk":{"S":"a"},"g":{"S":"g"},"v":{"S":"no vector"}}}\
          """);
      calls.must("UpdateTable", NEW_INDEX);
      calls.awaitIndexes("things");
      assertThat(search(calls).member("SearchResults")).isEqualTo("[]");
      calls.must(
          "UpdateItem",
          """
          {"TableName":"things","Key":{"pk":{"S":"a"}},"UpdateExpression":"SET v = :v",\
          "ExpressionAttributeValues":{":v":{"L":[{"N":"3"},{"N":"4"}]}}}\
          """);
      assertThat(search(calls).member("SearchResults"))
          .isEqualTo("[{\"Item\":{\"g\":{\"S\":\"g\"},\"pk\":{\"S\":\"a\"}},\"Score\":5.0}]");
      calls.closeAndAudit();
    }
  }

  @ParameterizedTest
  @EnumSource(StoreKind.class)
  void a_search_in_a_restored_table_gives_the_same_results_as_in_its_source(StoreKind kind) {
    try (var calls =
        new EngineCalls(kind.open(folder), InstantSource.system(), EngineOptions.DEFAULT)) {
      calls.must("CreateTable", TABLE);
      calls.must("UpdateTable", NEW_INDEX);
      calls.awaitIndexes("things");
      calls.must(
          "PutItem",
          """
          {"TableName":"things","Item":{"pk":{"S":"a"},"g":{"S":"g"},\
          "v":{"L":[{"N":"3"},{"N":"4"}]}}}\
          """);
      var backup = calls.must("CreateBackup", "{\"TableName\":\"things\",\"BackupName\":\"one\"}");
      calls.awaitBackups();
      String details = Objects.requireNonNull(backup.member("BackupDetails"));
      String arn = details.replaceAll(".*\"BackupArn\":\"([^\"]+)\".*", "$1");
      calls.must(
          "RestoreTableFromBackup",
          "{\"TargetTableName\":\"again\",\"BackupArn\":\"%s\"}".formatted(arn));
      calls.awaitActive("again");
      assertThat(search(calls, "again").body()).isEqualTo(search(calls).body()).contains("5.0");
      calls.closeAndAudit();
    }
  }

  private static EngineCalls.Answer search(EngineCalls calls) {
    return search(calls, "things");
  }

  private static EngineCalls.Answer search(EngineCalls calls, String table) {
    return calls.call(
        "SearchVectors",
        """
        {"TableName":"%s","IndexName":"vec","SearchVector":[{"N":"0"},{"N":"0"}],"TopK":10,\
        "SearchConditionExpression":"g = :g","ExpressionAttributeValues":{":g":{"S":"g"}}}\
        """
            .formatted(table));
  }

  private static void put(EngineCalls calls, int id, Random random) {
    calls.must(
        "PutItem",
        """
        {"TableName":"things","Item":{"pk":{"S":"%d"},"g":{"S":"g%d"},"x":{"N":"%d"},\
        "v":{"L":[{"N":"%d"},{"N":"%d"}]}}}\
        """
            .formatted(
                id,
                random.nextInt(3),
                random.nextInt(),
                random.nextInt(1000),
                random.nextInt(1000)));
  }

  private static void change(EngineCalls calls, int id, Random random) {
    switch (random.nextInt(4)) {
      case 0 ->
          calls.must(
              "DeleteItem",
              "{\"TableName\":\"things\",\"Key\":{\"pk\":{\"S\":\"%d\"}}}".formatted(id));
      case 1 ->
          calls.must(
              "UpdateItem",
              """
              {"TableName":"things","Key":{"pk":{"S":"%d"}},"UpdateExpression":"REMOVE v"}\
              """
                  .formatted(id));
      default -> put(calls, id, random);
    }
  }
}
