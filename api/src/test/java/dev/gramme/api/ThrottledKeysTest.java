package dev.gramme.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.engine.insights.InsightRule;
import dev.gramme.engine.insights.InsightTarget;
import dev.gramme.engine.throttle.ThrottlingMode;
import dev.gramme.engine.throttle.ThroughputCounts;
import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.Item;
import dev.gramme.storage.memory.MemoryStore;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which keys are throttled, and how often. */
final class ThrottledKeysTest {
  private static final int BURST = 300;

  private final MemoryStore store = new MemoryStore();
  private final Engine engine =
      Engine.open(
          store,
          () -> Instant.EPOCH,
          Runnable::run,
          EngineOptions.builder().throttling(ThrottlingMode.SERVICE).build());
  private final Calls calls = new Calls(engine);

  @BeforeEach
  void a_table_with_one_unit_of_everything() {
    calls.answer(
        "CreateTable",
        """
        {"TableName":"tab","ProvisionedThroughput":{"ReadCapacityUnits":1,"WriteCapacityUnits":1},
         "AttributeDefinitions":[
          {"AttributeName":"pk","AttributeType":"S"},{"AttributeName":"sk","AttributeType":"S"},
          {"AttributeName":"g","AttributeType":"S"}],
         "KeySchema":[
          {"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}],
         "GlobalSecondaryIndexes":[{"IndexName":"gsi","Projection":{"ProjectionType":"ALL"},
          "ProvisionedThroughput":{"ReadCapacityUnits":1,"WriteCapacityUnits":1},
          "KeySchema":[{"AttributeName":"g","KeyType":"HASH"}]}]}
        """);
    for (String index : new String[] {"", ",\"IndexName\":\"gsi\""}) {
      calls.answer(
          "UpdateContributorInsights",
          "{\"TableName\":\"tab\",\"ContributorInsightsAction\":\"ENABLE\"" + index + "}");
    }
  }

  @AfterEach
  void close() {
    engine.close();
    store.close();
  }

  private void put(String sk, String more) {
    calls.answer(
        "PutItem",
        "{\"TableName\":\"tab\",\"Item\":{\"pk\":{\"S\":\"a\"},\"sk\":{\"S\":\"%s\"}%s}}"
            .formatted(sk, more));
  }

  private void refused(Runnable call) {
    assertThatThrownBy(call::run)
        .satisfiesAnyOf(
            error -> assertThat(error).isInstanceOf(ApiError.class),
            error -> assertThat(error).hasRootCauseInstanceOf(ApiError.class));
  }

  private InsightTarget target(String index) {
    return engine.insights().targets().stream()
        .filter(target -> index.equals(target.index() == null ? "" : target.index()))
        .findAny()
        .orElseThrow();
  }

  private double count(String index, InsightRule rule, Item key) {
    return engine.insights().top(target(index), rule, 10).stream()
        .filter(count -> count.key().equals(key))
        .mapToDouble(count -> count.count())
        .sum();
  }

  private ThroughputCounts statistics(String index) {
    return engine.throughput().stream()
        .filter(one -> index.equals(one.index() == null ? "" : one.index()))
        .findAny()
        .orElseThrow();
  }

  @Test
  void throttled_writes_count_for_their_item_and_its_partition_key() {
    for (int i = 0; i < BURST; i++) {
      put("x", "");
    }

    refused(() -> put("1", ""));
    refused(() -> put("1", ""));
    refused(() -> put("2", ""));

    var a = new S("a");
    assertThat(count("", InsightRule.SKT, Item.of("pk", a, "sk", new S("1")))).isEqualTo(2);
    assertThat(count("", InsightRule.SKT, Item.of("pk", a, "sk", new S("2")))).isEqualTo(1);
    assertThat(count("", InsightRule.PKT, Item.of("pk", a))).isEqualTo(3);
    assertThat(count("", InsightRule.PKC, Item.of("pk", a))).as("not used").isEqualTo(3 * BURST);
    assertThat(statistics("").writeThrottleEvents()).isEqualTo(3);
    assertThat(statistics("").consumedWriteUnits()).isEqualTo(BURST);
    assertThat(statistics("").readThrottleEvents()).isZero();
  }

  @Test
  void a_throttled_index_counts_for_its_own_key() {
    // Moving an entry deletes and inserts it: two units of the index, one of the table.
    for (int i = 0; i < BURST / 2; i++) {
      put("1", ",\"g\":{\"S\":\"g" + i + "\"}");
    }

    refused(() -> put("1", ",\"g\":{\"S\":\"new\"}"));

    assertThat(count("gsi", InsightRule.PKT, Item.of("g", new S("new")))).isEqualTo(1);
    assertThat(count("", InsightRule.PKT, Item.of("pk", new S("a")))).isZero();
    assertThat(statistics("gsi").writeThrottleEvents()).isEqualTo(1);
    assertThat(statistics("gsi").consumedWriteUnits()).isEqualTo(BURST - 1);
    assertThat(statistics("").writeThrottleEvents()).isZero();
    assertThat(statistics("").consumedWriteUnits()).as("given back").isEqualTo(BURST / 2);
  }

  @Test
  void throttled_pages_and_items_count_as_reads() {
    for (int i = 0; i < 2 * BURST; i++) {
      calls.answer(
          "GetItem", "{\"TableName\":\"tab\",\"Key\":{\"pk\":{\"S\":\"a\"},\"sk\":{\"S\":\"1\"}}}");
    }

    refused(() ->
        calls.answer(
            "GetItem",
            "{\"TableName\":\"tab\",\"Key\":{\"pk\":{\"S\":\"a\"},\"sk\":{\"S\":\"1\"}}}"));
    refused(() ->
        calls.answer(
            "Query",
            "{\"TableName\":\"tab\",\"KeyConditionExpression\":\"pk = :p\","
                + "\"ExpressionAttributeValues\":{\":p\":{\"S\":\"a\"}}}"));
    refused(() -> calls.answer("Scan", "{\"TableName\":\"tab\"}"));

    var a = new S("a");
    assertThat(count("", InsightRule.SKT, Item.of("pk", a, "sk", new S("1")))).isEqualTo(1);
    assertThat(count("", InsightRule.PKT, Item.of("pk", a))).isEqualTo(2);
    assertThat(statistics("").readThrottleEvents()).isEqualTo(3);
    assertThat(statistics("").consumedReadUnits()).isEqualTo(BURST);
    calls.answer("Scan", "{\"TableName\":\"tab\",\"IndexName\":\"gsi\"}");
  }

  @Test
  void a_deleted_table_has_no_counts() {
    put("1", ",\"g\":{\"S\":\"x\"}");
    assertThat(engine.throughput()).hasSize(2);

    calls.answer("DeleteTable", "{\"TableName\":\"tab\"}");

    assertThat(engine.throughput()).isEmpty();
  }
}
