package dev.gramme.conformance.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.conformance.support.Endpoint;
import dev.gramme.conformance.support.TestTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionInProgressException;
import software.amazon.awssdk.services.dynamodb.model.Update;

/**
 * Concurrent clients: no update may be lost, only one condition may succeed, and the sum of all
 * balances must not change.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RaceTest {
  private static final int CLIENTS = 8;
  private static final int ROUNDS = 25;

  private final DynamoDbClient client = Endpoint.classic().client();
  private final TestTable table = TestTable.withKey(Endpoint.classic(), "pk:S");

  @AfterAll
  void delete() {
    table.close();
  }

  @Test
  void no_increment_is_lost() throws Exception {
    var key = key("counter");

    together(() -> {
      for (var i = 0; i < ROUNDS; i++) {
        client.updateItem(request ->
            request
                .tableName(table.name())
                .key(key)
                .updateExpression("ADD n :one")
                .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1"))));
      }
      return true;
    });

    assertThat(number(key, "n")).isEqualTo(CLIENTS * ROUNDS);
  }

  @Test
  void only_one_client_creates_an_item() throws Exception {
    var item = key("once");

    var winners =
        together(() -> {
          try {
            client.putItem(request ->
                request
                    .tableName(table.name())
                    .item(item)
                    .conditionExpression("attribute_not_exists(pk)"));
            return true;
          } catch (ConditionalCheckFailedException lost) {
            return false;
          }
        });

    assertThat(winners).isEqualTo(1);
  }

  @Test
  void transfers_keep_the_sum() throws Exception {
    var from = key("from");
    var to = key("to");
    for (var account : List.of(from, to)) {
      client.updateItem(request ->
          request
              .tableName(table.name())
              .key(account)
              .updateExpression("SET balance = :b")
              .expressionAttributeValues(Map.of(":b", AttributeValue.fromN("100"))));
    }

    together(() -> {
      for (var i = 0; i < ROUNDS; i++) {
        transfer(from, to);
      }
      return true;
    });

    assertThat(number(from, "balance")).isBetween(0, 100);
    assertThat(number(from, "balance") + number(to, "balance")).isEqualTo(200);
  }

  @Test
  void transactions_with_one_token_are_executed_once() throws Exception {
    var key = key("token");
    var token = UUID.randomUUID().toString();

    together(() -> {
      for (var i = 0; i < ROUNDS; i++) {
        try {
          client.transactWriteItems(request ->
              request
                  .clientRequestToken(token)
                  .transactItems(TransactWriteItem.builder().update(add(key, "1")).build()));
        } catch (TransactionCanceledException | TransactionInProgressException busy) {
          // Another client's transaction is in progress; the service gives the same errors.
          Thread.onSpinWait();
        }
      }
      return true;
    });

    assertThat(number(key, "balance")).isEqualTo(1);
  }

  private void transfer(Map<String, AttributeValue> from, Map<String, AttributeValue> to) {
    try {
      client.transactWriteItems(request ->
          request.transactItems(
              TransactWriteItem.builder()
                  .update(
                      add(from, "-1").toBuilder()
                          .conditionExpression("balance > :zero")
                          .expressionAttributeValues(
                              Map.of(
                                  ":n", AttributeValue.fromN("-1"),
                                  ":zero", AttributeValue.fromN("0")))
                          .build())
                  .build(),
              TransactWriteItem.builder().update(add(to, "1")).build()));
    } catch (TransactionCanceledException conflictOrEmpty) {
      assertThat(conflictOrEmpty.cancellationReasons())
          .extracting(reason -> reason.code())
          .containsAnyOf("TransactionConflict", "ConditionalCheckFailed");
    }
  }

  private Update add(Map<String, AttributeValue> key, String amount) {
    return Update.builder()
        .tableName(table.name())
        .key(key)
        .updateExpression("ADD balance :n")
        .expressionAttributeValues(Map.of(":n", AttributeValue.fromN(amount)))
        .build();
  }

  private int number(Map<String, AttributeValue> key, String name) {
    var item =
        client.getItem(request -> request.tableName(table.name()).key(key).consistentRead(true));
    return Integer.parseInt(Objects.requireNonNull(item.item().get(name)).n());
  }

  private static Map<String, AttributeValue> key(String name) {
    return Map.of("pk", AttributeValue.fromS(name));
  }

  /** Runs the same work in all clients concurrently; returns how many returned true. */
  private static int together(Callable<Boolean> work)
      throws InterruptedException, ExecutionException {
    try (var executor = Executors.newCachedThreadPool()) {
      var running = new ArrayList<Future<Boolean>>();
      for (var i = 0; i < CLIENTS; i++) {
        running.add(executor.submit(work));
      }
      var count = 0;
      for (var one : running) {
        count += one.get() ? 1 : 0;
      }
      return count;
    }
  }
}
