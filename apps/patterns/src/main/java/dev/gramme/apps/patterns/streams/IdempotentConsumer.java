package dev.gramme.apps.patterns.streams;

import dev.gramme.apps.patterns.Attributes;
import dev.gramme.apps.patterns.Pattern;
import dev.gramme.apps.patterns.Stage;
import dev.gramme.apps.patterns.StreamReader;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Create;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Get;
import dev.gramme.toolkit.Ttl;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.Update;

/** A consumer that counts each record once, even if it is delivered several times. */
public final class IdempotentConsumer implements Pattern {
  private static final Duration REMEMBERED = Duration.ofDays(2);

  @Entity(pk = "VISIT#{visit}")
  record Visit(String visit, String page) {}

  @Entity(pk = "COUNT#{page}")
  record Count(String page, long visits) {}

  @Entity(pk = "SEEN#{record}")
  record Seen(String record, @Ttl Instant expires) {}

  @AccessPatterns(table = "visits", entities = Seen.class)
  interface Queries {
    @Create
    void visit(Visit visit);

    @Create
    void count(Count count);

    @Get(consistent = true)
    Optional<Count> counted(String page);
  }

  @Override
  public String title() {
    return "Stream: idempotent under redelivery";
  }

  @Override
  public String purpose() {
    return """
    Records are delivered at least once. In one transaction, the consumer increments the count and
    stores the record's sequence number, on the condition that this number is not stored yet. A second
    delivery fails as a whole. The stored numbers expire after a day, when the stream no longer contains
    the record.
    """;
  }

  @Override
  public void show(Stage stage) {
    var visits =
        IdempotentConsumer_QueriesTable.of(stage.table(IdempotentConsumer_QueriesTable.schema()));
    StreamReader stream = stage.stream("visits");
    visits.count(new Count("home", 0));
    for (int i = 0; i < 5; i++) {
      visits.visit(new Visit("V" + i, "home"));
    }
    stage.read("the number of new records that the consumer counts", () -> consume(stage, stream));
    stage.read("the count", () -> visits.counted("home").orElseThrow().visits());
    stream.redeliver();
    stage.read("the same when all records are delivered again", () -> consume(stage, stream));
    stage.read("the count", () -> visits.counted("home").orElseThrow().visits());
    stage.advance(REMEMBERED.plusHours(1));
    stage.read(
        "the number of items after the stored numbers have expired",
        () -> stage.client().scan(scan -> scan.tableName("visits")).count());
  }

  private static int consume(Stage stage, StreamReader stream) {
    int counted = 0;
    for (Record change : stream.poll()) {
      Map<String, AttributeValue> item = change.dynamodb().newImage();
      if (item.containsKey("visit") && count(stage, change, Attributes.in(item, "page").s())) {
        counted++;
      }
    }
    return counted;
  }

  private static boolean count(Stage stage, Record change, String page) {
    Instant expires = stage.clock().instant().plus(REMEMBERED);
    Put seen =
        Put.builder()
            .tableName("visits")
            .item(
                Map.of(
                    "PK", AttributeValue.fromS("SEEN#" + change.dynamodb().sequenceNumber()),
                    "expires", AttributeValue.fromN("" + expires.getEpochSecond())))
            .conditionExpression("attribute_not_exists(PK)")
            .build();
    Update count =
        Update.builder()
            .tableName("visits")
            .key(Map.of("PK", AttributeValue.fromS("COUNT#" + page)))
            .updateExpression("ADD visits :one")
            .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1")))
            .build();
    try {
      stage
          .client()
          .transactWriteItems(
              TransactWriteItemsRequest.builder()
                  .transactItems(
                      TransactWriteItem.builder().put(seen).build(),
                      TransactWriteItem.builder().update(count).build())
                  .build());
      return true;
    } catch (TransactionCanceledException canceled) {
      if (!"ConditionalCheckFailed".equals(canceled.cancellationReasons().getFirst().code())) {
        throw canceled;
      }
      return false;
    }
  }
}
