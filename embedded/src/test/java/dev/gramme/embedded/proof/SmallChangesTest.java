package dev.gramme.embedded.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.engine.EngineOptions;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Without state delays, a change of a small table is complete when the response arrives. */
final class SmallChangesTest {
  private static final int ROUNDS = 100;

  @TempDir Path folder;

  private EngineCalls open(StoreKind kind) {
    return new EngineCalls(kind.open(folder), InstantSource.system(), EngineOptions.DEFAULT);
  }

  private static void create(EngineCalls calls, String table, int items) {
    calls.must(
        "CreateTable",
        """
        {"TableName":"%s","BillingMode":"PAY_PER_REQUEST",\
        "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],\
        "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}]}\
        """
            .formatted(table));
    for (int i = 0; i < items; i++) {
      calls.must(
          "PutItem",
          "{\"TableName\":\"%s\",\"Item\":{\"pk\":{\"S\":\"%d\"},\"g\":{\"S\":\"x\"},\"e\":{\"N\":\"1\"}}}"
              .formatted(table, i));
    }
  }

  @ParameterizedTest
  @EnumSource(StoreKind.class)
  void time_to_live_is_enabled_immediately(StoreKind kind) {
    try (var calls = open(kind)) {
      for (int round = 0; round < ROUNDS; round++) {
        String table = "table" + round;
        create(calls, table, round % 4);
        calls.must(
            "UpdateTimeToLive",
            "{\"TableName\":\"%s\",\"TimeToLiveSpecification\":{\"Enabled\":true,\"AttributeName\":\"e\"}}"
                .formatted(table));
        assertThat(calls.must("DescribeTimeToLive", "{\"TableName\":\"" + table + "\"}").body())
            .as("round %d", round)
            .contains("\"ENABLED\"");
      }
    }
  }

  @ParameterizedTest
  @EnumSource(StoreKind.class)
  void an_added_index_is_active_immediately_and_its_table_can_be_deleted(StoreKind kind) {
    try (var calls = open(kind)) {
      for (int round = 0; round < ROUNDS; round++) {
        create(calls, "things", round % 4);
        calls.must(
            "UpdateTable",
            """
            {"TableName":"things","AttributeDefinitions":[{"AttributeName":"g","AttributeType":"S"}],\
            "GlobalSecondaryIndexUpdates":[{"Create":{"IndexName":"late","KeySchema":[\
            {"AttributeName":"g","KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"}}}]}\
            """);
        assertThat(calls.must("DescribeTable", "{\"TableName\":\"things\"}").body())
            .as("round %d", round)
            .doesNotContain("CREATING")
            .doesNotContain("UPDATING");
        calls.must("DeleteTable", "{\"TableName\":\"things\"}");
      }
      calls.closeAndAudit();
    }
  }
}
