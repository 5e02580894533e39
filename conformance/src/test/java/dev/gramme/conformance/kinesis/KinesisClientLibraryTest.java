package dev.gramme.conformance.kinesis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.conformance.support.Endpoint;
import dev.gramme.conformance.support.RestartableServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/**
 * The Kinesis Client Library with Amazon's adapter for streams, and its leases in tables of the
 * same Gramme. It must receive each change once and in the order of its item, across splits and a
 * restart.
 */
@Tag("long")
class KinesisClientLibraryTest {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final int ITEMS = 12;

  private final Map<String, List<Integer>> written = new LinkedHashMap<>();
  private final ReceivedChanges received = new ReceivedChanges();

  @TempDir private Path folder;

  @Test
  void each_change_arrives_once_and_in_order_across_splits_and_a_restart() throws Exception {
    try (var server = new RestartableServer(folder)) {
      // Unlike the client of other tests, this one retries failed requests, as applications do.
      var dynamo = Endpoint.repeatingClient(server.uri());
      String arn = createOrders(dynamo);
      write(dynamo, 10);
      try (var _ = new StreamWorker(server.uri(), "order-mailer", arn, received)) {
        // The worker is still reading the shard that is split; its children must wait for that.
        provision(dynamo, 2_500);
        write(dynamo, 10);
        awaitWritten();
        write(dynamo, 10);
        provision(dynamo, 4_000);
        write(dynamo, 10);
        server.restart();
        write(dynamo, 10);
        awaitWritten();
      }
      assertThat(received.versions()).isEqualTo(written);
      assertThat(received.all())
          .extracting(record -> record.dynamodb().sequenceNumber())
          .doesNotHaveDuplicates();
      // The next worker must not repeat the records that the first one has processed.
      write(dynamo, 1);
      try (var _ = new StreamWorker(server.uri(), "order-mailer", arn, received)) {
        awaitWritten();
      }
      assertThat(received.versions()).isEqualTo(written);
    }
  }

  @SuppressWarnings("unchecked") // the SDK has generic varargs
  private static String createOrders(DynamoDbClient dynamo) {
    return dynamo
        .createTable(request ->
            request
                .tableName("orders")
                .attributeDefinitions(
                    a -> a.attributeName("id").attributeType(ScalarAttributeType.S))
                .keySchema(k -> k.attributeName("id").keyType(KeyType.HASH))
                .provisionedThroughput(t -> t.readCapacityUnits(1L).writeCapacityUnits(1L))
                .streamSpecification(
                    s -> s.streamEnabled(true).streamViewType(StreamViewType.NEW_AND_OLD_IMAGES)))
        .tableDescription()
        .latestStreamArn();
  }

  /** Writes this many new versions of every item. */
  private void write(DynamoDbClient dynamo, int versions) {
    for (int i = 0; i < versions; i++) {
      for (int item = 0; item < ITEMS; item++) {
        var soFar = written.computeIfAbsent("order-" + item, id -> new ArrayList<>());
        int version = soFar.size() + 1;
        var id = AttributeValue.fromS("order-" + item);
        dynamo.putItem(request ->
            request
                .tableName("orders")
                .item(Map.of("id", id, "version", AttributeValue.fromN("" + version))));
        soFar.add(version);
      }
    }
  }

  private static void provision(DynamoDbClient dynamo, long writeUnits) {
    dynamo.updateTable(request ->
        request
            .tableName("orders")
            .provisionedThroughput(t -> t.readCapacityUnits(1L).writeCapacityUnits(writeUnits)));
  }

  private void awaitWritten() throws InterruptedException {
    int count = written.values().stream().mapToInt(List::size).sum();
    assertThat(received.await(count, PATIENCE))
        .as("%s of %s changes arrived in time", received.all().size(), count)
        .isTrue();
  }
}
