package dev.gramme.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.engine.insights.InsightRule;
import dev.gramme.engine.insights.InsightTarget;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.Item;
import dev.gramme.storage.memory.MemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The counts of the keys of a table and its global index. */
final class ContributorInsightsTest {
  private final MemoryStore store = new MemoryStore();
  private Engine engine = open();
  private Calls calls = new Calls(engine);

  private Engine open() {
    return Engine.open(store, () -> Instant.EPOCH, Runnable::run, EngineOptions.DEFAULT);
  }

  @BeforeEach
  void a_table_with_a_global_index() {
    calls.answer(
        "CreateTable",
        """
        {"TableName":"tab","BillingMode":"PAY_PER_REQUEST",
         "AttributeDefinitions":[
          {"AttributeName":"pk","AttributeType":"S"},{"AttributeName":"sk","AttributeType":"S"},
          {"AttributeName":"g","AttributeType":"S"}],
         "KeySchema":[
          {"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}],
         "GlobalSecondaryIndexes":[{"IndexName":"gsi","Projection":{"ProjectionType":"ALL"},
          "KeySchema":[{"AttributeName":"g","KeyType":"HASH"}]}]}
        """);
  }

  @AfterEach
  void close() {
    engine.close();
    store.close();
  }

  @Test
  void a_write_counts_three_times_and_a_read_by_its_consistency() {
    enable("");
    put("a", "1", "x");
    put("a", "2", "x");
    get("a", "1", true);
    get("b", "9", false);
    calls.answer(
        "Query",
        "{\"TableName\":\"tab\",\"KeyConditionExpression\":\"pk = :p\",\"ExpressionAttributeValues\""
            + ":{\":p\":{\"S\":\"a\"}},\"ConsistentRead\":true}");
    assertThat(top("tab", InsightRule.PKC)).isEqualTo(Map.of("a", 8.0, "b", 0.5));
    assertThat(top("tab", InsightRule.SKC)).isEqualTo(Map.of("a/1", 4.0, "a/2", 3.0, "b/9", 0.5));
  }

  @Test
  void a_transaction_counts_twice() {
    enable("");
    calls.answer(
        "TransactWriteItems",
        "{\"TransactItems\":[{\"Put\":{\"TableName\":\"tab\",\"Item\":"
            + item("a", "1", "x")
            + "}}]}");
    calls.answer(
        "TransactGetItems",
        "{\"TransactItems\":[{\"Get\":{\"TableName\":\"tab\",\"Key\":" + key("a", "1") + "}}]}");
    assertThat(top("tab", InsightRule.PKC)).isEqualTo(Map.of("a", 8.0));
  }

  @Test
  void an_index_counts_its_own_keys_and_an_entry_that_moves_under_both() {
    enable(",\"IndexName\":\"gsi\"");
    put("a", "1", "x");
    put("a", "1", "y");
    calls.answer(
        "Query",
        "{\"TableName\":\"tab\",\"IndexName\":\"gsi\",\"KeyConditionExpression\":\"g = :g\","
            + "\"ExpressionAttributeValues\":{\":g\":{\"S\":\"y\"}}}");
    assertThat(top("gsi", InsightRule.PKC)).isEqualTo(Map.of("x", 6.0, "y", 3.5));
    assertThat(top("tab", InsightRule.PKC)).isEmpty();
  }

  @Test
  void a_throttled_request_counts_for_its_key() {
    enable(",\"ContributorInsightsMode\":\"THROTTLED_KEYS\"");
    put("a", "1", "x");
    var throttled = Item.of("pk", new S("a"), "sk", new S("1"));
    engine.insights().throttled(target("tab").number(), throttled);
    assertThat(top("tab", InsightRule.SKT)).isEqualTo(Map.of("a/1", 1.0));
    assertThat(top("tab", InsightRule.PKT)).isEqualTo(Map.of("a", 1.0));
    assertThat(top("tab", InsightRule.PKC)).isEmpty();
  }

  @Test
  void counts_are_forgotten_after_two_hours() {
    enable("");
    put("a", "1", "x");
    engine.advance(Duration.ofHours(1));
    assertThat(top("tab", InsightRule.PKC)).isEqualTo(Map.of("a", 3.0));
    engine.advance(Duration.ofHours(1));
    assertThat(top("tab", InsightRule.PKC)).isEmpty();
  }

  @Test
  void nothing_is_counted_unless_insights_are_enabled() {
    assertThat(engine.insights().isCounting()).isFalse();
    enable("");
    assertThat(engine.insights().isCounting()).isTrue();
    calls.answer(
        "UpdateContributorInsights",
        "{\"TableName\":\"tab\",\"ContributorInsightsAction\":\"DISABLE\"}");
    assertThat(engine.insights().isCounting()).isFalse();
  }

  @Test
  void the_heaviest_of_many_keys_is_found() {
    enable("");
    for (int i = 0; i < 5000; i++) {
      put("rare" + i, "1", "x");
      if (i % 10 == 0) {
        put("often", "1", "x");
      }
    }
    var first = engine.insights().top(target("tab"), InsightRule.PKC, 1).getFirst();
    assertThat(first.key()).isEqualTo(Item.of("pk", new S("often")));
    assertThat(first.least()).isLessThanOrEqualTo(1500);
    assertThat(first.count()).isBetween(1500.0, 1500 + 3.5 / 1024 * 16_500);
  }

  @Test
  void insights_stay_enabled_after_a_restart() {
    enable("");
    engine.close();
    engine = open();
    calls = new Calls(engine);
    put("a", "1", "x");
    assertThat(top("tab", InsightRule.PKC)).isEqualTo(Map.of("a", 3.0));
  }

  @Test
  void a_list_continues_after_its_token() {
    enable("");
    enable(",\"IndexName\":\"gsi\"");
    String first = calls.answer("ListContributorInsights", "{\"MaxResults\":1}");
    assertThat(first).doesNotContain("gsi");
    String token = first.replaceAll(".*\"NextToken\":\"([^\"]+)\".*", "$1");
    assertThat(calls.answer("ListContributorInsights", "{\"NextToken\":\"" + token + "\"}"))
        .contains("gsi")
        .doesNotContain("NextToken");
  }

  private void enable(String more) {
    calls.answer(
        "UpdateContributorInsights",
        "{\"TableName\":\"tab\",\"ContributorInsightsAction\":\"ENABLE\"" + more + "}");
  }

  private void put(String pk, String sk, String g) {
    calls.answer("PutItem", "{\"TableName\":\"tab\",\"Item\":" + item(pk, sk, g) + "}");
  }

  private void get(String pk, String sk, boolean consistent) {
    calls.answer(
        "GetItem",
        "{\"TableName\":\"tab\",\"Key\":"
            + key(pk, sk)
            + ",\"ConsistentRead\":"
            + consistent
            + "}");
  }

  private static String item(String pk, String sk, String g) {
    return "{\"pk\":{\"S\":\"%s\"},\"sk\":{\"S\":\"%s\"},\"g\":{\"S\":\"%s\"}}"
        .formatted(pk, sk, g);
  }

  private static String key(String pk, String sk) {
    return "{\"pk\":{\"S\":\"%s\"},\"sk\":{\"S\":\"%s\"}}".formatted(pk, sk);
  }

  private InsightTarget target(String name) {
    return engine.insights().targets().stream()
        .filter(target -> name.equals(target.index() == null ? target.table() : target.index()))
        .findFirst()
        .orElseThrow();
  }

  private Map<String, Double> top(String name, InsightRule rule) {
    return engine.insights().top(target(name), rule, 100).stream()
        .collect(
            Collectors.toMap(
                count ->
                    count.key().attributes().values().stream()
                        .map(value -> ((S) value).value())
                        .collect(Collectors.joining("/")),
                count -> count.count()));
  }
}
