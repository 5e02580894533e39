package dev.gramme.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.engine.destination.Destination;
import dev.gramme.engine.policy.ResourcePolicies;
import dev.gramme.storage.memory.MemoryStore;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The settings of a table survive a restart, but not the deletion of the table. */
final class TableSettingsTest {
  private static final String ARN = "arn:aws:dynamodb:us-east-1:000000000000:table/tab";
  private static final String STREAM = "arn:aws:kinesis:us-east-1:000000000000:stream/changes";

  private final MemoryStore store = new MemoryStore();
  private Engine engine = open();
  private Calls calls = new Calls(engine);

  private Engine open() {
    return Engine.open(store, () -> Instant.EPOCH, Runnable::run, EngineOptions.DEFAULT);
  }

  @BeforeEach
  void a_table() {
    calls.answer(
        "CreateTable",
        """
        {"TableName":"tab","BillingMode":"PAY_PER_REQUEST",
         "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],
         "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],
         "StreamSpecification":{"StreamEnabled":true,"StreamViewType":"KEYS_ONLY"}}
        """);
  }

  @AfterEach
  void close() {
    engine.close();
    store.close();
  }

  @Test
  void an_equivalent_policy_is_not_a_change() {
    String revision = putPolicy("{\"Statement\":[" + deny("\"dynamodb:GetItem\"") + "]}");
    engine.advance(Duration.ofSeconds(1));
    assertThat(putPolicy("{ \"Statement\": " + deny("[\"dynamodb:GetItem\"]") + " }"))
        .isEqualTo(revision);
    assertThat(putPolicy("{\"Statement\":[" + deny("\"dynamodb:PutItem\"") + "]}"))
        .isNotEqualTo(revision);
  }

  @Test
  void two_changes_in_a_millisecond_have_two_revisions() {
    String first = putPolicy("{\"Statement\":[" + deny("\"dynamodb:GetItem\"") + "]}");
    assertThat(putPolicy("{\"Statement\":[" + deny("\"dynamodb:PutItem\"") + "]}"))
        .isNotEqualTo(first);
  }

  @Test
  void a_stream_has_its_own_policy() {
    var table = engine.catalog().find("tab").orElseThrow();
    String stream = ARN + "/stream/" + table.features().latestStreamLabel();
    calls.answer(
        "PutResourcePolicy",
        "{\"ResourceArn\":\"%s\",\"Policy\":\"%s\"}"
            .formatted(
                stream,
                ("{\"Statement\":[" + deny("\"dynamodb:GetRecords\"") + "]}")
                    .replace("\"", "\\\"")));
    assertThat(calls.answer("GetResourcePolicy", "{\"ResourceArn\":\"" + stream + "\"}"))
        .contains("dynamodb:GetRecords");
    assertThat(engine.policies().find(table, ResourcePolicies.TABLE)).isEmpty();
  }

  @Test
  void all_settings_survive_a_restart() {
    putPolicy("{\"Statement\":[" + deny("\"dynamodb:GetItem\"") + "]}");
    enableDestination();
    engine.close();
    engine = open();
    var table = engine.catalog().find("tab").orElseThrow();
    assertThat(engine.policies().find(table, ResourcePolicies.TABLE)).isPresent();
    assertThat(engine.destinations().active(table)).isPresent();
  }

  @Test
  void no_setting_survives_the_deletion_of_the_table() {
    putPolicy("{\"Statement\":[" + deny("\"dynamodb:GetItem\"") + "]}");
    enableDestination();
    calls.answer(
        "UpdateContributorInsights",
        "{\"TableName\":\"tab\",\"ContributorInsightsAction\":\"ENABLE\"}");
    var old = engine.catalog().find("tab").orElseThrow();
    calls.answer("DeleteTable", "{\"TableName\":\"tab\"}");
    assertThat(engine.policies().find(old, ResourcePolicies.TABLE)).isEmpty();
    assertThat(engine.destinations().active()).isEmpty();
    assertThat(engine.insights().setting(old.number())).isEmpty();
    a_table();
    assertThat(calls.answer("DescribeContributorInsights", "{\"TableName\":\"tab\"}"))
        .contains("DISABLED");
  }

  @Test
  void a_destination_that_was_disabled_is_shown_for_a_day() {
    enableDestination();
    var table = engine.catalog().find("tab").orElseThrow();
    assertThat(engine.destinations().active())
        .singleElement()
        .satisfies(active -> {
          assertThat(active.table()).isEqualTo(table.number());
          assertThat(active.streamArn()).isEqualTo(STREAM);
          assertThat(active.effectivePrecision()).isEqualTo(Destination.Precision.MILLISECOND);
        });
    calls.answer(
        "DisableKinesisStreamingDestination",
        "{\"TableName\":\"tab\",\"StreamArn\":\"" + STREAM + "\"}");
    assertThat(engine.destinations().active(table)).isEmpty();
    engine.advance(Duration.ofHours(23));
    assertThat(engine.destinations().list(table)).hasSize(1);
    engine.advance(Duration.ofHours(1));
    assertThat(engine.destinations().list(table)).isEmpty();
  }

  private void enableDestination() {
    calls.answer(
        "EnableKinesisStreamingDestination",
        "{\"TableName\":\"tab\",\"StreamArn\":\"" + STREAM + "\"}");
  }

  private String putPolicy(String policy) {
    return calls.answer(
        "PutResourcePolicy",
        "{\"ResourceArn\":\"%s\",\"Policy\":\"%s\"}".formatted(ARN, policy.replace("\"", "\\\"")));
  }

  private static String deny(String action) {
    return "{\"Effect\":\"Deny\",\"Principal\":\"*\",\"Action\":" + action + ",\"Resource\":\"*\"}";
  }
}
