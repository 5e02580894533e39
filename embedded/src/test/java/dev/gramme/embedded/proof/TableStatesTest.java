package dev.gramme.embedded.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.embedded.proof.EngineCalls.Answer;
import dev.gramme.engine.EngineOptions;
import dev.gramme.engine.catalog.ControlPlaneProfile;
import dev.gramme.engine.time.MovableClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tables whose changes take as long as in the service: the permitted operations during a change,
 * and restarts.
 */
final class TableStatesTest {
  private static final String KEY =
      "\"AttributeDefinitions\":[{\"AttributeName\":\"pk\",\"AttributeType\":\"S\"}],"
          + "\"KeySchema\":[{\"AttributeName\":\"pk\",\"KeyType\":\"HASH\"}]";
  private static final String CREATE =
      "{\"TableName\":\"tab\"," + KEY + ",\"BillingMode\":\"PAY_PER_REQUEST\"}";
  private static final String NEW_INDEX =
      """
      "AttributeDefinitions":[{"AttributeName":"g","AttributeType":"S"}],\
      "GlobalSecondaryIndexUpdates":[{"Create":{"IndexName":"late","KeySchema":[\
      {"AttributeName":"g","KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"}}}]\
      """;
  private static final String DROP_INDEX =
      "\"GlobalSecondaryIndexUpdates\":[{\"Delete\":{\"IndexName\":\"late\"}}]";

  @TempDir private Path folder;

  private MovableClock clock =
      MovableClock.over(InstantSource.fixed(Instant.parse("2026-11-21T00:00:00Z")));

  /**
   * Opens the store with a new clock that begins at the time of the previous one. The previous
   * clock is not advanced any more.
   */
  private EngineCalls open(StoreKind kind) {
    clock = MovableClock.over(InstantSource.fixed(clock.instant()));
    return new EngineCalls(
        kind.open(folder),
        clock,
        EngineOptions.builder().controlPlane(ControlPlaneProfile.SERVICE).build());
  }

  private static Answer put(EngineCalls calls, String pk, String g) {
    return calls.call(
        "PutItem",
        "{\"TableName\":\"tab\",\"Item\":{\"pk\":{\"S\":\"%s\"},\"g\":%s}}".formatted(pk, g));
  }

  private static List<Answer> dataPlane(EngineCalls calls) {
    String key = "\"Key\":{\"pk\":{\"S\":\"a\"}}";
    String query =
        "\"KeyConditionExpression\":\"pk = :k\",\"ExpressionAttributeValues\":{\":k\":{\"S\":\"a\"}}";
    return List.of(
        put(calls, "a", "{\"S\":\"x\"}"),
        calls.call("GetItem", "{\"TableName\":\"tab\"," + key + "}"),
        calls.call("UpdateItem", "{\"TableName\":\"tab\"," + key + "}"),
        calls.call("Query", "{\"TableName\":\"tab\"," + query + "}"),
        calls.call("Scan", "{\"TableName\":\"tab\"}"),
        calls.call(
            "BatchGetItem", "{\"RequestItems\":{\"tab\":{\"Keys\":[{\"pk\":{\"S\":\"a\"}}]}}}"),
        calls.call(
            "TransactGetItems",
            "{\"TransactItems\":[{\"Get\":{\"TableName\":\"tab\"," + key + "}}]}"),
        calls.call(
            "TransactWriteItems",
            "{\"TransactItems\":[{\"Delete\":{\"TableName\":\"tab\"," + key + "}}]}"),
        calls.call("DeleteItem", "{\"TableName\":\"tab\"," + key + "}"));
  }

  private static void assertUsable(EngineCalls calls) {
    assertThat(dataPlane(calls)).allSatisfy(answer -> assertThat(answer.status()).isEqualTo(200));
  }

  private static void assertNotFound(EngineCalls calls) {
    assertThat(dataPlane(calls))
        .allSatisfy(answer ->
            assertThat(answer.body())
                .contains(
                    "#ResourceNotFoundException\",\"message\":\"Requested resource not found\""));
  }

  private static String described(EngineCalls calls) {
    return calls.call("DescribeTable", "{\"TableName\":\"tab\"}").body();
  }

  private static void update(EngineCalls calls, String change) {
    calls.must("UpdateTable", "{\"TableName\":\"tab\"," + change + "}");
  }

  @ParameterizedTest
  @EnumSource
  void items_can_be_used_from_the_end_of_the_creation_to_the_end_of_the_deletion(StoreKind kind) {
    var calls = open(kind);
    calls.must("CreateTable", CREATE);
    assertNotFound(calls);
    calls.advance(Duration.ofSeconds(5));
    assertUsable(calls);
    update(
        calls, "\"StreamSpecification\":{\"StreamEnabled\":true,\"StreamViewType\":\"KEYS_ONLY\"}");
    assertThat(described(calls)).contains("\"TableStatus\":\"UPDATING\"");
    assertUsable(calls);
    calls.advance(Duration.ofSeconds(6));
    put(calls, "left behind", "{\"S\":\"x\"}");
    calls.must("DeleteTable", "{\"TableName\":\"tab\"}");
    assertUsable(calls);
    calls.advance(Duration.ofSeconds(6));
    assertNotFound(calls);
    calls.closeAndAudit();
  }

  @ParameterizedTest
  @EnumSource
  void an_index_has_the_items_written_before_and_during_its_creation(StoreKind kind) {
    var calls = open(kind);
    calls.must("CreateTable", CREATE);
    calls.advance(Duration.ofSeconds(5));
    for (int i = 0; i < 300; i++) {
      put(calls, "before" + i, "{\"S\":\"x\"}");
    }
    update(calls, NEW_INDEX);
    for (int i = 0; i < 300; i += 3) {
      put(calls, "before" + i, "{\"S\":\"y\"}");
    }
    put(calls, "while allocated", "{\"S\":\"x\"}");
    calls.advance(Duration.ofSeconds(40));
    put(calls, "while filled", "{\"S\":\"x\"}");
    assertThat(put(calls, "of another type", "{\"N\":\"1\"}").status()).isEqualTo(200);
    String scan = "{\"TableName\":\"tab\",\"IndexName\":\"late\",\"Select\":\"COUNT\"}";
    assertThat(calls.call("Scan", scan).body())
        .contains("Cannot read from backfilling global secondary index: late");
    calls.advance(Duration.ofMinutes(7));
    assertThat(calls.must("Scan", scan).member("Count")).isEqualTo("302");
    assertThat(put(calls, "of another type", "{\"N\":\"2\"}").body())
        .contains("Type mismatch for Index Key g Expected: S Actual: N IndexName: late");
    update(calls, DROP_INDEX);
    assertThat(calls.call("Scan", scan).status()).isEqualTo(400);
    calls.advance(Duration.ofSeconds(6));
    calls.closeAndAudit();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"TableClass\":\"STANDARD\"|4",
        "\"SSESpecification\":{\"Enabled\":true}|22",
        "\"BillingMode\":\"PROVISIONED\",\"ProvisionedThroughput\":{\"ReadCapacityUnits\":1,\"WriteCapacityUnits\":1}|130",
        "\"WarmThroughput\":{\"ReadUnitsPerSecond\":13000}|2",
        "\"StreamSpecification\":{\"StreamEnabled\":true,\"StreamViewType\":\"KEYS_ONLY\"}|6"
      })
  void a_change_in_progress_survives_a_crash_and_ends_on_time(String change, int seconds) {
    var calls = open(StoreKind.DISK);
    calls.must("CreateTable", CREATE);
    calls.advance(Duration.ofSeconds(5));
    update(calls, change);
    String during = described(calls);
    assertThat(during).contains("\"UPDATING\"");
    calls.advance(Duration.ofSeconds(seconds - 1));
    calls.crash();
    calls = open(StoreKind.DISK);
    assertThat(described(calls)).isEqualTo(during);
    calls.advance(Duration.ofSeconds(1));
    assertThat(described(calls)).contains("\"TableStatus\":\"ACTIVE\"").doesNotContain("UPDATING");
    calls.closeAndAudit();
  }

  @Test
  void table_and_index_changes_continue_after_crashes_in_all_their_states() {
    var calls = open(StoreKind.DISK);
    calls.must("CreateTable", CREATE);
    calls = crashAndReopen(calls, "\"TableStatus\":\"CREATING\"", Duration.ofSeconds(5));
    put(calls, "a", "{\"S\":\"x\"}");
    update(calls, NEW_INDEX);
    calls = crashAndReopen(calls, "\"CREATING\",\"Backfilling\":false", Duration.ofSeconds(40));
    calls = crashAndReopen(calls, "\"CREATING\",\"Backfilling\":true", Duration.ofMinutes(7));
    assertThat(described(calls)).contains("\"IndexStatus\":\"ACTIVE\"");
    assertThat(calls.must("Scan", "{\"TableName\":\"tab\",\"IndexName\":\"late\"}").member("Count"))
        .isEqualTo("1");
    update(calls, DROP_INDEX);
    calls = crashAndReopen(calls, "\"IndexStatus\":\"DELETING\"", Duration.ofSeconds(6));
    assertThat(described(calls)).doesNotContain("late");
    calls.must("DeleteTable", "{\"TableName\":\"tab\"}");
    calls = crashAndReopen(calls, "\"TableStatus\":\"DELETING\"", Duration.ofSeconds(6));
    assertThat(described(calls)).contains("ResourceNotFoundException");
    calls.closeAndAudit();
  }

  private EngineCalls crashAndReopen(EngineCalls calls, String state, Duration then) {
    assertThat(described(calls)).contains(state);
    calls.crash();
    var again = open(StoreKind.DISK);
    assertThat(described(again)).contains(state);
    again.advance(then);
    return again;
  }

  @Test
  void changes_that_became_due_while_the_server_was_down_are_done_after_the_start() {
    var calls = open(StoreKind.DISK);
    calls.must("CreateTable", CREATE);
    calls.advance(Duration.ofSeconds(5));
    put(calls, "a", "{\"S\":\"x\"}");
    update(calls, NEW_INDEX);
    calls.crash();
    clock = MovableClock.over(InstantSource.fixed(clock.instant().plus(Duration.ofDays(1))));
    calls = open(StoreKind.DISK);
    calls.advance(Duration.ZERO);
    assertThat(described(calls)).contains("\"IndexStatus\":\"ACTIVE\"");
    calls.closeAndAudit();
  }

  /**
   * A server that is restarted after every step gives the same responses as one that is never
   * restarted.
   */
  @Test
  void restarts_do_not_change_the_responses() {
    long seed = Long.getLong("gramme.seed", System.nanoTime());
    System.out.println("seed " + seed);
    var steps = steps(new Random(seed));
    assertThat(run(steps, true)).as("seed %d", seed).isEqualTo(run(steps, false));
  }

  private record Step(String operation, String request, Duration then) {}

  private static List<Step> steps(Random random) {
    var steps = new ArrayList<Step>();
    for (int i = 0; i < 60; i++) {
      String change =
          switch (random.nextInt(12)) {
            case 0, 1 -> NEW_INDEX;
            case 2, 3 -> DROP_INDEX;
            case 4 -> "\"TableClass\":\"STANDARD\"";
            case 5 -> "\"SSESpecification\":{\"Enabled\":" + random.nextBoolean() + "}";
            case 6 -> "\"BillingMode\":\"PAY_PER_REQUEST\"";
            case 7, 8 ->
                "\"BillingMode\":\"PROVISIONED\",\"ProvisionedThroughput\":{\"ReadCapacityUnits\":%d,\"WriteCapacityUnits\":9}"
                    .formatted(1 + random.nextInt(9));
            case 9 -> "\"StreamSpecification\":{\"StreamEnabled\":false}";
            default ->
                "\"StreamSpecification\":{\"StreamEnabled\":true,\"StreamViewType\":\"KEYS_ONLY\"}";
          };
      String operation =
          switch (random.nextInt(10)) {
            case 0 -> "DeleteTable";
            case 1, 2 -> "CreateTable";
            default -> "UpdateTable";
          };
      String request =
          switch (operation) {
            case "CreateTable" -> CREATE;
            case "DeleteTable" -> "{\"TableName\":\"tab\"}";
            default -> "{\"TableName\":\"tab\"," + change + "}";
          };
      steps.add(
          new Step(
              operation,
              request,
              Duration.ofSeconds(List.of(1, 3, 10, 60, 500).get(random.nextInt(5)))));
    }
    return steps;
  }

  private List<String> run(List<Step> steps, boolean restart) {
    var ownClock = MovableClock.over(InstantSource.fixed(Instant.parse("2026-11-21T00:00:00Z")));
    var options = EngineOptions.builder().controlPlane(ControlPlaneProfile.SERVICE).build();
    Path own = folder.resolve(restart ? "restarted" : "steady");
    var calls = new EngineCalls(StoreKind.DISK.open(own), ownClock, options);
    calls.must("CreateTable", CREATE);
    var answers = new ArrayList<String>();
    for (Step step : steps) {
      answers.add(calls.call(step.operation(), step.request()).body());
      if (restart) {
        calls.close();
        calls = new EngineCalls(StoreKind.DISK.open(own), ownClock, options);
      }
      calls.advance(step.then());
      answers.add(described(calls));
    }
    calls.advance(Duration.ofHours(1));
    calls.closeAndAudit();
    return answers;
  }
}
