package dev.gramme.embedded.functions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.gramme.embedded.Gramme;
import dev.gramme.functions.FunctionMapping;
import dev.gramme.functions.FunctionMapping.StartingPosition;
import dev.gramme.functions.StreamFunction;
import dev.gramme.testkit.Eventually;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/** A function uses its database while another thread advances or closes the database. */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
final class FunctionClientsTest {

  private static void bind(Gramme gramme, StreamFunction function) {
    DynamoDbClient client = gramme.client();
    String arn = Orders.create(client, StreamViewType.NEW_IMAGE);
    var mapping = FunctionMapping.of(arn, StartingPosition.TRIM_HORIZON).build();
    gramme.functions().bind("reader", mapping, function);
    client.putItem(
        put -> put.tableName("orders").item(Map.of("id", AttributeValue.fromS("order"))));
  }

  @Test
  void a_function_may_ask_for_clients_while_the_clock_advances() {
    var seen = new CompletableFuture<List<String>>();
    try (var gramme = Gramme.inMemory()) {
      bind(
          gramme,
          event -> {
            gramme.asyncClient().listTables().join();
            gramme.streamsClient().listStreams();
            seen.complete(gramme.client().listTables().tableNames());
            return null;
          });
      gramme.advance(Duration.ofSeconds(1));
      assertThat(seen).isCompletedWithValue(List.of("orders"));
    }
  }

  @Test
  void a_function_that_asks_for_a_client_while_the_database_closes_gets_an_error()
      throws Exception {
    var failures = new CompletableFuture<List<Throwable>>();
    var started = new CountDownLatch(1);
    var gramme = Gramme.inMemory();
    DynamoDbClient client = gramme.client();
    bind(
        gramme,
        event -> {
          started.countDown();
          awaitFailures(client);
          failures.complete(
              List.of(
                  catchThrowable(gramme::client),
                  catchThrowable(gramme::asyncClient),
                  catchThrowable(gramme::streamsClient)));
          return null;
        });
    started.await();
    gramme.close();
    assertThat(failures.join())
        .allSatisfy(failure ->
            assertThat(failure)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the database is closed"));
    assertThatThrownBy(gramme::client).hasMessage("the database is closed");
    gramme.close();
  }

  @Test
  void a_function_that_uses_a_new_region_while_the_database_closes_does_not_block_the_close()
      throws Exception {
    var failure = new CompletableFuture<Throwable>();
    var started = new CountDownLatch(1);
    var gramme = Gramme.inMemory();
    Thread closing = Thread.currentThread();
    DynamoDbClient client = gramme.client();
    try (DynamoDbClient other = client(gramme, Region.EU_WEST_1)) {
      bind(
          gramme,
          event -> {
            started.countDown();
            awaitFailures(client);
            Eventually.holds(
                "the close waits for this function",
                () -> closing.getState() == Thread.State.WAITING);
            failure.complete(catchThrowable(other::listTables));
            return null;
          });
      started.await();
      gramme.close();
      assertThat(failure.join()).isNotNull();
    }
  }

  /** Returns when the close of the database has begun. */
  private static void awaitFailures(DynamoDbClient client) {
    Eventually.get("requests fail", () -> catchThrowable(client::listTables), seen -> seen != null);
  }

  /** A client that the database does not close. */
  private static DynamoDbClient client(Gramme gramme, Region region) {
    return DynamoDbClient.builder()
        .httpClient(gramme.httpClient())
        .region(region)
        .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("x", "x")))
        .build();
  }
}
