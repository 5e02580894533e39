package dev.gramme.toolkit.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.embedded.Gramme;
import dev.gramme.toolkit.Tables;
import dev.gramme.toolkit.client.DelegatingClient;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.Get;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.Update;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Tests each rule of DAX's documentation. */
class CachingClientTest {
  private static final String TABLE = "things";

  private final List<String> asked = new ArrayList<>();
  private Instant now = Instant.parse("2026-05-16T14:23:00Z");
  private Runnable beforeAnswer = () -> {};
  private Gramme gramme;
  private DynamoDbClient table;
  private CachingClient cache;

  /**
   * Records the requests that reach the table, and can run code between the table's response and
   * its arrival.
   */
  private final class Watched extends DelegatingClient {
    Watched(DynamoDbClient delegate) {
      super(delegate);
    }

    @Override
    protected <T extends DynamoDbRequest, R extends DynamoDbResponse> R call(
        T request, Function<T, R> operation) {
      asked.add(request.getClass().getSimpleName().replace("Request", ""));
      R answer = operation.apply(request);
      Runnable once = beforeAnswer;
      beforeAnswer = () -> {};
      once.run();
      return answer;
    }
  }

  @BeforeEach
  void open() {
    gramme = Gramme.inMemory();
    table = gramme.client();
    Tables.create(table, TABLE, "PK");
    Tables.create(table, "uncached", "PK");
    cache = builder().build();
  }

  private CachingClient.Builder builder() {
    return CachingClient.builder(new Watched(table), () -> now).table(TABLE, "PK");
  }

  @AfterEach
  void close() {
    gramme.close();
  }

  private static GetItemRequest get(String pk) {
    return GetItemRequest.builder().tableName(TABLE).key(Tables.key(pk)).build();
  }

  private Map<String, AttributeValue> read(String pk) {
    GetItemResponse answer = cache.getItem(get(pk));
    return answer.hasItem() ? answer.item() : Map.of();
  }

  private void putBehind(String pk, String value) {
    Tables.put(table, TABLE, Tables.item(pk, value));
  }

  private void assertAsked(String... requests) {
    assertThat(asked).containsExactly(requests);
    asked.clear();
  }

  @Test
  void an_item_is_read_from_the_table_once_and_then_from_the_cache() {
    putBehind("a", "1");

    assertThat(read("a")).isEqualTo(Tables.item("a", "1"));
    putBehind("a", "2");
    assertThat(read("a")).isEqualTo(Tables.item("a", "1"));
    assertAsked("GetItem");
  }

  @Test
  void an_item_is_forgotten_after_its_time_to_live_however_often_it_is_read() {
    putBehind("a", "1");
    read("a");
    putBehind("a", "2");

    now = now.plus(Duration.ofMinutes(5)).minusMillis(1);
    assertThat(read("a")).isEqualTo(Tables.item("a", "1"));
    now = now.plusMillis(1);
    assertThat(read("a")).isEqualTo(Tables.item("a", "2"));
  }

  @Test
  void missing_items_are_cached_too() {
    assertThat(read("a")).isEmpty();
    putBehind("a", "1");

    assertThat(cache.getItem(get("a")).hasItem()).isFalse();
    assertAsked("GetItem");
    now = now.plus(Duration.ofMinutes(5));
    assertThat(read("a")).isNotEmpty();
  }

  @Test
  void a_strongly_consistent_read_goes_to_the_table_and_does_not_fill_the_cache() {
    putBehind("a", "1");
    GetItemRequest consistent = get("a").toBuilder().consistentRead(true).build();

    cache.getItem(consistent);
    putBehind("a", "2");
    assertThat(read("a")).isEqualTo(Tables.item("a", "2"));
    putBehind("a", "3");
    assertThat(cache.getItem(consistent).item()).isEqualTo(Tables.item("a", "3"));
    assertThat(read("a")).isEqualTo(Tables.item("a", "2"));
    assertAsked("GetItem", "GetItem", "GetItem");
  }

  @Test
  void a_transactional_read_goes_to_the_table_and_does_not_fill_the_cache() {
    putBehind("a", "1");
    cache.transactGetItems(
        TransactGetItemsRequest.builder()
            .transactItems(
                TransactGetItem.builder()
                    .get(Get.builder().tableName(TABLE).key(Tables.key("a")).build())
                    .build())
            .build());

    read("a");
    assertAsked("TransactGetItems", "GetItem");
  }

  @Test
  void put_and_delete_are_written_through() {
    cache.putItem(PutItemRequest.builder().tableName(TABLE).item(Tables.item("a", "1")).build());
    assertThat(read("a")).isEqualTo(Tables.item("a", "1"));
    assertThat(table.getItem(get("a")).item()).isEqualTo(Tables.item("a", "1"));
    cache.deleteItem(DeleteItemRequest.builder().tableName(TABLE).key(Tables.key("a")).build());
    assertThat(read("a")).isEmpty();
    assertThat(table.getItem(get("a")).hasItem()).isFalse();
    assertAsked("PutItem", "DeleteItem");
  }

  @Test
  void an_update_is_written_through_and_returns_the_requested_values() {
    UpdateItemRequest update =
        UpdateItemRequest.builder()
            .tableName(TABLE)
            .key(Tables.key("a"))
            .updateExpression("ADD n :one")
            .expressionAttributeValues(Map.of(":one", Tables.n(1)))
            .build();

    UpdateItemResponse quiet = cache.updateItem(update);
    assertThat(quiet.hasAttributes()).isFalse();
    assertThat(read("a")).isEqualTo(Map.of("PK", Tables.s("a"), "n", Tables.n(1)));
    UpdateItemResponse all =
        cache.updateItem(update.toBuilder().returnValues(ReturnValue.ALL_NEW).build());
    assertThat(all.attributes()).containsEntry("n", Tables.n(2));
    assertThat(read("a")).containsEntry("n", Tables.n(2));
    assertAsked("UpdateItem", "UpdateItem");

    UpdateItemResponse old =
        cache.updateItem(update.toBuilder().returnValues(ReturnValue.UPDATED_OLD).build());
    assertThat(old.attributes()).isEqualTo(Map.of("n", Tables.n(2)));
    assertThat(read("a")).containsEntry("n", Tables.n(3));
    assertAsked("UpdateItem", "GetItem");
  }

  @Test
  void a_write_that_fails_leaves_nothing_that_could_be_wrong() {
    putBehind("a", "1");
    read("a");
    putBehind("a", "2");
    assertThatThrownBy(() ->
            cache.putItem(
                PutItemRequest.builder()
                    .tableName(TABLE)
                    .item(Tables.item("a", "3"))
                    .conditionExpression("attribute_not_exists(PK)")
                    .build()))
        .isInstanceOf(ConditionalCheckFailedException.class);

    assertThat(read("a")).isEqualTo(Tables.item("a", "2"));
  }

  @Test
  void batches_and_transactions_are_written_through() {
    read("b");
    cache.batchWriteItem(
        BatchWriteItemRequest.builder()
            .requestItems(
                Map.of(
                    TABLE,
                    List.of(
                        WriteRequest.builder()
                            .putRequest(PutRequest.builder().item(Tables.item("a", "1")).build())
                            .build(),
                        WriteRequest.builder()
                            .deleteRequest(DeleteRequest.builder().key(Tables.key("b")).build())
                            .build())))
            .build());
    assertThat(read("a")).isEqualTo(Tables.item("a", "1"));
    assertThat(read("b")).isEmpty();
    assertAsked("GetItem", "BatchWriteItem");

    cache.transactWriteItems(transaction().build());
    assertThat(read("a")).isEmpty();
    assertThat(read("b")).isEqualTo(Tables.item("b", "2"));
    assertAsked("TransactWriteItems");
    assertThat(read("c")).containsEntry("n", Tables.n(1));
    assertAsked("GetItem");
  }

  private static TransactWriteItemsRequest.Builder transaction() {
    return TransactWriteItemsRequest.builder()
        .transactItems(
            TransactWriteItem.builder()
                .put(Put.builder().tableName(TABLE).item(Tables.item("b", "2")).build())
                .build(),
            TransactWriteItem.builder()
                .delete(Delete.builder().tableName(TABLE).key(Tables.key("a")).build())
                .build(),
            TransactWriteItem.builder()
                .update(
                    Update.builder()
                        .tableName(TABLE)
                        .key(Tables.key("c"))
                        .updateExpression("ADD n :one")
                        .expressionAttributeValues(Map.of(":one", Tables.n(1)))
                        .build())
                .build());
  }

  @Test
  void a_transaction_that_is_repeated_under_its_token_does_not_bring_old_items_back() {
    cache.transactWriteItems(transaction().clientRequestToken("t").build());
    putBehind("b", "3");
    cache.transactWriteItems(transaction().clientRequestToken("t").build());

    assertThat(read("b")).isEqualTo(Tables.item("b", "3"));
  }

  @Test
  void a_batch_reads_only_the_missing_items_from_the_table() {
    putBehind("a", "1");
    putBehind("b", "1");
    read("a");
    putBehind("a", "2");
    BatchGetItemRequest batch =
        BatchGetItemRequest.builder()
            .requestItems(
                Map.of(
                    TABLE,
                    KeysAndAttributes.builder()
                        .keys(List.of(Tables.key("a"), Tables.key("b"), Tables.key("c")))
                        .build()))
            .build();

    assertThat(cache.batchGetItem(batch).responses().get(TABLE))
        .containsExactlyInAnyOrder(Tables.item("a", "1"), Tables.item("b", "1"));
    putBehind("c", "1");
    assertThat(cache.batchGetItem(batch).responses().get(TABLE)).hasSize(2);
    assertThat(read("b")).isNotEmpty();
    assertThat(read("c")).isEmpty();
    assertAsked("GetItem", "BatchGetItem");
  }

  @Test
  void projections_are_kept_each_for_itself_and_go_with_the_item() {
    Tables.put(table, TABLE, Map.of("PK", Tables.s("a"), "x", Tables.n(1), "y", Tables.n(2)));
    GetItemRequest x = get("a").toBuilder().projectionExpression("x").build();
    GetItemRequest named =
        get("a").toBuilder()
            .projectionExpression("#n")
            .expressionAttributeNames(Map.of("#n", "y"))
            .build();

    for (int i = 0; i < 2; i++) {
      assertThat(cache.getItem(x).item()).isEqualTo(Map.of("x", Tables.n(1)));
      assertThat(cache.getItem(named).item()).isEqualTo(Map.of("y", Tables.n(2)));
      assertThat(read("a")).hasSize(3);
    }
    assertAsked("GetItem", "GetItem", "GetItem");
    cache.putItem(PutItemRequest.builder().tableName(TABLE).item(Tables.item("a", "1")).build());
    assertThat(cache.getItem(x).item()).isEmpty();
  }

  @Test
  void results_of_queries_and_scans_are_kept_by_their_whole_request_and_not_changed_by_writes() {
    putBehind("a", "1");
    QueryRequest query =
        QueryRequest.builder()
            .tableName(TABLE)
            .keyConditionExpression("PK = :pk")
            .expressionAttributeValues(Map.of(":pk", Tables.s("a")))
            .build();
    ScanRequest scan = ScanRequest.builder().tableName(TABLE).build();

    assertThat(cache.query(query).items()).hasSize(1);
    assertThat(cache.scan(scan).items()).hasSize(1);
    cache.putItem(PutItemRequest.builder().tableName(TABLE).item(Tables.item("a", "2")).build());
    cache.putItem(PutItemRequest.builder().tableName(TABLE).item(Tables.item("b", "2")).build());
    assertThat(cache.query(query).items()).containsExactly(Tables.item("a", "1"));
    assertThat(cache.scan(scan).items()).hasSize(1);
    assertThat(cache.scan(scan.toBuilder().limit(1).build()).items()).hasSize(1);
    assertThat(cache.query(query.toBuilder().consistentRead(true).build()).items())
        .containsExactly(Tables.item("a", "2"));
    assertAsked("Query", "Scan", "PutItem", "PutItem", "Scan", "Query");
    now = now.plus(Duration.ofMinutes(5));
    assertThat(cache.query(query).items()).containsExactly(Tables.item("a", "2"));
    assertThat(cache.scan(scan).items()).hasSize(2);
  }

  @Test
  void items_of_a_query_are_not_in_the_item_cache() {
    putBehind("a", "1");
    cache.scan(ScanRequest.builder().tableName(TABLE).build());
    putBehind("a", "2");

    assertThat(read("a")).isEqualTo(Tables.item("a", "2"));
  }

  @Test
  void an_answer_of_the_cache_has_no_consumed_capacity() {
    putBehind("a", "1");
    GetItemRequest get =
        get("a").toBuilder().returnConsumedCapacity(ReturnConsumedCapacity.TOTAL).build();
    ScanRequest scan =
        ScanRequest.builder()
            .tableName(TABLE)
            .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
            .build();

    assertThat(cache.getItem(get).consumedCapacity()).isNotNull();
    assertThat(cache.getItem(get).consumedCapacity()).isNull();
    assertThat(cache.scan(scan).consumedCapacity()).isNotNull();
    assertThat(cache.scan(scan).consumedCapacity()).isNull();
  }

  @Test
  void the_least_recently_used_entry_is_evicted_first() {
    cache = builder().itemBytes(1_000).queryBytes(1_500).build();
    for (String pk : List.of("a", "b", "c")) {
      putBehind(pk, "x".repeat(200));
    }
    read("a");
    read("b");
    read("a");
    read("c");
    assertAsked("GetItem", "GetItem", "GetItem");
    assertThat(cache.bytes()).isBetween(600L, 1_000L);
    read("a");
    read("c");
    read("b");
    assertAsked();
    cache = builder().itemBytes(700).build();
    read("a");
    read("b");
    read("a");
    read("c");
    asked.clear();
    read("a");
    assertAsked();
    read("b");
    assertAsked("GetItem");
    putBehind("big", "x".repeat(2_000));
    read("big");
    read("big");
    assertAsked("GetItem", "GetItem");
  }

  @Test
  void other_tables_are_not_cached() {
    Tables.put(table, "uncached", Tables.item("a", "1"));
    GetItemRequest uncached =
        GetItemRequest.builder().tableName("uncached").key(Tables.key("a")).build();

    cache.getItem(uncached);
    cache.getItem(uncached);
    cache.putItem(
        PutItemRequest.builder().tableName("uncached").item(Tables.item("a", "1")).build());
    cache.executeStatement(
        ExecuteStatementRequest.builder().statement("SELECT * FROM things").build());
    assertAsked("GetItem", "GetItem", "PutItem", "ExecuteStatement");
    assertThat(cache.bytes()).isZero();
  }

  @Test
  void a_table_under_its_arn_is_the_same_table() {
    String arn = table.describeTable(describe -> describe.tableName(TABLE)).table().tableArn();
    putBehind("a", "1");
    read("a");
    cache.putItem(PutItemRequest.builder().tableName(arn).item(Tables.item("a", "2")).build());

    assertThat(read("a")).isEqualTo(Tables.item("a", "2"));
  }

  @Test
  void an_old_item_that_arrives_after_a_new_one_was_written_is_not_kept() {
    putBehind("a", "1");
    beforeAnswer =
        () ->
            cache.putItem(
                PutItemRequest.builder().tableName(TABLE).item(Tables.item("a", "2")).build());

    // The read gets its response, then the write happens, then the response arrives.
    assertThat(read("a")).isEqualTo(Tables.item("a", "1"));
    assertThat(read("a")).isEqualTo(Tables.item("a", "2"));
  }

  @Test
  void of_two_concurrent_writes_neither_is_taken_for_the_last() {
    PutItemRequest first =
        PutItemRequest.builder().tableName(TABLE).item(Tables.item("a", "1")).build();
    PutItemRequest second =
        PutItemRequest.builder().tableName(TABLE).item(Tables.item("a", "2")).build();
    beforeAnswer = () -> cache.putItem(second);

    // The first write happens, then the second, whose response arrives before that of the first.
    cache.putItem(first);
    assertThat(read("a")).isEqualTo(Tables.item("a", "2"));
    assertAsked("PutItem", "PutItem", "GetItem");
  }

  @Test
  void an_item_read_while_the_cache_is_cleared_is_not_kept() {
    putBehind("a", "1");
    beforeAnswer = () -> cache.clear();
    read("a");
    read("a");
    assertAsked("GetItem", "GetItem");
    ScanRequest scan = ScanRequest.builder().tableName(TABLE).build();
    beforeAnswer = () -> cache.clear();
    cache.scan(scan);
    cache.scan(scan);
    assertAsked("Scan", "Scan");
  }

  @Test
  void pages_of_a_paginator_are_kept_each_for_itself() {
    for (int i = 0; i < 5; i++) {
      putBehind("p" + i, "1");
    }
    ScanRequest scan = ScanRequest.builder().tableName(TABLE).limit(2).build();

    assertThat(cache.scanPaginator(scan).items().stream().count()).isEqualTo(5);
    int requests = asked.size();
    assertThat(cache.scanPaginator(scan).items().stream().count()).isEqualTo(5);
    assertThat(asked).hasSize(requests);
    QueryResponse none =
        cache.query(
            QueryRequest.builder()
                .tableName(TABLE)
                .keyConditionExpression("PK = :pk")
                .expressionAttributeValues(Map.of(":pk", Tables.s("nobody")))
                .build());
    assertThat(none.items()).isEmpty();
  }
}
