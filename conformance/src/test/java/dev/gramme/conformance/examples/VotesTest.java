package dev.gramme.conformance.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.embedded.Gramme;
import dev.gramme.engine.throttle.Throttling;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;
import software.amazon.awssdk.services.dynamodb.model.WarmThroughput;

/** The example of docs/throttling.md: 20,000 votes a second for one candidate. */
class VotesTest {
  private static final int VOTES = 20_000;
  private static final InstantSource CLOCK =
      InstantSource.fixed(Instant.parse("2026-11-21T20:00:00Z"));

  @Test
  @Tag("long")
  void one_counter_takes_1000_votes_a_second_and_20_counters_take_20000() {
    try (var gramme = Gramme.inMemory(CLOCK, Throttling.SERVICE);
        var client = clientWithoutRetries(gramme)) {
      createVotes(client);

      assertThat(oneSecond(gramme, client, vote -> "Rush")).isEqualTo(1000);

      IntFunction<String> sharded = vote -> "Rush#" + vote % 20;
      int first = oneSecond(gramme, client, sharded);
      for (int halfMinute = 0; halfMinute < 20; halfMinute++) {
        gramme.advance(Duration.ofSeconds(29));
        oneSecond(gramme, client, sharded);
      }
      int last = oneSecond(gramme, client, sharded);

      // Some of the twenty shared partitions, which split while they were hot.
      assertThat(first).isBetween(10_000, 18_000);
      assertThat(last).isEqualTo(VOTES);
    }
  }

  /** Votes for a second; how many were counted. */
  private static int oneSecond(Gramme gramme, DynamoDbClient client, IntFunction<String> key) {
    int counted = 0;
    for (int vote = 0; vote < VOTES; vote++) {
      var counter = Map.of("candidate", AttributeValue.fromS(key.apply(vote)));
      try {
        client.updateItem(request ->
            request
                .tableName("votes")
                .key(counter)
                .updateExpression("ADD votes :one")
                .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1"))));
        counted++;
      } catch (ThrottlingException tooMany) {
        assertThat(tooMany.throttlingReasons().getFirst().reason())
            .isEqualTo("TableWriteKeyRangeThroughputExceeded");
      }
    }
    gramme.advance(Duration.ofSeconds(1));
    return counted;
  }

  private static void createVotes(DynamoDbClient client) {
    var candidate =
        AttributeDefinition.builder()
            .attributeName("candidate")
            .attributeType(ScalarAttributeType.S)
            .build();
    var key =
        KeySchemaElement.builder().attributeName("candidate").keyType(KeyType.HASH).build();
    var warm =
        WarmThroughput.builder().readUnitsPerSecond(12_000L).writeUnitsPerSecond(20_000L).build();
    client.createTable(request ->
        request
            .tableName("votes")
            .billingMode(BillingMode.PAY_PER_REQUEST)
            .warmThroughput(warm)
            .attributeDefinitions(candidate)
            .keySchema(key));
  }

  private static DynamoDbClient clientWithoutRetries(Gramme gramme) {
    return DynamoDbClient.builder()
        .httpClient(gramme.httpClient())
        .region(Gramme.REGION)
        .endpointOverride(URI.create("http://gramme"))
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("any", "any")))
        .overrideConfiguration(
            override -> override.retryStrategy(AwsRetryStrategy.doNotRetry()))
        .build();
  }
}
