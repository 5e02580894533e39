package dev.gramme.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.testkit.Eventually;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Settings of two servers on one shared store: what one of them does holds on the other, too. */
abstract class SharedSettingsContract extends SharedJobsContract {
  private void close(Node... servers) throws Exception {
    for (Node server : servers) {
      running.remove(server);
      server.close();
    }
  }

  @Test
  void each_server_shows_the_keys_that_the_requests_of_both_used_most() throws Exception {
    create(one, "visits");
    call(
        one,
        "UpdateContributorInsights",
        "{\"TableName\":\"visits\",\"ContributorInsightsAction\":\"ENABLE\"}");
    assertThat(call(other, "DescribeContributorInsights", "{\"TableName\":\"visits\"}"))
        .contains("\"ContributorInsightsStatus\":\"ENABLED\"");
    // The other server counts as soon as it has the setting.
    Eventually.get(
        "the other server counts",
        PATIENCE,
        () -> {
          put(other, "visits", "b", "");
          return insights(second);
        },
        found -> found.contains("\"b\""));
    put(one, "visits", "a", "");
    for (Node server : List.of(first, second)) {
      Eventually.get(
          "the server shows the keys of both",
          PATIENCE,
          () -> insights(server),
          found -> found.contains("\"a\"") && found.contains("\"b\""));
    }
  }

  private String insights(Node server) throws Exception {
    return page(server, "/insights", "GET", "").body();
  }

  @Test
  void a_request_for_an_item_of_a_transaction_on_another_server_reports_the_conflict()
      throws Exception {
    create(one, "rooms");
    Node third = server(store, "--transaction-conflicts=report");
    Node fourth = server(store, "--transaction-conflicts=report");
    var isDone = new AtomicBoolean();
    int booked;
    try (var thread = Executors.newSingleThreadExecutor()) {
      // The only transactions are those of one thread on one server.
      var bookings = CompletableFuture.supplyAsync(() -> bookUntil(isDone, third.port()), thread);
      try {
        Eventually.get(
            "the conflict is reported",
            PATIENCE,
            () ->
                call(
                    fourth.port(),
                    "UpdateItem",
                    """
                    {"TableName":"rooms","Key":{"pk":{"S":"a"}},"UpdateExpression":"SET color = :c",
                    "ExpressionAttributeValues":{":c":{"S":"red"}}}\
                    """),
            answer ->
                answer.contains("TransactionConflictException")
                    && answer.contains("Transaction is ongoing for the item"));
      } finally {
        isDone.set(true);
      }
      booked = bookings.join();
    }
    assertThat(booked).isPositive();
    for (String room : List.of("a", "b")) {
      assertThat(get(other, "rooms", room)).contains("\"n\":{\"N\":\"" + booked + "\"}");
    }
    close(third, fourth);
  }

  /** Runs transactions on the same two items; returns how many have succeeded. */
  private static int bookUntil(AtomicBoolean isDone, int port) {
    String book =
        """
        {"TransactItems":[%s,%s]}\
        """
            .formatted(booking("a"), booking("b"));
    int booked = 0;
    try {
      while (!isDone.get()) {
        String answer = call(port, "TransactWriteItems", book);
        if (answer.equals("{}")) {
          booked++;
        } else {
          assertThat(answer).contains("TransactionConflict");
        }
      }
    } catch (Exception e) {
      throw new AssertionError(e);
    }
    return booked;
  }

  private static String booking(String room) {
    return """
    {"Update":{"TableName":"rooms","Key":{"pk":{"S":"%s"}},"UpdateExpression":"ADD n :one",
    "ExpressionAttributeValues":{":one":{"N":"1"}}}}\
    """
        .formatted(room);
  }

  @Test
  void a_state_of_a_table_holds_on_all_servers_and_ends_although_its_server_has_stopped()
      throws Exception {
    var database = emptyStore(folder);
    Node third = server(database, "--movable-clock", "--state-delays=10m");
    Node fourth = server(database, "--movable-clock", "--state-delays=10m");
    create(third.port(), "slow");
    close(third);
    assertThat(call(fourth.port(), "DescribeTable", "{\"TableName\":\"slow\"}"))
        .contains("\"TableStatus\":\"CREATING\"");
    assertThat(put(fourth.port(), "slow", "a", "")).contains("ResourceNotFoundException");
    assertThat(page(fourth, "/clock", "POST", "{\"advance\":\"PT11M\"}").body())
        .contains("\"ahead\":\"PT11M\"");
    awaitTable(fourth.port(), "slow");
    assertThat(put(fourth.port(), "slow", "a", "")).isEqualTo("{}");
    close(fourth);
  }

  @Test
  void servers_with_limits_as_in_the_service_count_the_requests_of_all() throws Exception {
    String[] strict = {"--like-aws", "--state-delays=none", "--throttling=none"};
    Node third = server(store, strict);
    Node fourth = server(store, strict);
    assertThat(call(third.port(), "DescribeLimits", "{}")).contains("AccountMaxReadCapacityUnits");
    assertThat(call(fourth.port(), "DescribeLimits", "{}"))
        .contains("ThrottlingException")
        .contains("Rate exceeded");
    create(third.port(), "seats");
    var buy =
        """
        {"TransactItems":[{"Update":{"TableName":"seats","Key":{"pk":{"S":"a"}},
        "UpdateExpression":"ADD sold :one","ExpressionAttributeValues":{":one":{"N":"1"}}}}]}\
        """;
    // Neither finds the items of the other's completed transactions held.
    for (int i = 0; i < 3; i++) {
      assertThat(call(third.port(), "TransactWriteItems", buy)).isEqualTo("{}");
      assertThat(call(fourth.port(), "TransactWriteItems", buy)).isEqualTo("{}");
    }
    assertThat(put(fourth.port(), "seats", "b", "")).isEqualTo("{}");
    assertThat(get(one, "seats", "a")).contains("\"sold\":{\"N\":\"6\"}");
    close(third, fourth);
  }
}
