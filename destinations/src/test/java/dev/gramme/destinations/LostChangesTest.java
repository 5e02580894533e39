package dev.gramme.destinations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.api.Caller;
import dev.gramme.api.Operations;
import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.engine.catalog.Lease;
import dev.gramme.engine.destination.Destination;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.Utf8;
import dev.gramme.model.Wording;
import dev.gramme.storage.memory.MemoryStore;
import dev.gramme.testkit.Eventually;
import dev.gramme.wire.Constraints;
import dev.gramme.wire.JsonWriter;
import dev.gramme.wire.RequestDecoder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests a broker that is unreachable, also for longer than the log retains changes. */
class LostChangesTest {
  private static final Caller CALLER = new Caller("us-east-1", "000000000000", Wording.CLASSIC);
  private static final String STREAM = "arn:aws:kinesis:us-east-1:000000000000:stream/changes";

  private final MemoryStore store = new MemoryStore();
  private final ExecutorService background = Executors.newCachedThreadPool();
  private final AtomicReference<InstantSource> clock =
      new AtomicReference<>(InstantSource.system());
  private final Engine engine =
      Engine.open(store, () -> clock.get().instant(), background, EngineOptions.DEFAULT);
  private final Instant beginning = engine.clock().instant();
  private final Operations operations = new Operations(engine, UUID::randomUUID);
  private KafkaTopics unreachable = new KafkaTopics("127.0.0.1:1", KafkaSecurity.NONE);

  @BeforeEach
  void open() throws IOException {
    unreachable = unreachable(Duration.ofMillis(20));
    createTable("things");
  }

  private static KafkaTopics unreachable(Duration patience) throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      // Nothing listens on this port any more.
      return new KafkaTopics("127.0.0.1:" + socket.getLocalPort(), patience, KafkaSecurity.NONE);
    }
  }

  /** Creates a table with a destination. */
  private void createTable(String name) {
    call(
        "CreateTable",
        """
        {"TableName":"%s","BillingMode":"PAY_PER_REQUEST",
         "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],
         "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}]}
        """
            .formatted(name));
    call(
        "EnableKinesisStreamingDestination",
        "{\"TableName\":\"%s\",\"StreamArn\":\"%s\"}".formatted(name, STREAM));
  }

  @AfterEach
  void close() {
    engine.close();
    background.close();
    unreachable.close();
    store.close();
  }

  private Lease.Term term() {
    return new Lease(store, engine.clock(), "destinations").acquire().orElseThrow();
  }

  private String call(String operation, String json) {
    byte[] body = Utf8.bytes(json);
    var called = operations.find(operation).orElseThrow();
    var input = RequestDecoder.decode(body, 0, body.length, called.input());
    Constraints.check(input, CALLER.wording());
    var out = new JsonWriter().beginObject();
    called.prepare(input, CALLER).execute().toCompletableFuture().join().write(out);
    return out.endObject().toString();
  }

  private void put(String key) {
    put("things", key);
  }

  private void put(String table, String key) {
    call(
        "PutItem", "{\"TableName\":\"%s\",\"Item\":{\"pk\":{\"S\":\"%s\"}}}".formatted(table, key));
  }

  private TableDefinition table() {
    return engine.catalog().find("things").orElseThrow();
  }

  private Destination destination() {
    return engine.destinations().active(table()).orElseThrow();
  }

  /** Sends a page; returns false if the delivery failed. */
  private static boolean arrives(
      DestinationFeed feed, TableDefinition table, Destination destination) {
    try {
      feed.send(table, destination);
      return true;
    } catch (DeliveryException expected) {
      return false;
    }
  }

  @Test
  void only_the_first_change_of_a_page_waits_for_the_broker() throws IOException {
    Duration patience = Duration.ofMillis(500);
    int changes = 40;
    for (int i = 0; i < changes; i++) {
      put("key " + i);
    }
    try (var topics = unreachable(patience)) {
      var feed = new DestinationFeed(store, topics, term());
      Instant before = Instant.now();
      assertThat(arrives(feed, table(), destination())).isFalse();
      assertThat(Duration.between(before, Instant.now()))
          .isLessThan(patience.multipliedBy(changes / 2));
    }
  }

  @Test
  void each_destination_that_fails_is_counted() {
    createTable("others");
    put("things", "a");
    put("others", "a");
    // The clock does not move, so the second round never begins.
    clock.set(InstantSource.fixed(Instant.now()));
    try (var kafka = new KafkaDestinations(store, engine, unreachable)) {
      Eventually.holds("both destinations fail", () -> kafka.failures() == 2);
    }
  }

  @Test
  void nothing_is_lost_within_a_day() {
    var feed = new DestinationFeed(store, unreachable, term());
    put("a");
    assertThat(arrives(feed, table(), destination())).isFalse();
    engine.advance(Duration.ofHours(23));
    assertThat(feed.skipLost(table(), destination())).isEmpty();
    assertThat(arrives(feed, table(), destination())).isFalse();
  }

  @Test
  void a_change_that_became_too_old_is_noticed_once() {
    var feed = new DestinationFeed(store, unreachable, term());
    put("a");
    assertThat(arrives(feed, table(), destination())).isFalse();
    engine.advance(Duration.ofHours(25));
    assertThat(feed.skipLost(table(), destination()))
        .hasValueSatisfying(since ->
            assertThat(since).isBetween(beginning.minusSeconds(1), engine.clock().instant()));
    assertThat(feed.skipLost(table(), destination())).isEmpty();
  }

  /** Shards are closed after four hours, and are removed together with their changes. */
  @Test
  void the_changes_of_a_shard_that_is_gone_are_noticed_once() {
    var feed = new DestinationFeed(store, unreachable, term());
    put("a");
    assertThat(arrives(feed, table(), destination())).isFalse();
    engine.advance(Duration.ofHours(5));
    engine.advance(Duration.ofHours(50));
    var rows = new DestinationRows(store, term());
    assertThat(rows.all(destination())).isNotEmpty();
    assertThat(feed.skipLost(table(), destination())).isPresent();
    assertThat(rows.all(destination())).isEmpty();
    assertThat(feed.skipLost(table(), destination())).isEmpty();
  }

  @Test
  void changes_before_a_destination_was_enabled_again_are_not_lost() {
    var feed = new DestinationFeed(store, unreachable, term());
    put("a");
    assertThat(arrives(feed, table(), destination())).isFalse();
    String members = "{\"TableName\":\"things\",\"StreamArn\":\"%s\"}".formatted(STREAM);
    call("DisableKinesisStreamingDestination", members);
    engine.advance(Duration.ofMinutes(1));
    call("EnableKinesisStreamingDestination", members);
    for (int i = 0; i < 12; i++) {
      engine.advance(Duration.ofHours(5));
      assertThat(feed.skipLost(table(), destination())).isEmpty();
      assertThat(arrives(feed, table(), destination())).isTrue(); // There is nothing to send.
    }
  }

  /** The shards of that time are gone by then, and with them what would have been sent. */
  @Test
  void a_destination_that_is_enabled_again_after_days_has_lost_nothing() {
    var feed = new DestinationFeed(store, unreachable, term());
    put("a");
    assertThat(arrives(feed, table(), destination())).isFalse();
    String members = "{\"TableName\":\"things\",\"StreamArn\":\"%s\"}".formatted(STREAM);
    call("DisableKinesisStreamingDestination", members);
    engine.advance(Duration.ofHours(5));
    engine.advance(Duration.ofHours(50));
    call("EnableKinesisStreamingDestination", members);
    engine.advance(Duration.ofMinutes(1));
    var rows = new DestinationRows(store, term());
    assertThat(rows.all(destination())).isNotEmpty();
    assertThat(feed.skipLost(table(), destination())).isEmpty();
    assertThat(rows.all(destination())).isEmpty();
  }

  @Test
  void a_loss_is_counted_and_shown_and_the_destination_stays_active() {
    try (var kafka = new KafkaDestinations(store, engine, unreachable)) {
      put("a");
      Eventually.holds("a change was not delivered", () -> kafka.failures() > 0);
      assertThat(kafka.losses()).isZero();
      engine.advance(Duration.ofHours(25));
      Eventually.holds("a change is lost", () -> kafka.losses() == 1);
      Eventually.holds("the loss is described", () -> destination().reason() != null);
      assertThat(call("DescribeKinesisStreamingDestination", "{\"TableName\":\"things\"}"))
          .contains("\"DestinationStatus\":\"ACTIVE\"")
          .contains("\"DestinationStatusDescription\":\"Changes made after 20")
          .contains("could not be sent and are lost.");
    }
  }
}
