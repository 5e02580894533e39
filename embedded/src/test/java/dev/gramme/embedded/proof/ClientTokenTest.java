package dev.gramme.embedded.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.embedded.proof.EngineCalls.Answer;
import dev.gramme.engine.EngineOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A transaction that is repeated with its client token within ten minutes takes effect once. */
final class ClientTokenTest {
  private static final String TABLE =
      """
      {"TableName":"things","BillingMode":"PAY_PER_REQUEST",\
      "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],\
      "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}]}\
      """;

  @TempDir private Path folder;
  private volatile Instant now = Instant.parse("2026-11-21T00:00:00Z");

  private EngineCalls open(StoreKind kind) {
    return new EngineCalls(kind.open(folder), () -> now, EngineOptions.DEFAULT);
  }

  private static String add(String token, String key, int amount) {
    return """
    {"ClientRequestToken":"%s","TransactItems":[{"Update":{"TableName":"things",\
    "Key":{"pk":{"S":"%s"}},"UpdateExpression":"ADD n :n",\
    "ExpressionAttributeValues":{":n":{"N":"%d"}}}}]}\
    """
        .formatted(token, key, amount);
  }

  private static String sum(EngineCalls calls, String key) {
    Answer answer =
        calls.must(
            "GetItem",
            "{\"TableName\":\"things\",\"Key\":{\"pk\":{\"S\":\"%s\"}},\"ProjectionExpression\":\"n\"}"
                .formatted(key));
    return answer.body();
  }

  private static String number(int n) {
    return "{\"Item\":{\"n\":{\"N\":\"" + n + "\"}}}";
  }

  @ParameterizedTest
  @EnumSource
  void a_repeated_token_has_no_effect_until_ten_minutes_have_passed(StoreKind kind) {
    try (var calls = open(kind)) {
      calls.must("CreateTable", TABLE);
      calls.must("TransactWriteItems", add("token", "a", 5));
      now = now.plus(Duration.ofMinutes(10).minusMillis(1));
      calls.must("TransactWriteItems", add("token", "a", 5));
      assertThat(sum(calls, "a")).isEqualTo(number(5));

      now = now.plusMillis(1);
      calls.must("TransactWriteItems", add("token", "a", 5));
      assertThat(sum(calls, "a")).isEqualTo(number(10));
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_token_with_other_parameters_is_rejected_until_it_has_expired(StoreKind kind) {
    try (var calls = open(kind)) {
      calls.must("CreateTable", TABLE);
      calls.must("TransactWriteItems", add("token", "a", 5));

      Answer other = calls.call("TransactWriteItems", add("token", "a", 6));
      assertThat(other.isError("IdempotentParameterMismatchException")).as(other.body()).isTrue();
      other = calls.call("TransactWriteItems", add("token", "b", 5));
      assertThat(other.isError("IdempotentParameterMismatchException")).as(other.body()).isTrue();
      assertThat(sum(calls, "a")).isEqualTo(number(5));

      now = now.plus(Duration.ofMinutes(10));
      calls.must("TransactWriteItems", add("token", "a", 6));
      assertThat(sum(calls, "a")).isEqualTo(number(11));
    }
  }

  @Test
  void a_token_survives_a_restart() {
    try (var calls = open(StoreKind.DISK)) {
      calls.must("CreateTable", TABLE);
      calls.must("TransactWriteItems", add("token", "a", 5));
    }
    now = now.plus(Duration.ofMinutes(9));
    try (var calls = open(StoreKind.DISK)) {
      calls.must("TransactWriteItems", add("token", "a", 5));
      assertThat(sum(calls, "a")).isEqualTo(number(5));
      Answer other = calls.call("TransactWriteItems", add("token", "a", 6));
      assertThat(other.isError("IdempotentParameterMismatchException")).as(other.body()).isTrue();
    }
    now = now.plus(Duration.ofMinutes(1));
    try (var calls = open(StoreKind.DISK)) {
      calls.must("TransactWriteItems", add("token", "a", 5));
      assertThat(sum(calls, "a")).isEqualTo(number(10));
    }
  }

  @ParameterizedTest
  @EnumSource
  void the_token_of_a_cancelled_transaction_can_be_used_again(StoreKind kind) {
    try (var calls = open(kind)) {
      calls.must("CreateTable", TABLE);
      String conditional =
          add("token", "a", 5)
              .replace(
                  "\"UpdateExpression\"",
                  "\"ConditionExpression\":\"attribute_exists(pk)\",\"UpdateExpression\"");
      Answer cancelled = calls.call("TransactWriteItems", conditional);
      assertThat(cancelled.isError("TransactionCanceledException")).as(cancelled.body()).isTrue();

      calls.must("PutItem", "{\"TableName\":\"things\",\"Item\":{\"pk\":{\"S\":\"a\"}}}");
      calls.must("TransactWriteItems", conditional);
      assertThat(sum(calls, "a")).isEqualTo(number(5));
    }
  }

  @ParameterizedTest
  @EnumSource
  void concurrent_transactions_with_the_same_token_take_effect_once(StoreKind kind)
      throws Exception {
    int tokens = 50;
    try (var calls = open(kind)) {
      calls.must("CreateTable", TABLE);
      Parallel.run(
          8,
          thread ->
              () -> {
                IntStream.range(0, tokens)
                    .forEach(i -> calls.must("TransactWriteItems", add("token" + i, "a", 1)));
                return true;
              });
      assertThat(sum(calls, "a")).isEqualTo(number(tokens));
    }
  }
}
