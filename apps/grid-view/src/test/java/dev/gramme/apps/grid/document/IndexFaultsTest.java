package dev.gramme.apps.grid.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.apps.grid.Seeds;
import dev.gramme.apps.grid.domain.Field;
import dev.gramme.apps.grid.domain.FieldValue;
import dev.gramme.apps.grid.domain.Issue;
import dev.gramme.apps.grid.domain.Project;
import dev.gramme.apps.grid.sample.SampleProject;
import dev.gramme.embedded.Gramme;
import dev.gramme.toolkit.batch.Backoff;
import dev.gramme.toolkit.entity.Table;
import dev.gramme.toolkit.schema.TableSchema;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughput;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateGlobalSecondaryIndexAction;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;

/**
 * After all records are processed, the index equals the issues. It does so despite consumers that
 * die at any call, repeated and reordered records, concurrent consumers, and a concurrent rebuild.
 */
@Tag("slow")
class IndexFaultsTest {
  private static final Project PROJECT =
      SampleProject.of("RAIL", "acme", "Bridge", 6, 0.6, 1).project();

  /** A database with the issues and their index. It changes issues at random. */
  private static final class TestDatabase implements AutoCloseable {
    final Gramme gramme = Gramme.inMemory();
    private final SplittableRandom random;
    private final List<Long> numbers = new ArrayList<>();
    private long last;

    TestDatabase(SplittableRandom random) {
      this.random = random;
      documents(gramme.client()).table().createIfAbsent();
      IndexTable.of(table(gramme.client(), IndexTable.schema())).table().createIfAbsent();
    }

    /** With this throughput a table has several partitions, and its stream several shards. */
    void spread() {
      var byNumber =
          GlobalSecondaryIndexUpdate.builder()
              .update(
                  UpdateGlobalSecondaryIndexAction.builder()
                      .indexName("byNumber")
                      .provisionedThroughput(throughput(100, 100))
                      .build())
              .build();
      gramme
          .client()
          .updateTable(
              UpdateTableRequest.builder()
                  .tableName("issues")
                  .billingMode(BillingMode.PROVISIONED)
                  .provisionedThroughput(throughput(12_000, 4_000))
                  .globalSecondaryIndexUpdates(byNumber)
                  .build());
    }

    private static ProvisionedThroughput throughput(long read, long write) {
      return ProvisionedThroughput.builder()
          .readCapacityUnits(read)
          .writeCapacityUnits(write)
          .build();
    }

    /** Creates, changes or deletes an issue. */
    void change() {
      Documents documents = documents(gramme.client());
      if (numbers.size() < 4 || random.nextInt(5) == 0) {
        long number = ++last;
        documents.create(new Issue("RAIL", number, values(Map.of()), 1));
        numbers.add(number);
        return;
      }
      int at = random.nextInt(numbers.size());
      String id = Issue.id("RAIL", numbers.get(at));
      if (random.nextInt(6) == 0) {
        documents.delete(id);
        numbers.remove(at);
        return;
      }
      Issue issue = documents.issue(id).orElseThrow();
      documents.save(new Issue("RAIL", issue.number(), values(issue.values()), issue.version()));
    }

    private Map<String, FieldValue> values(Map<String, FieldValue> before) {
      Map<String, FieldValue> values = new TreeMap<>(before);
      for (Field field : PROJECT.fields()) {
        int what = random.nextInt(4);
        if (what == 0) {
          values.remove(field.id());
        } else if (what < 3) {
          values.put(field.id(), SampleProject.value(field, random));
        }
      }
      return values;
    }

    @Override
    public void close() {
      gramme.close();
    }
  }

  private static Table table(DynamoDbClient client, TableSchema schema) {
    return Table.of(client, schema);
  }

  private static Documents documents(DynamoDbClient client) {
    return Documents.of(table(client, Documents.schema()));
  }

  private static IssueIndex index(DynamoDbClient client) {
    return new IssueIndex(
        documents(client),
        IndexTable.of(table(client, IndexTable.schema())),
        Checkpoints.of(table(client, Checkpoints.schema())),
        new Backoff(Duration.ZERO, Duration.ZERO, 1_000, new SplittableRandom(), time -> {}));
  }

  private static void catchUp(TestDatabase database) {
    StreamConsumer consumer =
        index(database.gramme.client()).consumer(database.gramme.streamsClient());
    while (consumer.poll() > 0) {
      // Each poll processes all records so far.
    }
  }

  private static void assertEqual(TestDatabase database) {
    IndexRebuild.Report report = index(database.gramme.client()).compare();
    assertThat(report.isEqual()).as("%s", report).isTrue();
  }

  @Test
  void the_index_equals_the_issues_despite_crashes_and_repeated_records() {
    Seeds.forAll(
        5,
        random -> {
          try (var database = new TestDatabase(random)) {
            if (random.nextBoolean()) {
              database.spread();
            }
            catchUp(database);
            for (int i = 0; i < 25; i++) {
              database.change();
              if (random.nextInt(3) == 0) {
                pollAndPerhapsDie(database, random);
              }
              if (random.nextInt(6) == 0) {
                forgetAShard(database, random);
              }
              if (random.nextInt(12) == 0) {
                // After four hours shards are closed and have successors.
                database.gramme.advance(Duration.ofHours(4));
              }
            }
            catchUp(database);
            assertEqual(database);
          }
        });
  }

  /**
   * Polls once, with a client that may die. Before each call of the client it makes a random
   * change, for one call in twenty on average.
   */
  private static void pollAndPerhapsDie(TestDatabase database, SplittableRandom random) {
    var client =
        new FaultyClient(
            database.gramme.client(),
            random.split(),
            10,
            () -> {
              synchronized (database) {
                if (database.random.nextInt(20) == 0) {
                  database.change();
                }
              }
            });
    try {
      index(client).consumer(database.gramme.streamsClient()).poll();
    } catch (FaultyClient.Killed killed) {
      // Another consumer takes over.
      assertThat(killed).isNotNull();
    }
  }

  /** Deletes the checkpoint of one shard, so that the records of this shard are delivered again. */
  private static void forgetAShard(TestDatabase database, SplittableRandom random) {
    var checkpoints =
        database
            .gramme
            .client()
            .scan(ScanRequest.builder().tableName("checkpoints").build())
            .items();
    if (!checkpoints.isEmpty()) {
      var forgotten = checkpoints.get(random.nextInt(checkpoints.size()));
      database
          .gramme
          .client()
          .deleteItem(
              DeleteItemRequest.builder()
                  .tableName("checkpoints")
                  .key(
                      Map.of(
                          "stream", forgotten.getOrDefault("stream", AttributeValue.fromS("")),
                          "shard", forgotten.getOrDefault("shard", AttributeValue.fromS(""))))
                  .build());
    }
  }

  @Test
  void two_concurrent_consumers_and_a_rebuild_are_harmless_during_changes() {
    Seeds.forAll(
        2,
        random -> {
          try (var database = new TestDatabase(random);
              var threads = Executors.newCachedThreadPool()) {
            for (int i = 0; i < 10; i++) {
              database.change();
            }
            // Enables the stream before the concurrent changes.
            index(database.gramme.client()).consumer(database.gramme.streamsClient());
            List<Future<?>> all = new ArrayList<>();
            all.add(
                threads.submit(() -> {
                  for (int i = 0; i < 60; i++) {
                    database.change();
                  }
                }));
            for (int i = 0; i < 2; i++) {
              all.add(
                  threads.submit(() -> {
                    for (int polls = 0; polls < 15; polls++) {
                      index(database.gramme.client())
                          .consumer(database.gramme.streamsClient())
                          .poll();
                    }
                  }));
            }
            all.add(threads.submit(() -> index(database.gramme.client()).rebuild()));
            for (Future<?> each : all) {
              each.get();
            }
            catchUp(database);
            assertEqual(database);
          } catch (ExecutionException | InterruptedException e) {
            throw new AssertionError(e);
          }
        });
  }

  @Test
  void a_rebuild_creates_the_index_while_the_consumer_applies_changes() {
    Seeds.forAll(
        3,
        random -> {
          try (var database = new TestDatabase(random)) {
            for (int i = 0; i < 30; i++) {
              database.change();
            }
            // The stream starts only now: it does not contain earlier changes.
            index(database.gramme.client()).consumer(database.gramme.streamsClient());
            addWrongEntries(database, random);
            int left = 3;
            while (left > 0) {
              var client =
                  new FaultyClient(
                      database.gramme.client(),
                      random.split(),
                      left == 1 ? 0 : 40, // the last attempt has no faults
                      () -> {
                        if (random.nextInt(10) == 0) {
                          database.change();
                        }
                      });
              try {
                index(client).rebuild();
                left = 0;
              } catch (FaultyClient.Killed killed) {
                left--;
              }
            }
            catchUp(database);
            assertEqual(database);
          }
        });
  }

  /** Adds wrong index entries: random values of issues that may not exist. */
  private static void addWrongEntries(TestDatabase database, SplittableRandom random) {
    for (int i = random.nextInt(5); i >= 0; i--) {
      Field field = PROJECT.fields().get(random.nextInt(PROJECT.fields().size()));
      var wrong =
          new Issue(
              "RAIL",
              1 + random.nextInt(40),
              Map.of(field.id(), SampleProject.value(field, random)),
              1);
      IndexTable.items(wrong)
          .values()
          .forEach(entry ->
              database
                  .gramme
                  .client()
                  .putItem(PutItemRequest.builder().tableName("index").item(entry).build()));
    }
  }

  @Test
  void a_consumer_that_was_stopped_too_long_detects_the_gap_and_a_rebuild_repairs_it() {
    try (var database = new TestDatabase(new SplittableRandom(5))) {
      catchUp(database);
      database.change();
      catchUp(database);
      for (int i = 0; i < 10; i++) {
        database.change();
      }
      database.gramme.advance(Duration.ofHours(30));
      StreamConsumer consumer =
          index(database.gramme.client()).consumer(database.gramme.streamsClient());
      consumer.poll();
      assertThat(consumer.hasGap()).isTrue();
      assertThat(index(database.gramme.client()).compare().isEqual()).isFalse();
      // The report contains the differences that the rebuild has found and repaired.
      assertThat(index(database.gramme.client()).rebuild().isEqual()).isFalse();
      assertEqual(database);
      consumer.repaired();
      database.change();
      while (consumer.poll() > 0) {
        // Each poll processes all records so far.
      }
      assertThat(consumer.hasGap()).isFalse();
      assertEqual(database);
    }
  }

  @Test
  void a_change_of_more_fields_than_a_transaction_has_actions_is_indexed() {
    try (var database = new TestDatabase(new SplittableRandom(6))) {
      Optional<Issue> large =
          Optional.of(SampleProject.of("RAIL", "acme", "Bridge", 400, 1, 3).issue(1));
      Documents documents = documents(database.gramme.client());
      catchUp(database);
      documents.create(large.orElseThrow());
      catchUp(database);
      assertEqual(database);
      // One entry for each of the 400 fields, the title and the state.
      assertThat(index(database.gramme.client()).compare().entries()).isEqualTo(402);
      documents.delete("RAIL-1");
      catchUp(database);
      assertThat(index(database.gramme.client()).compare().entries()).isZero();
    }
  }
}
