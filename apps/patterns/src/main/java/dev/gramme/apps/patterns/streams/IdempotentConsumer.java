package dev.gramme.apps.patterns.streams;

import dev.gramme.apps.patterns.Attributes;
import dev.gramme.apps.patterns.Pattern;
import dev.gramme.apps.patterns.Stage;
import dev.gramme.apps.patterns.StreamReader;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Add;
import dev.gramme.toolkit.Create;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Get;
import dev.gramme.toolkit.IdempotencyKey;
import dev.gramme.toolkit.Transaction;
import dev.gramme.toolkit.Ttl;
import dev.gramme.toolkit.Update;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Record;

/** A consumer that counts each record once, even if it is delivered several times. */
public final class IdempotentConsumer implements Pattern {
  private static final int DAYS = 2;

  @Entity(pk = "VISIT#{visit}")
  record Visit(String visit, String page) {}

  @Entity(pk = "COUNT#{page}")
  record Count(String page, long visits, @Ttl Optional<Instant> expires) {}

  /** The page that was visited, and how often. */
  record Visited(String page, @Add long visits) {}

  @AccessPatterns(table = "visits")
  interface Queries {
    @Create
    void visit(Visit visit);

    @Transaction
    boolean count(
        @IdempotencyKey(days = DAYS) String record,
        @Update(value = Count.class, upsert = true) Visited visited);

    @Get(consistent = true)
    Optional<Count> counted(String page);
  }

  @Override
  public String title() {
    return "Stream: idempotent under redelivery";
  }

  @Override
  public String problem() {
    return "A record may be delivered twice, and a count must be exact.";
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
    for (int i = 0; i < 5; i++) {
      visits.visit(new Visit("V" + i, "home"));
    }
    stage.read("the number of new records that the consumer counts", () -> consume(visits, stream));
    stage.read("the count", () -> visits.counted("home").orElseThrow().visits());
    stream.redeliver();
    stage.read("the same when all records are delivered again", () -> consume(visits, stream));
    stage.read("the count", () -> visits.counted("home").orElseThrow().visits());
    stage.advance(Duration.ofDays(DAYS).plusHours(1));
    stage.read(
        "the number of items after the stored numbers have expired",
        () -> stage.client().scan(scan -> scan.tableName("visits")).count());
  }

  private static int consume(IdempotentConsumer_QueriesTable visits, StreamReader stream) {
    int counted = 0;
    for (Record change : stream.poll()) {
      Map<String, AttributeValue> item = change.dynamodb().newImage();
      String number = change.dynamodb().sequenceNumber();
      if (item.containsKey("visit")
          && visits.count(number, new Visited(Attributes.in(item, "page").s(), 1))) {
        counted++;
      }
    }
    return counted;
  }
}
