package dev.gramme.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.engine.write.TransactionConflicts;
import dev.gramme.storage.memory.MemoryStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/**
 * The errors that clients receive while a transaction is in progress and conflicts are reported.
 */
final class UnprocessedItemsTest {
  private static final String ITEM = "{\"pk\":{\"S\":\"a\"}}";
  private static final String OTHER = "{\"pk\":{\"S\":\"b\"}}";

  private final CountDownLatch underWay = new CountDownLatch(1);
  private final CountDownLatch mayContinue = new CountDownLatch(1);
  private volatile boolean blocking;

  /** Blocks the transaction: because it has a token, it reads the clock inside the store. */
  private final InstantSource clock =
      () -> {
        if (blocking) {
          underWay.countDown();
          await(mayContinue);
        }
        return Instant.EPOCH;
      };

  @Test
  void batch_entries_that_conflict_with_a_transaction_are_returned_unprocessed() {
    try (var store = new MemoryStore();
        var engine =
            Engine.open(
                store,
                clock,
                Runnable::run,
                EngineOptions.builder()
                    .transactionConflicts(TransactionConflicts.REPORT)
                    .build())) {
      var calls = new Calls(engine);
      calls.answer(
          "CreateTable",
          """
          {"TableName":"tab","BillingMode":"PAY_PER_REQUEST",
           "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],
           "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}]}
          """);
      blocking = true;
      var transaction =
          CompletableFuture.supplyAsync(
              () ->
                  calls.answer(
                      "TransactWriteItems",
                      """
                      {"ClientRequestToken":"t","TransactItems":[
                       {"Put":{"TableName":"tab","Item":%s}},
                       {"Delete":{"TableName":"tab","Key":%s}}]}
                      """
                          .formatted(ITEM, OTHER)),
              task -> Thread.ofPlatform().daemon().start(task));
      await(underWay);

      assertThat(
              calls.answer(
                  "BatchWriteItem",
                  """
                  {"RequestItems":{"tab":[
                   {"PutRequest":{"Item":%s}},{"DeleteRequest":{"Key":%s}}]},
                   "ReturnConsumedCapacity":"TOTAL"}
                  """
                      .formatted(ITEM, OTHER)))
          .isEqualTo(
              "{\"UnprocessedItems\":{\"tab\":[{\"PutRequest\":{\"Item\":"
                  + ITEM
                  + "}},{\"DeleteRequest\":{\"Key\":"
                  + OTHER
                  + "}}]},\"ConsumedCapacity\":[]}");
      assertThatThrownBy(
              () -> calls.answer("PutItem", "{\"TableName\":\"tab\",\"Item\":" + ITEM + "}"))
          .hasRootCauseMessage("Transaction is ongoing for the item");

      mayContinue.countDown();
      assertThat(transaction.join()).isEqualTo("{}");
      assertThat(calls.answer("GetItem", "{\"TableName\":\"tab\",\"Key\":" + ITEM + "}"))
          .isEqualTo("{\"Item\":" + ITEM + "}");
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
