package dev.gramme.embedded.functions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.embedded.Gramme;
import dev.gramme.functions.FunctionMapping;
import dev.gramme.functions.FunctionMapping.StartingPosition;
import dev.gramme.functions.FunctionStatus;
import dev.gramme.functions.FunctionStatus.State;
import dev.gramme.model.ApiError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.protocols.jsoncore.JsonNode;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

class FunctionsTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  /**
   * The clock is fixed and changes only when a test advances it, so that nothing else runs between
   * the steps of a test.
   */
  private final Gramme gramme =
      Gramme.inMemory(InstantSource.fixed(Instant.parse("2026-11-21T12:00:00Z")));

  private final DynamoDbClient dynamo = gramme.client();
  private final String arn = Orders.create(dynamo, StreamViewType.NEW_IMAGE);
  private final Events events = new Events();

  @TempDir private Path folder;

  @AfterEach
  void close() {
    gramme.close();
  }

  private void put(String id, int version) {
    dynamo.putItem(request ->
        request
            .tableName("orders")
            .item(
                Map.of(
                    "id",
                    AttributeValue.fromS(id),
                    "version",
                    AttributeValue.fromN("" + version))));
  }

  private void put(int from, int to) {
    for (int version = from; version <= to; version++) {
      put("order", version);
    }
  }

  private FunctionMapping.Builder mapping() {
    return FunctionMapping.of(arn, StartingPosition.TRIM_HORIZON);
  }

  private void bind(FunctionMapping.Builder mapping) {
    gramme.functions().bind("mailer", mapping.build(), events);
    gramme.advance(Duration.ZERO);
  }

  private FunctionStatus status() {
    return gramme.functions().find("mailer").orElseThrow();
  }

  @Test
  void an_event_has_records_in_the_format_of_the_service() {
    put("order", 1);
    bind(mapping());
    JsonNode record = Events.records(events.all().getFirst()).getFirst();
    assertThat(record.asObject())
        .containsOnlyKeys(
            "eventID",
            "eventName",
            "eventVersion",
            "eventSource",
            "awsRegion",
            "dynamodb",
            "eventSourceARN");
    assertThat(Events.at(record, "eventSourceARN").asString()).isEqualTo(arn);
    assertThat(Events.at(record, "eventName").asString()).isEqualTo("INSERT");
    assertThat(Events.at(record, "dynamodb", "Keys", "id", "S").asString()).isEqualTo("order");
  }

  @Test
  void batches_have_at_most_the_batch_size_and_arrive_in_order() {
    put(1, 7);
    bind(mapping().batchSize(3));
    assertThat(events.batches()).containsExactly(List.of(1, 2, 3), List.of(4, 5, 6), List.of(7));
    put(8, 8);
    gramme.advance(SECOND);
    assertThat(events.batches()).endsWith(List.of(8));
    assertThat(status().records()).isEqualTo(8);
  }

  @Test
  void a_batch_that_is_not_full_waits_for_the_batching_window() {
    bind(mapping().batchSize(3).batchingWindow(Duration.ofSeconds(20)));
    put(1, 1);
    gramme.advance(SECOND);
    put(2, 2);
    gramme.advance(Duration.ofSeconds(19));
    assertThat(events.batches()).isEmpty();
    gramme.advance(Duration.ofSeconds(2));
    assertThat(events.batches()).containsExactly(List.of(1, 2));
    put(3, 5);
    gramme.advance(SECOND);
    assertThat(events.batches()).containsExactly(List.of(1, 2), List.of(3, 4, 5));
  }

  @Test
  void latest_begins_with_records_after_the_binding() {
    put(1, 3);
    gramme
        .functions()
        .bind("mailer", FunctionMapping.of(arn, StartingPosition.LATEST).build(), events);
    put(4, 5);
    gramme.advance(SECOND);
    assertThat(events.versions()).containsExactly(4, 5);
  }

  @Test
  void a_failed_batch_is_repeated_after_one_two_and_four_seconds() {
    put(1, 1);
    events.respondWith(event -> {
      throw new IOException("no mail today");
    });
    bind(mapping());
    for (int attempts = 1; attempts <= 3; attempts++) {
      Duration pause = Duration.ofSeconds(1L << (attempts - 1));
      gramme.advance(pause.minusMillis(1));
      assertThat(events.batches()).hasSize(attempts);
      gramme.advance(Duration.ofMillis(1));
      assertThat(events.batches()).hasSize(attempts + 1);
    }
  }

  @Test
  void a_failed_batch_blocks_later_batches_until_it_succeeds() {
    put(1, 4);
    events.respondWith(event -> {
      throw new IOException("no mail today");
    });
    bind(mapping().batchSize(2));
    gramme.advance(SECOND);
    gramme.advance(Duration.ofSeconds(2));
    assertThat(events.batches()).containsExactly(List.of(1, 2), List.of(1, 2), List.of(1, 2));
    assertThat(status().iteratorAge()).isCloseTo(Duration.ofSeconds(3), Duration.ofMillis(1));
    events.respondWith(event -> "");
    gramme.advance(Duration.ofSeconds(4));
    assertThat(events.batches()).endsWith(List.of(1, 2), List.of(3, 4));
    assertThat(status().failures()).isEqualTo(3);
    assertThat(status().iteratorAge()).isZero();
  }

  @Test
  void a_batch_that_fails_too_often_is_discarded_and_reported() throws Exception {
    put(1, 3);
    events.respondWith(event -> {
      if (Events.versions(event).contains(1)) {
        throw new IOException("no mail today");
      }
      return null;
    });
    bind(mapping().batchSize(2).retryAttempts(1).onFailure(folder.toString()));
    gramme.advance(SECOND);
    assertThat(events.batches()).containsExactly(List.of(1, 2), List.of(1, 2), List.of(3));
    JsonNode failureRecord = failureRecord();
    assertThat(Events.at(failureRecord, "requestContext", "condition").asString())
        .isEqualTo("RetryAttemptsExhausted");
    assertThat(Events.at(failureRecord, "requestContext", "functionArn").asString())
        .isEqualTo("arn:aws:lambda:us-east-1:000000000000:function:mailer");
    assertThat(Events.at(failureRecord, "requestContext", "approximateInvokeCount").asNumber())
        .isEqualTo("2");
    assertThat(Events.at(failureRecord, "DDBStreamBatchInfo", "batchSize").asNumber())
        .isEqualTo("2");
    assertThat(Events.at(failureRecord, "DDBStreamBatchInfo", "streamArn").asString())
        .isEqualTo(arn);
    assertThat(status().discarded()).isEqualTo(2);
  }

  /** The failure record, which is the only file in the folder. */
  private JsonNode failureRecord() throws IOException {
    try (var files = Files.walk(folder)) {
      var file = files.filter(Files::isRegularFile).toList();
      assertThat(file).hasSize(1);
      return JsonNode.parser().parse(Files.readString(file.getFirst()));
    }
  }

  @Test
  void records_that_are_too_old_are_discarded() throws Exception {
    put(1, 1);
    events.respondWith(event -> {
      throw new IOException("no mail today");
    });
    bind(mapping().maximumRecordAge(Duration.ofSeconds(60)).onFailure(folder.toString()));
    gramme.advance(Duration.ofSeconds(50));
    put(2, 2);
    events.respondWith(event -> null);
    gramme.advance(Duration.ofSeconds(30));
    gramme.advance(SECOND);
    assertThat(events.batches()).endsWith(List.of(2));
    assertThat(Events.at(failureRecord(), "requestContext", "condition").asString())
        .isEqualTo("RecordAgeExceeded");
  }

  @Test
  void expired_records_that_cannot_be_reported_are_tried_again_every_minute() throws Exception {
    put(1, 1);
    events.respondWith(event -> {
      throw new IOException("no mail today");
    });
    Path failures = Files.createDirectory(folder.resolve("failures"));
    bind(mapping().maximumRecordAge(Duration.ofSeconds(60)).onFailure(failures.toString()));
    Files.delete(failures);
    Path obstacle = Files.createFile(failures);
    gramme.advance(Duration.ofSeconds(61));
    assertThat(status().discarded()).isZero();
    Files.delete(obstacle);
    gramme.advance(Duration.ofSeconds(59));
    assertThat(status().discarded()).isZero();
    gramme.advance(SECOND);
    assertThat(status().discarded()).isEqualTo(1);
  }

  @Test
  void bisection_finds_the_failing_record_without_counting_as_a_retry() {
    put(1, 8);
    events.respondWith(event -> {
      if (Events.versions(event).contains(6)) {
        throw new IOException("a poisoned record");
      }
      return null;
    });
    bind(mapping().bisect(true).retryAttempts(0));
    assertThat(events.batches())
        .containsExactly(
            List.of(1, 2, 3, 4, 5, 6, 7, 8),
            List.of(1, 2, 3, 4),
            List.of(5, 6, 7, 8),
            List.of(5, 6),
            List.of(5),
            List.of(6),
            List.of(7, 8));
    assertThat(status().discarded()).isEqualTo(1);
  }

  @Test
  void a_function_that_reports_item_failures_receives_the_rest_again() {
    put(1, 4);
    events.respondWith(
        event -> Events.versions(event).contains(1) ? failures(sequenceOf(event, 2)) : null);
    bind(mapping().reportItemFailures(true));
    gramme.advance(SECOND);
    assertThat(events.batches()).containsExactly(List.of(1, 2, 3, 4), List.of(3, 4));
  }

  @Test
  void an_unknown_identifier_means_that_the_whole_batch_failed() {
    put(1, 2);
    events.respondWith(event -> events.batches().size() == 1 ? failures("7") : "{}");
    bind(mapping().reportItemFailures(true));
    gramme.advance(SECOND);
    assertThat(events.batches()).containsExactly(List.of(1, 2), List.of(1, 2));
  }

  @Test
  void item_failures_are_ignored_unless_the_mapping_enables_them() {
    put(1, 2);
    events.respondWith(event -> failures("7"));
    bind(mapping());
    gramme.advance(SECOND);
    assertThat(events.batches()).containsExactly(List.of(1, 2));
  }

  private static String failures(String identifier) {
    return "{\"batchItemFailures\":[{\"itemIdentifier\":\"" + identifier + "\"}]}";
  }

  private static String sequenceOf(JsonNode event, int index) {
    var record = Events.records(event).get(index);
    return Events.at(record, "dynamodb", "SequenceNumber").asString();
  }

  @Test
  void a_tumbling_window_keeps_a_state_and_ends_with_a_final_call() {
    events.respondWith(event -> {
      int sum = Events.versions(event).stream().mapToInt(Integer::intValue).sum();
      var before = event.field("state").flatMap(state -> state.field("sum"));
      int total = sum + before.map(number -> Integer.parseInt(number.asNumber())).orElse(0);
      return "{\"state\":{\"sum\":" + total + "}}";
    });
    bind(mapping().tumblingWindow(Duration.ofSeconds(30)));
    put(1, 2);
    gramme.advance(SECOND);
    put(3, 3);
    gramme.advance(SECOND);
    assertThat(events.batches()).containsExactly(List.of(1, 2), List.of(3));
    gramme.advance(Duration.ofSeconds(30));
    put(4, 4);
    gramme.advance(SECOND);
    var all = events.all();
    assertThat(all).hasSize(4);
    assertThat(Events.at(all.get(0), "window", "start").asString())
        .isEqualTo("2026-11-21T12:00:00Z");
    assertThat(Events.at(all.get(0), "window", "end").asString()).isEqualTo("2026-11-21T12:00:30Z");
    assertThat(all)
        .extracting(event -> Events.at(event, "isFinalInvokeForWindow").asBoolean())
        .containsExactly(false, false, true, false);
    assertThat(Events.at(all.get(2), "state", "sum").asNumber()).isEqualTo("6");
    assertThat(Events.at(all.get(3), "state").asObject()).isEmpty();
  }

  @Test
  void filters_pass_what_matches_one_of_the_patterns() {
    put("a", 1);
    put("b", 2);
    put("b", 3);
    put("abc", 4);
    bind(
        mapping()
            .filters(
                List.of(
                    "{\"eventName\":[\"MODIFY\"]}",
                    "{\"dynamodb\":{\"Keys\":{\"id\":{\"S\":[{\"prefix\":\"ab\"}]}}}}")));
    assertThat(events.versions()).containsExactly(3, 4);
    assertThat(status().filtered()).isEqualTo(2);
  }

  @Test
  void parallel_batches_keep_the_order_of_each_item_and_fail_alone() {
    for (int version = 1; version <= 3; version++) {
      for (String id : List.of("a", "b", "c", "d", "e", "f", "g", "h")) {
        put(id, version);
      }
    }
    events.respondWith(event -> {
      var first = Events.records(event).getFirst();
      if (Events.at(first, "dynamodb", "Keys", "id", "S").asString().equals("a")) {
        throw new IOException("a poisoned item");
      }
      return null;
    });
    bind(mapping().parallelization(10).batchSize(1));
    assertThat(status().records()).isBetween(9L, 21L);
    events.respondWith(event -> null);
    gramme.advance(SECOND);
    assertThat(status().records()).isEqualTo(24);
    assertThat(handled("a")).containsExactly(1, 1, 2, 3);
    assertThat(handled("b")).containsExactly(1, 2, 3);
  }

  private List<Integer> handled(String id) {
    return events.all().stream()
        .map(event -> Events.at(Events.records(event).getFirst(), "dynamodb", "NewImage"))
        .filter(image -> Events.at(image, "id", "S").asString().equals(id))
        .map(image -> Integer.valueOf(Events.at(image, "version", "N").asString()))
        .toList();
  }

  @Test
  void the_records_of_child_shards_come_after_those_of_their_parent() {
    put(1, 3);
    dynamo.updateTable(request ->
        request
            .tableName("orders")
            .provisionedThroughput(t -> t.readCapacityUnits(1L).writeCapacityUnits(3000L)));
    put(4, 6);
    bind(mapping().batchSize(2));
    assertThat(events.versions()).containsExactly(1, 2, 3, 4, 5, 6);
  }

  @Test
  void a_function_continues_at_its_position_when_the_database_is_reopened() {
    put(1, 3);
    bind(mapping());
    put(4, 5);
    try (var reopened = gramme.fork()) {
      assertThat(reopened.functions().list())
          .extracting(FunctionStatus::state)
          .containsExactly(State.UNBOUND);
      var later = new Events();
      reopened.functions().bind("mailer", mapping().build(), later);
      reopened.advance(SECOND);
      assertThat(later.versions()).containsExactly(4, 5);
    }
  }

  @Test
  void a_function_misses_no_records_when_its_parallelization_changes() {
    put(1, 3);
    bind(mapping().parallelization(4));
    put(4, 5);
    bind(mapping().parallelization(2));
    assertThat(events.versions()).contains(1, 2, 3, 4, 5);
  }

  @Test
  void a_removed_function_is_not_called_any_more_and_loses_its_position() {
    put(1, 2);
    bind(mapping());
    gramme.functions().remove("mailer");
    put(3, 3);
    gramme.advance(SECOND);
    assertThat(events.versions()).containsExactly(1, 2);
    assertThat(gramme.functions().list()).isEmpty();
    bind(mapping());
    assertThat(events.versions()).containsExactly(1, 2, 1, 2, 3);
  }

  @Test
  void a_function_ends_with_its_stream() {
    put(1, 2);
    bind(mapping());
    dynamo.updateTable(r -> r.tableName("orders").streamSpecification(s -> s.streamEnabled(false)));
    gramme.advance(SECOND);
    assertThat(status().state()).isEqualTo(State.ENDED);
    assertThat(events.versions()).containsExactly(1, 2);
  }

  @Test
  void invalid_mappings_are_rejected() {
    assertRejected(mapping().batchSize(0), "'batchSize'");
    assertRejected(mapping().parallelization(11), "'parallelizationFactor'");
    assertRejected(mapping().maximumRecordAge(SECOND), "MaximumRecordAgeInSeconds");
    assertRejected(mapping().batchingWindow(Duration.ofMillis(1500)), "whole seconds");
    assertRejected(mapping().tumblingWindow(SECOND).parallelization(2), "ParallelizationFactor");
    assertRejected(mapping().filters(List.of("{\"a\":1}")), "Invalid filter pattern");
    assertRejected(
        FunctionMapping.of(arn.replace("orders", "others"), StartingPosition.LATEST),
        "Requested resource not found");
  }

  private void assertRejected(FunctionMapping.Builder mapping, String message) {
    assertThatThrownBy(() -> bind(mapping))
        .isInstanceOf(ApiError.class)
        .hasMessageContaining(message);
  }
}
