package dev.gramme.embedded.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.engine.EngineOptions;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Items that are older than an index and have values that are not valid for its key. */
final class LateIndexTest {
  private static final String KEY = "\"Key\":{\"pk\":{\"S\":\"a\"}}";

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "MEMORY|{\"N\":\"1\"}|of another type",
        "MEMORY|{\"S\":\"\"}|empty",
        "DISK|{\"S\":\"\"}|empty",
        "MEMORY|{\"S\":\"${long}\"}|too long"
      })
  void such_an_item_is_not_in_the_index_until_it_has_a_valid_value(
      StoreKind kind, String value, String what) {
    try (var calls =
        new EngineCalls(kind.open(folder), InstantSource.system(), EngineOptions.DEFAULT)) {
      calls.must(
          "CreateTable",
          """
          {"TableName":"things","BillingMode":"PAY_PER_REQUEST",\
          "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],\
          "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}]}\
          """);
      calls.must(
          "PutItem",
          "{\"TableName\":\"things\",\"Item\":{\"pk\":{\"S\":\"a\"},\"g\":%s}}"
              .formatted(value.replace("${long}", "x".repeat(2049))));
      calls.must(
          "UpdateTable",
          """
          {"TableName":"things","AttributeDefinitions":[{"AttributeName":"g","AttributeType":"S"}],\
          "GlobalSecondaryIndexUpdates":[{"Create":{"IndexName":"late","KeySchema":[\
          {"AttributeName":"g","KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"}}}]}\
          """);
      calls.awaitIndexes("things");
      assertThat(count(calls)).as(what).isEqualTo("0");

      update(calls, "SET x1 = :v", "1");
      assertThat(count(calls)).as("%s, after a change of another attribute", what).isEqualTo("0");
      assertThat(updated(calls, "SET g = :v", "x".repeat(2050)).body())
          .as("another invalid value")
          .contains("Size of hashkey has exceeded the maximum size limit of2048 bytes");
      update(calls, "SET g = :v", "fits");
      assertThat(count(calls)).isEqualTo("1");
      calls.must("DeleteItem", "{\"TableName\":\"things\"," + KEY + "}");
      assertThat(count(calls)).isEqualTo("0");
      calls.closeAndAudit();
    }
  }

  private static void update(EngineCalls calls, String expression, String value) {
    assertThat(updated(calls, expression, value).status()).isEqualTo(200);
  }

  private static EngineCalls.Answer updated(EngineCalls calls, String expression, String value) {
    return calls.call(
        "UpdateItem",
        "{\"TableName\":\"things\",%s,\"UpdateExpression\":\"%s\",\"ExpressionAttributeValues\":{\":v\":{\"S\":\"%s\"}}}"
            .formatted(KEY, expression, value));
  }

  private static String count(EngineCalls calls) {
    return String.valueOf(
        calls.must("Scan", "{\"TableName\":\"things\",\"IndexName\":\"late\"}").member("Count"));
  }
}
