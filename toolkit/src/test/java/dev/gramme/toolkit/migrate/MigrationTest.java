package dev.gramme.toolkit.migrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.embedded.Gramme;
import dev.gramme.toolkit.Seeds;
import dev.gramme.toolkit.Tables;
import dev.gramme.toolkit.client.DelegatingClient;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

class MigrationTest {
  private static final String TABLE = "people";
  private static final List<String> KEY = List.of("PK");
  private static final InstantSource CLOCK = InstantSource.fixed(Instant.EPOCH);

  private Gramme gramme;
  private DynamoDbClient client;

  @BeforeEach
  void open() {
    gramme = Gramme.inMemory();
    client = gramme.client();
    Tables.create(client, TABLE, "PK");
  }

  @AfterEach
  void close() {
    gramme.close();
  }

  /** Splits the name, and skips items without one. */
  private static Step split(Map<String, AttributeValue> item) {
    AttributeValue name = item.get("name");
    if (name == null) {
      return Step.keep();
    }
    String[] parts = name.s().split(" ", 2);
    Map<String, AttributeValue> next = new HashMap<>(item);
    next.remove("name");
    next.put("first", Tables.s(parts[0]));
    next.put("last", Tables.s(parts[1]));
    return Step.replace(next);
  }

  private static ItemMigration items(DynamoDbClient through) {
    return ItemMigration.of(through, TABLE, KEY, "form", 2, MigrationTest::split);
  }

  private static TableMigration migration(DynamoDbClient through) {
    return TableMigration.of(
            items(through),
            Checkpoints.in(through, TABLE, KEY, "split-names"),
            3,
            1000,
            CLOCK,
            time -> {})
        .pages(5);
  }

  private static Map<String, AttributeValue> person(int number) {
    return Map.of("PK", Tables.s("p" + number), "name", Tables.s("Ana Silva" + number));
  }

  private Map<String, AttributeValue> read(String pk) {
    return Tables.all(client, TABLE).stream()
        .filter(item -> Tables.text(item, "PK").equals(pk))
        .findFirst()
        .orElse(Map.of());
  }

  @Test
  void all_items_are_migrated_once() {
    for (int i = 0; i < 50; i++) {
      Tables.put(client, TABLE, person(i));
    }
    Tables.put(client, TABLE, Map.of("PK", Tables.s("other")));

    TableMigration.Progress progress = migration(client).run();

    assertThat(progress.count(Outcome.MIGRATED)).isEqualTo(50);
    assertThat(progress.count(Outcome.KEPT)).isEqualTo(1);
    assertThat(progress.segmentsDone()).isEqualTo(3);
    assertThat(progress.readUnits()).isPositive();
    assertThat(read("p7"))
        .isEqualTo(
            Map.of(
                "PK",
                Tables.s("p7"),
                "first",
                Tables.s("Ana"),
                "last",
                Tables.s("Silva7"),
                "form",
                Tables.n(2)));
    assertThat(read("other")).isEqualTo(Map.of("PK", Tables.s("other")));
    assertThat(migration(client).run().read()).isZero();
    TableMigration.Progress again = migration(client).runAgain();
    assertThat(again.count(Outcome.MIGRATED)).isZero();
    assertThat(again.read()).isGreaterThanOrEqualTo(51);
  }

  @Test
  void a_run_that_was_killed_anywhere_is_resumed() {
    Seeds.forAll(
        15,
        random -> {
          try (Gramme own = Gramme.inMemory()) {
            DynamoDbClient there = own.client();
            Tables.create(there, TABLE, "PK");
            int people = random.nextInt(60);
            for (int i = 0; i < people; i++) {
              Tables.put(there, TABLE, person(i));
            }
            AtomicInteger migrated = new AtomicInteger();
            for (int runs = 0; ; runs++) {
              assertThat(runs).isLessThan(200);
              try {
                migration(new Mortal(there, random, migrated)).run();
                break;
              } catch (Killed expected) {
                // The next run continues.
              }
            }
            assertThat(migrated).hasValue(people);
            assertThat(Tables.all(there, TABLE))
                .filteredOn(item -> Tables.text(item, "PK").startsWith("p"))
                .hasSize(people)
                .allSatisfy(item ->
                    assertThat(item)
                        .containsKeys("first", "last", "form")
                        .doesNotContainKey("name"));
          }
        });
  }

  private static final class Killed extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /** A client whose process dies after some requests, before or after one of them takes effect. */
  private static final class Mortal extends DelegatingClient {
    private final AtomicInteger migrated;
    private int left;
    private final boolean after;

    Mortal(DynamoDbClient delegate, SplittableRandom random, AtomicInteger migrated) {
      super(delegate);
      this.migrated = migrated;
      this.left = random.nextInt(2, 40);
      this.after = random.nextBoolean();
    }

    private synchronized boolean isDead() {
      return --left <= 0;
    }

    @Override
    public ScanResponse scan(ScanRequest request) {
      if (isDead()) {
        throw new Killed();
      }
      return super.scan(request);
    }

    @Override
    public PutItemResponse putItem(PutItemRequest request) {
      if (isDead()) {
        throw new Killed();
      }
      return super.putItem(request);
    }

    @Override
    public UpdateItemResponse updateItem(UpdateItemRequest request) {
      boolean dead = isDead();
      if (dead && !after) {
        throw new Killed();
      }
      UpdateItemResponse answer = super.updateItem(request);
      migrated.incrementAndGet();
      if (dead) {
        throw new Killed();
      }
      return answer;
    }
  }

  @Test
  void an_item_that_others_change_meanwhile_is_migrated_as_it_is_then() {
    Tables.put(client, TABLE, person(1));
    Map<String, AttributeValue> stale = person(1);
    Tables.put(
        client,
        TABLE,
        Map.of("PK", Tables.s("p1"), "name", Tables.s("Zoe Costa"), "age", Tables.n(3)));

    assertThat(items(client).migrate(stale)).isEqualTo(Outcome.MIGRATED);
    assertThat(read("p1"))
        .containsEntry("first", Tables.s("Zoe"))
        .containsEntry("age", Tables.n(3));
  }

  @Test
  void an_attribute_that_others_add_meanwhile_stays() {
    Map<String, AttributeValue> stale = person(1);
    Map<String, AttributeValue> now = new HashMap<>(stale);
    now.put("age", Tables.n(3));
    Tables.put(client, TABLE, now);

    assertThat(items(client).migrate(stale)).isEqualTo(Outcome.MIGRATED);
    assertThat(read("p1"))
        .containsEntry("first", Tables.s("Ana"))
        .containsEntry("age", Tables.n(3));
  }

  @Test
  void with_a_guard_only_the_guard_must_be_unchanged() {
    Map<String, AttributeValue> stale = new HashMap<>(person(1));
    stale.put("revision", Tables.n(1));
    Map<String, AttributeValue> now = new HashMap<>(stale);
    now.put("revision", Tables.n(2));
    now.put("name", Tables.s("Zoe Costa"));
    Tables.put(client, TABLE, now);

    assertThat(items(client).guardedBy("revision").migrate(stale)).isEqualTo(Outcome.MIGRATED);
    assertThat(read("p1"))
        .containsEntry("first", Tables.s("Zoe"))
        .containsEntry("revision", Tables.n(2));
  }

  @Test
  void a_stream_consumer_that_receives_its_own_writes_stops() {
    Tables.put(client, TABLE, person(1));
    ItemMigration items = items(client);

    assertThat(items.migrate(person(1))).isEqualTo(Outcome.MIGRATED);
    assertThat(items.migrate(read("p1"))).isEqualTo(Outcome.ALREADY);
    // A late or duplicate record shows the old form.
    assertThat(items.migrate(person(1))).isEqualTo(Outcome.ALREADY);
    assertThat(items.migrate(person(2))).isEqualTo(Outcome.GONE);
  }

  @Test
  void an_item_that_changes_constantly_is_skipped_after_some_attempts() {
    Tables.put(client, TABLE, person(1));
    AtomicInteger changes = new AtomicInteger();
    DynamoDbClient busy =
        new DelegatingClient(client) {
          @Override
          public UpdateItemResponse updateItem(UpdateItemRequest request) {
            Tables.put(
                client,
                TABLE,
                Map.of("PK", Tables.s("p1"), "name", Tables.s("A " + changes.incrementAndGet())));
            return super.updateItem(request);
          }
        };

    assertThat(items(busy).migrate(person(1))).isEqualTo(Outcome.BUSY);
    assertThat(changes).hasValue(5);
  }

  @Test
  void an_item_is_moved_to_other_keys_in_one_transaction() {
    Tables.put(client, TABLE, person(1));
    Tables.put(client, TABLE, person(2));
    Tables.put(client, TABLE, Map.of("PK", Tables.s("new-p2"), "name", Tables.s("Some One")));
    ItemMigration moving =
        ItemMigration.of(
            client,
            TABLE,
            KEY,
            "form",
            2,
            item -> {
              Map<String, AttributeValue> moved = new HashMap<>(item);
              moved.put("PK", Tables.s("new-" + Tables.text(item, "PK")));
              return Step.move(TABLE, "PK", List.of(moved));
            });

    assertThat(moving.migrate(person(1))).isEqualTo(Outcome.MIGRATED);
    assertThat(read("p1")).isEmpty();
    assertThat(read("new-p1")).containsEntry("form", Tables.n(2));
    assertThat(moving.migrate(read("new-p1"))).isEqualTo(Outcome.ALREADY);
    assertThat(moving.migrate(person(1))).isEqualTo(Outcome.GONE);
    assertThatThrownBy(() -> moving.migrate(person(2))).hasMessageContaining("already exists");
    assertThat(read("p2")).isEqualTo(person(2));
  }

  @Test
  void an_item_whose_step_fails_is_reported_and_the_others_are_migrated() {
    for (int i = 0; i < 10; i++) {
      Tables.put(client, TABLE, person(i));
    }
    Tables.put(client, TABLE, Map.of("PK", Tables.s("bad"), "name", Tables.s("x")));
    ItemMigration strict =
        ItemMigration.of(
            client,
            TABLE,
            KEY,
            "form",
            2,
            item -> {
              if (item.getOrDefault("name", Tables.s("a b")).s().indexOf(' ') < 0) {
                throw new IllegalArgumentException("one name only");
              }
              return split(item);
            });

    TableMigration.Progress progress =
        TableMigration.of(
                strict, Checkpoints.in(client, TABLE, KEY, "m"), 2, 100, CLOCK, time -> {})
            .run();

    assertThat(progress.count(Outcome.MIGRATED)).isEqualTo(10);
    assertThat(progress.failures())
        .containsExactly(new TableMigration.Failure(Tables.key("bad"), "one name only"));
  }

  @Test
  void scans_wait_for_what_they_have_consumed() {
    for (int i = 0; i < 20; i++) {
      Tables.put(client, TABLE, person(i));
    }
    List<Duration> waits = new ArrayList<>();

    TableMigration.of(
            items(client), Checkpoints.in(client, TABLE, KEY, "m"), 1, 0.5, CLOCK, waits::add)
        .pages(4)
        .on(Runnable::run)
        .run();

    // A page costs one unit for each partition that it reads, and a unit takes two seconds; the
    // third page reads two partitions. The clock does not advance, so the waits add up.
    assertThat(waits)
        .startsWith(Duration.ofSeconds(2), Duration.ofSeconds(4), Duration.ofSeconds(8))
        .hasSizeGreaterThanOrEqualTo(5);
  }

  @Test
  void another_number_of_segments_than_before_is_refused() {
    Tables.put(client, TABLE, person(1));
    migration(client).run();

    assertThatThrownBy(() ->
            TableMigration.of(
                    items(client),
                    Checkpoints.in(client, TABLE, KEY, "split-names"),
                    2,
                    1,
                    CLOCK,
                    time -> {})
                .run())
        .hasMessage("the stored checkpoints of this migration have 3 segments, not 2");
  }
}
