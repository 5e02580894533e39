package dev.gramme.embedded.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.embedded.proof.EngineCalls.Answer;
import dev.gramme.engine.EngineOptions;
import dev.gramme.storage.memory.MemoryStore;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The size limit of item collections, which is 10 GB in the service and 10,000 bytes in this test.
 */
final class ItemCollectionLimitTest {
  private static final String TABLE =
      """
      {"TableName":"things","BillingMode":"PAY_PER_REQUEST","AttributeDefinitions":[\
      {"AttributeName":"pk","AttributeType":"S"},{"AttributeName":"sk","AttributeType":"N"},\
      {"AttributeName":"l","AttributeType":"N"}],\
      "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}],\
      "LocalSecondaryIndexes":[{"IndexName":"lsi","KeySchema":[\
      {"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"l","KeyType":"RANGE"}],\
      "Projection":{"ProjectionType":"ALL"}}]}\
      """;

  private final EngineCalls calls =
      new EngineCalls(
          new MemoryStore(),
          InstantSource.system(),
          EngineOptions.builder().itemCollectionLimitBytes(10_000).build());

  @BeforeEach
  void createTable() {
    calls.must("CreateTable", TABLE);
  }

  @AfterEach
  void audit() {
    calls.closeAndAudit();
  }

  private static String item(String pk, int sk, int bytes, String more) {
    return "{\"pk\":{\"S\":\"%s\"},\"sk\":{\"N\":\"%d\"},\"f\":{\"S\":\"%s\"}%s}"
        .formatted(pk, sk, "x".repeat(bytes), more);
  }

  private Answer put(String pk, int sk, int bytes, String more) {
    return calls.call(
        "PutItem", "{\"TableName\":\"things\",\"Item\":" + item(pk, sk, bytes, more) + "}");
  }

  private static void assertRejected(Answer answer) {
    assertThat(answer.isError("ItemCollectionSizeLimitExceededException"))
        .as(answer.body())
        .isTrue();
  }

  private static void assertAccepted(Answer answer) {
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
  }

  @Test
  void writes_that_would_grow_a_collection_beyond_the_limit_are_rejected() {
    assertAccepted(put("a", 1, 6000, ""));
    assertRejected(put("a", 2, 6000, ""));
    assertAccepted(put("b", 2, 6000, ""));
    assertAccepted(put("a", 2, 3000, ""));
    assertRejected(
        calls.call(
            "UpdateItem",
            """
            {"TableName":"things","Key":{"pk":{"S":"a"},"sk":{"N":"2"}},"UpdateExpression":"SET h = :h",\
            "ExpressionAttributeValues":{":h":{"S":"%s"}}}\
            """
                .formatted("y".repeat(2000))));
  }

  @Test
  void entries_of_local_indexes_count() {
    assertRejected(put("a", 1, 6000, ",\"l\":{\"N\":\"1\"}"));
    assertAccepted(put("a", 1, 4000, ",\"l\":{\"N\":\"1\"}"));
  }

  @Test
  void shrinking_and_deleting_items_frees_space() {
    assertAccepted(put("a", 1, 9000, ""));
    assertRejected(put("a", 2, 2000, ""));
    assertAccepted(put("a", 1, 100, ""));
    assertAccepted(put("a", 2, 9000, ""));
    calls.must(
        "DeleteItem",
        "{\"TableName\":\"things\",\"Key\":{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"2\"}}}");
    assertAccepted(put("a", 3, 9000, ""));
  }

  @Test
  void a_transaction_beyond_the_limit_is_cancelled_with_a_reason_and_has_no_effect() {
    Answer answer =
        calls.call(
            "TransactWriteItems",
            "{\"TransactItems\":[{\"Put\":{\"TableName\":\"things\",\"Item\":"
                + item("a", 1, 6000, "")
                + "}},{\"Put\":{\"TableName\":\"things\",\"Item\":"
                + item("a", 2, 6000, "")
                + "}}]}");

    assertThat(answer.isError("TransactionCanceledException")).as(answer.body()).isTrue();
    assertThat(answer.body())
        .contains("[None, ItemCollectionSizeLimitExceeded]")
        .contains("\"Code\":\"ItemCollectionSizeLimitExceeded\"");
    assertThat(calls.must("Scan", "{\"TableName\":\"things\"}").body())
        .isEqualTo("{\"Count\":0,\"Items\":[],\"ScannedCount\":0}");
  }
}
