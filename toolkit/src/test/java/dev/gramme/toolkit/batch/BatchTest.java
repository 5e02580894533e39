package dev.gramme.toolkit.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.embedded.Gramme;
import dev.gramme.toolkit.Seeds;
import dev.gramme.toolkit.Tables;
import dev.gramme.toolkit.client.DelegatingClient;
import dev.gramme.toolkit.key.PrimaryKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

class BatchTest {
  private static final String TABLE = "things";

  private final List<Duration> slept = Collections.synchronizedList(new ArrayList<>());
  private Gramme gramme;
  private DynamoDbClient client;

  @BeforeEach
  void open() {
    gramme = Gramme.inMemory();
    client = gramme.client();
    Tables.create(client, TABLE, "PK");
  }

  @AfterEach
  void close() {
    gramme.close();
  }

  private Backoff backoff(int attempts) {
    return new Backoff(
        Duration.ofMillis(10),
        Duration.ofMillis(80),
        attempts,
        new SplittableRandom(1),
        slept::add);
  }

  private static WriteRequest put(String pk, String value) {
    return WriteRequest.builder()
        .putRequest(PutRequest.builder().item(Tables.item(pk, value)).build())
        .build();
  }

  private static WriteRequest delete(String pk) {
    return WriteRequest.builder()
        .deleteRequest(DeleteRequest.builder().key(Tables.key(pk)).build())
        .build();
  }

  @Test
  void any_number_of_items_is_written_and_read_though_each_response_processes_only_some() {
    Seeds.forAll(
        5,
        random -> {
          Stingy stingy = new Stingy(client, random);
          List<Map<String, AttributeValue>> items = new ArrayList<>();
          List<Map<String, AttributeValue>> keys = new ArrayList<>();
          for (int i = 0; i < 333; i++) {
            items.add(Tables.item("id" + i, "v" + random.nextInt()));
            keys.add(Tables.key("id" + i));
          }
          keys.add(Tables.key("nothing"));
          keys.add(Tables.key("id7"));

          BatchWriter.Report report =
              BatchWriter.of(stingy, TABLE, backoff(100), "PK").concurrency(3).put(items);
          BatchReader.Result result =
              BatchReader.of(stingy, backoff(100)).concurrency(3).read(TABLE, keys);

          assertThat(report.isSuccess()).isTrue();
          assertThat(report.written()).isEqualTo(333);
          assertThat(result.unread()).isEmpty();
          assertThat(result.items().values()).containsExactlyElementsOf(items);
          assertThat(stingy.mostUnderWay).hasValueLessThanOrEqualTo(3);
        });
  }

  @Test
  void the_last_of_several_writes_of_an_item_counts() {
    Seeds.forAll(
        10,
        random -> {
          Stingy stingy = new Stingy(client, random);
          List<WriteRequest> writes = new ArrayList<>();
          Map<String, String> expected = new HashMap<>();
          for (int i = 0; i < 300; i++) {
            String pk = "id" + random.nextInt(60);
            if (random.nextInt(4) == 0) {
              writes.add(delete(pk));
              expected.remove(pk);
            } else {
              writes.add(put(pk, "v" + i));
              expected.put(pk, "v" + i);
            }
          }
          // Deletes or replaces the items of an earlier run first.
          for (int i = 59; i >= 0; i--) {
            writes.addFirst(delete("id" + i));
          }

          BatchWriter.Report report =
              BatchWriter.of(stingy, TABLE, backoff(100), "PK").concurrency(4).write(writes);

          assertThat(report.isSuccess()).isTrue();
          assertThat(report.written() + report.superseded()).isEqualTo(360);
          Map<String, String> found = new HashMap<>();
          for (Map<String, AttributeValue> item : Tables.all(client, TABLE)) {
            found.put(Tables.text(item, "PK"), Tables.text(item, "value"));
          }
          assertThat(found).isEqualTo(expected);
        });
  }

  @Test
  void an_item_that_cannot_be_written_is_reported_and_the_others_are_written() {
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      items.add(Tables.item("id" + i, i == 13 ? "x".repeat(410_000) : "v"));
    }

    BatchWriter.Report report = BatchWriter.of(client, TABLE, backoff(3), "PK").put(items);

    assertThat(report.isSuccess()).isFalse();
    assertThat(report.complete()).isTrue();
    assertThat(report.written()).isEqualTo(39);
    assertThat(report.failures()).hasSize(1);
    assertThat(Tables.text(report.failures().getFirst().write().putRequest().item(), "PK"))
        .isEqualTo("id13");
    assertThat(report.failures().getFirst().reason()).contains("Item size");
    assertThat(Tables.all(client, TABLE)).hasSize(39);
  }

  @Test
  void requests_never_processed_are_reported_after_the_last_attempt() {
    DynamoDbClient never =
        new DelegatingClient(client) {
          @Override
          public BatchWriteItemResponse batchWriteItem(BatchWriteItemRequest request) {
            return BatchWriteItemResponse.builder()
                .unprocessedItems(request.requestItems())
                .build();
          }

          @Override
          public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
            return BatchGetItemResponse.builder().unprocessedKeys(request.requestItems()).build();
          }
        };

    BatchWriter.Report report =
        BatchWriter.of(never, TABLE, backoff(6), "PK").write(List.of(put("a", "1"), put("b", "1")));
    assertThat(report.failures()).hasSize(2);
    assertThat(report.failures().getFirst().reason())
        .isEqualTo("UnprocessedItems after all attempts");
    // Five pauses, each a random part of a limit that doubles up to the longest.
    assertThat(slept).hasSize(5);
    for (int i = 0; i < 5; i++) {
      assertThat(slept.get(i)).isBetween(Duration.ZERO, Duration.ofMillis(Math.min(80, 10L << i)));
    }

    BatchReader.Result result =
        BatchReader.of(never, backoff(2)).read(TABLE, List.of(Tables.key("a")));
    assertThat(result.items()).isEmpty();
    assertThat(result.unread()).containsExactly(new PrimaryKey(Tables.key("a")));
  }

  @Test
  void reading_continues_after_responses_of_sixteen_megabytes() {
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    List<Map<String, AttributeValue>> keys = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      items.add(Tables.item("id" + i, "x".repeat(380_000)));
      keys.add(Tables.key("id" + i));
    }

    assertThat(BatchWriter.of(client, TABLE, backoff(5), "PK").put(items).isSuccess()).isTrue();
    BatchReader.Result result = BatchReader.of(client, backoff(5)).read(TABLE, keys);

    assertThat(result.items()).hasSize(60);
    assertThat(slept).isNotEmpty();
  }

  @Test
  void a_projection_and_consistency_are_requested() {
    Tables.put(
        client, TABLE, Map.of("PK", Tables.s("a"), "value", Tables.s("1"), "more", Tables.s("2")));

    BatchReader.Result result =
        BatchReader.of(client, backoff(1))
            .read(
                TABLE,
                KeysAndAttributes.builder()
                    .keys(List.of(Tables.key("a")))
                    .consistentRead(true)
                    .projectionExpression("PK, more")
                    .build());

    assertThat(result.items().values())
        .containsExactly(Map.of("PK", Tables.s("a"), "more", Tables.s("2")));
  }

  @Test
  void an_error_of_the_whole_request_is_thrown_or_reported() {
    assertThatThrownBy(
            () -> BatchReader.of(client, backoff(3)).read("nothing", List.of(Tables.key("a"))))
        .isInstanceOf(ResourceNotFoundException.class);

    BatchWriter.Report report =
        BatchWriter.of(client, "nothing", backoff(3), "PK").write(List.of(put("a", "1")));
    assertThat(report.failures()).hasSize(1);
    assertThat(slept).isEmpty();
  }

  @Test
  void progress_is_reported_after_every_request() {
    List<Long> told = Collections.synchronizedList(new ArrayList<>());
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      items.add(Tables.item("id" + i, "v"));
    }

    BatchWriter.of(client, TABLE, backoff(3), "PK")
        .on(Runnable::run)
        .onProgress(report -> told.add(report.written()))
        .put(items);

    assertThat(told).containsExactly(25L, 50L, 60L);
  }

  @Test
  void swapped_delays_are_refused() {
    assertThatThrownBy(() ->
            new Backoff(
                Duration.ofMillis(80),
                Duration.ofMillis(10),
                3,
                new SplittableRandom(1),
                slept::add))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("between zero and the longest delay");
  }
}
