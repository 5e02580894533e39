package dev.gramme.conformance.toolkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.apps.patterns.Catalogue;
import dev.gramme.apps.patterns.Pattern;
import dev.gramme.apps.patterns.Showing;
import dev.gramme.apps.patterns.Stage;
import dev.gramme.apps.patterns.Surroundings;
import dev.gramme.apps.patterns.blocks.ArchivedReadings;
import dev.gramme.apps.patterns.blocks.Beacons;
import dev.gramme.apps.patterns.blocks.LetterCase;
import dev.gramme.apps.patterns.blocks.PhotosOfTenants;
import dev.gramme.apps.patterns.blocks.ReplicaExpiry;
import dev.gramme.apps.patterns.blocks.ScheduledDelete;
import dev.gramme.apps.patterns.blocks.ShoppingCart;
import dev.gramme.apps.patterns.blocks.ShortLivedMessages;
import dev.gramme.apps.patterns.blocks.TenantKeys;
import dev.gramme.apps.patterns.blocks.VerticalPartitioning;
import dev.gramme.apps.patterns.constraints.ConditionAcrossItems;
import dev.gramme.apps.patterns.constraints.CountingLikes;
import dev.gramme.apps.patterns.constraints.UniqueField;
import dev.gramme.apps.patterns.partitions.CachedPrices;
import dev.gramme.apps.patterns.partitions.ComputedSuffix;
import dev.gramme.apps.patterns.partitions.RandomSuffix;
import dev.gramme.apps.patterns.streams.HybridStore;
import dev.gramme.apps.patterns.streams.IdempotentConsumer;
import dev.gramme.apps.patterns.streams.MigrationByStream;
import dev.gramme.apps.patterns.streams.NewTableByStream;
import dev.gramme.apps.patterns.streams.ParallelFunctions;
import dev.gramme.conformance.support.DynamoDbLocal;
import dev.gramme.embedded.Gramme;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DeleteTableRequest;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * Runs the catalogue's patterns, which are built with the toolkit, on Gramme and on Amazon's
 * DynamoDB Local and compares the results. Patterns that need a movable clock, policies or
 * throttling are left out, because DynamoDB Local has none of these.
 */
@Tag("long")
class ToolkitOnDynamoDbLocalTest {
  /**
   * These patterns advance the clock, or use their own encryption, other regions, functions or
   * another database.
   */
  private static final Set<Class<? extends Pattern>> NOT_SUPPORTED =
      Set.of(
          TenantKeys.class,
          Beacons.class,
          ReplicaExpiry.class,
          ParallelFunctions.class,
          CachedPrices.class,
          ShortLivedMessages.class,
          ArchivedReadings.class,
          ScheduledDelete.class,
          HybridStore.class,
          IdempotentConsumer.class);

  /**
   * These patterns consume different capacity. DynamoDB Local counts two units for a transaction
   * regardless of its number of items, nothing for a read that finds nothing, and half a unit for a
   * Scan of a small table. The service counts two units for each item of a transaction, half a unit
   * for such a read, and half a unit for each of the four partitions of an on-demand table.
   */
  private static final Set<Class<? extends Pattern>> DIFFERENT_CAPACITY =
      Set.of(
          ShoppingCart.class,
          LetterCase.class,
          PhotosOfTenants.class,
          RandomSuffix.class,
          ComputedSuffix.class,
          UniqueField.class,
          CountingLikes.class,
          ConditionAcrossItems.class,
          VerticalPartitioning.class,
          MigrationByStream.class,
          NewTableByStream.class);

  private static DynamoDbLocal local;
  private static DynamoDbClient client;
  private static DynamoDbStreamsClient streams;

  @TempDir private Path ours;
  @TempDir private Path theirs;

  @BeforeAll
  static void start() {
    local = DynamoDbLocal.start();
    client =
        at(
            local.uri(),
            DynamoDbClient.builder().httpClientBuilder(UrlConnectionHttpClient.builder()));
    streams =
        at(
            local.uri(),
            DynamoDbStreamsClient.builder().httpClientBuilder(UrlConnectionHttpClient.builder()));
  }

  private static <B extends AwsClientBuilder<B, C>, C> C at(URI uri, B builder) {
    return builder
        .endpointOverride(uri)
        .region(Gramme.REGION)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
        .build();
  }

  @AfterAll
  static void stop() {
    client.close();
    streams.close();
    local.close();
  }

  static Stream<Pattern> patterns() {
    return Catalogue.patterns().stream()
        .filter(pattern -> pattern.surroundings() == Surroundings.PLAIN)
        .filter(pattern -> !NOT_SUPPORTED.contains(pattern.getClass()));
  }

  @ParameterizedTest
  @MethodSource("patterns")
  void a_pattern_gives_the_same_results(Pattern pattern) {
    Showing onGramme;
    try (var gramme = Gramme.builder().clock(InstantSource.fixed(PlainMeans.BEGIN)).inMemory()) {
      onGramme = Stage.show(pattern, new PlainMeans(gramme.client(), gramme.streamsClient(), ours));
    }
    for (String table : client.listTables().tableNames()) {
      client.deleteTable(DeleteTableRequest.builder().tableName(table).build());
    }
    Showing onLocal = Stage.show(pattern, new PlainMeans(client, streams, theirs));

    assertThat(onLocal.results()).isEqualTo(onGramme.results());
    if (DIFFERENT_CAPACITY.contains(pattern.getClass())) {
      assertThat(requests(onLocal)).isEqualTo(requests(onGramme));
    } else {
      assertThat(onLocal.costs()).isEqualTo(onGramme.costs());
    }
  }

  private static List<Long> requests(Showing showing) {
    return showing.calls().stream().map(call -> call.consumed().requests()).toList();
  }
}
