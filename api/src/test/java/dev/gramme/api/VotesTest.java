package dev.gramme.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.engine.throttle.ThrottlingMode;
import dev.gramme.model.ApiError;
import dev.gramme.storage.memory.MemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletionException;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/**
 * 20,000 units of votes a second for one candidate, as in docs/throttling.md. The counter item
 * contains a picture of 10 KB, so a vote costs ten units and the test is ten times as fast.
 */
final class VotesTest {
  private static final int VOTES = 2000;
  private static final String PICTURE = "x".repeat(10_000);

  private final MemoryStore store = new MemoryStore();
  private final Engine engine =
      Engine.open(
          store,
          () -> Instant.EPOCH,
          Runnable::run,
          EngineOptions.builder().throttling(ThrottlingMode.SERVICE).build());
  private final Calls calls = new Calls(engine);

  @Test
  void one_counter_takes_1000_units_a_second_and_twenty_take_20000() {
    calls.answer(
        "CreateTable",
        """
        {"TableName":"votes","BillingMode":"PAY_PER_REQUEST",
         "WarmThroughput":{"ReadUnitsPerSecond":12000,"WriteUnitsPerSecond":20000},
         "AttributeDefinitions":[{"AttributeName":"candidate","AttributeType":"S"}],
         "KeySchema":[{"AttributeName":"candidate","KeyType":"HASH"}]}
        """);
    for (int shard = 0; shard < 20; shard++) {
      enter("Rush#" + shard);
    }
    enter("Rush");
    engine.advance(Duration.ofSeconds(1));

    assertThat(oneSecond(vote -> "Rush")).isEqualTo(100);

    IntFunction<String> sharded = vote -> "Rush#" + vote % 20;
    int first = oneSecond(sharded);
    int halves = 0;
    while (oneSecond(sharded) < VOTES) {
      engine.advance(Duration.ofSeconds(29));
      if (++halves > 60) {
        fail("still not all after half an hour");
      }
    }

    assertThat(first).as("some of the twenty share a partition").isBetween(900, 1800);
    assertThat(oneSecond(sharded)).as("each has its own").isEqualTo(VOTES);
    engine.close();
    store.close();
  }

  private void enter(String candidate) {
    calls.answer(
        "PutItem",
        "{\"TableName\":\"votes\",\"Item\":{\"candidate\":{\"S\":\"%s\"},\"picture\":{\"S\":\"%s\"}}}"
            .formatted(candidate, PICTURE));
  }

  /** Votes for one second; returns the number of counted votes. */
  private int oneSecond(IntFunction<String> key) {
    int counted = 0;
    for (int vote = 0; vote < VOTES; vote++) {
      try {
        calls.answer(
            "UpdateItem",
            "{\"TableName\":\"votes\",\"Key\":{\"candidate\":{\"S\":\"%s\"}},\"UpdateExpression\":"
                    .formatted(key.apply(vote))
                + "\"ADD votes :one\",\"ExpressionAttributeValues\":{\":one\":{\"N\":\"1\"}}}");
        counted++;
      } catch (CompletionException refused) {
        assertThat(refused.getCause())
            .isInstanceOfSatisfying(
                ApiError.class,
                error ->
                    assertThat(error.throttlingReasons().getFirst().reason())
                        .isEqualTo("TableWriteKeyRangeThroughputExceeded"));
      }
    }
    engine.advance(Duration.ofSeconds(1));
    return counted;
  }
}
