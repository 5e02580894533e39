package dev.gramme.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.storage.memory.MemoryStore;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The size limit of an item collection, here 1000 bytes: items and their entries in local indexes.
 */
final class ItemCollectionLimitTest {
  private final MemoryStore store = new MemoryStore();
  private final Engine engine =
      Engine.open(
          store,
          () -> Instant.EPOCH,
          Runnable::run,
          EngineOptions.builder().itemCollectionLimitBytes(1000).build());
  private final Calls calls = new Calls(engine);

  @BeforeEach
  void a_table_with_a_local_index() {
    calls.answer(
        "CreateTable",
        """
        {"TableName":"tab","BillingMode":"PAY_PER_REQUEST",
         "AttributeDefinitions":[
          {"AttributeName":"pk","AttributeType":"S"},{"AttributeName":"sk","AttributeType":"S"},
          {"AttributeName":"l","AttributeType":"S"}],
         "KeySchema":[
          {"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}],
         "LocalSecondaryIndexes":[{"IndexName":"lsi","Projection":{"ProjectionType":"ALL"},
          "KeySchema":[
           {"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"l","KeyType":"RANGE"}]}]}
        """);
  }

  @AfterEach
  void close() {
    engine.close();
    store.close();
  }

  @Test
  void a_put_beyond_it_is_refused_and_changes_nothing() {
    put("a", "x".repeat(300));
    assertThat(errorOf(() -> put("b", "x".repeat(300))))
        .satisfies(error -> {
          assertThat(error.type()).isEqualTo(ErrorType.ITEM_COLLECTION_SIZE_LIMIT_EXCEEDED);
          assertThat(error.text()).contains("Collection size exceeded.");
        });
    assertThat(calls.answer("Scan", "{\"TableName\":\"tab\",\"Select\":\"COUNT\"}"))
        .contains("\"Count\":1");
  }

  @Test
  void entries_of_the_local_index_count() {
    put("a", "x".repeat(300));
    // The item alone would fit, but not together with its index entry.
    assertThat(errorOf(() -> put("b", "x".repeat(250))).type())
        .isEqualTo(ErrorType.ITEM_COLLECTION_SIZE_LIMIT_EXCEEDED);
    putWithoutEntry("b", "x".repeat(250));
  }

  @Test
  void a_smaller_collection_accepts_items_again() {
    put("a", "x".repeat(300));
    put("a", "x");
    put("b", "x".repeat(300));
    calls.answer(
        "DeleteItem",
        "{\"TableName\":\"tab\",\"Key\":{\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"b\"}}}");
    put("c", "x".repeat(300));
  }

  @Test
  void a_transaction_beyond_it_is_cancelled() {
    put("a", "x".repeat(300));
    var error =
        errorOf(() ->
            calls.answer(
                "TransactWriteItems",
                "{\"TransactItems\":[{\"Put\":{\"TableName\":\"tab\",\"Item\":"
                    + item("b", "x".repeat(300))
                    + "}}]}"));
    assertThat(error.type()).isEqualTo(ErrorType.TRANSACTION_CANCELED);
    var reason = error.cancellationReasons().getFirst();
    assertThat(reason.code()).isEqualTo("ItemCollectionSizeLimitExceeded");
    assertThat(reason.text()).isEqualTo("Collection size exceeded.");
  }

  private void put(String sort, String value) {
    calls.answer("PutItem", "{\"TableName\":\"tab\",\"Item\":" + item(sort, value) + "}");
  }

  private void putWithoutEntry(String sort, String value) {
    calls.answer(
        "PutItem",
        "{\"TableName\":\"tab\",\"Item\":" + item(sort, value).replace("\"l\"", "\"m\"") + "}");
  }

  private static String item(String sort, String value) {
    return """
    {"pk":{"S":"p"},"sk":{"S":"%s"},"l":{"S":"l"},"v":{"S":"%s"}}\
    """
        .formatted(sort, value);
  }

  private static ApiError errorOf(Runnable call) {
    var failure = catchThrowable(call::run);
    return (ApiError)
        (failure instanceof CompletionException
            ? Objects.requireNonNull(failure.getCause())
            : failure);
  }
}
