package dev.gramme.toolkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.embedded.Gramme;
import dev.gramme.toolkit.batch.Backoff;
import dev.gramme.toolkit.batch.BatchReader;
import dev.gramme.toolkit.batch.BatchWriter;
import dev.gramme.toolkit.batch.Sleeper;
import dev.gramme.toolkit.cache.CachingClient;
import dev.gramme.toolkit.key.KeyTemplate;
import dev.gramme.toolkit.key.KeyType;
import dev.gramme.toolkit.key.SortCondition;
import dev.gramme.toolkit.migrate.Checkpoints;
import dev.gramme.toolkit.migrate.ItemMigration;
import dev.gramme.toolkit.migrate.Outcome;
import dev.gramme.toolkit.migrate.Step;
import dev.gramme.toolkit.migrate.TableMigration;
import dev.gramme.toolkit.page.CursorKey;
import dev.gramme.toolkit.page.CursorScope;
import dev.gramme.toolkit.page.Cursors;
import dev.gramme.toolkit.page.Merge;
import dev.gramme.toolkit.page.PartitionQuery;
import dev.gramme.toolkit.page.Shards;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The examples of docs/toolkit: keys, pages, batches, cache, migrations. */
class RuntimeExamplesTest {
  private Gramme gramme;
  private DynamoDbClient client;

  @BeforeEach
  void open() {
    gramme = Gramme.inMemory();
    client = gramme.client();
  }

  @AfterEach
  void close() {
    gramme.close();
  }

  @Test
  void keys_are_formatted_matched_and_queried_by_a_range() {
    Ksuid id = Ksuid.parse("0ujtsYcgvSTl8PAuAdqWYSMnLOv");
    Instant firstOfMay = Instant.parse("2026-05-01T00:00:00Z");
    Instant firstOfJune = Instant.parse("2026-06-01T00:00:00Z");

    var types = Map.of("email", KeyType.STRING, "placedAt", KeyType.INSTANT, "id", KeyType.KSUID);
    var order = KeyTemplate.of("ORDER#{placedAt}#{id}", types);
    String key = order.format(Instant.parse("2026-05-16T14:23:00Z"), id);
    SortCondition may = order.range(List.of(), Range.closedOpen(firstOfMay, firstOfJune));

    assertThat(key).isEqualTo("ORDER#2026-05-16T14:23:00#0ujtsYcgvSTl8PAuAdqWYSMnLOv");
    assertThat(order.prefix()).isEqualTo("ORDER#");
    assertThat(order.match(key)).hasValue(List.of(Instant.parse("2026-05-16T14:23:00Z"), id));
    assertThat(may.expression("SK", ":sk")).isEqualTo("SK BETWEEN :sk0 AND :sk1");
    assertThat(may.values(":sk").values())
        .containsExactly(
            AttributeValue.fromS("ORDER#2026-05-01T00:00:00"),
            AttributeValue.fromS("ORDER#2026-06-01T00:00:00"));
  }

  @Test
  void partitions_are_merged_into_signed_pages() {
    Tables.create(client, "incidents", "PK", "SK");
    for (String team : List.of("red", "blue")) {
      for (int i = 1; i <= 3; i++) {
        Tables.put(
            client,
            "incidents",
            Map.of(
                "PK", Tables.s("acct#" + team),
                "SK", Tables.s("OPEN#" + i),
                "incident", Tables.s("i" + i),
                "title", Tables.s("Fire " + i)));
      }
    }
    Cursors cursors =
        Cursors.signed(new CursorKey(2, new byte[32]), new CursorKey(1, new byte[64]));

    Merge<String> incidents =
        Merge.of(client, item -> text(item, "title"), item -> text(item, "incident")).descending();
    List<PartitionQuery> teams =
        List.of(
            PartitionQuery.of("incidents", "PK", AttributeValue.fromS("acct#red"), "SK"),
            PartitionQuery.of("incidents", "PK", AttributeValue.fromS("acct#blue"), "SK"));
    CursorScope scope = CursorScope.of("teamIncidents", "acct", "red", "blue");
    Page<String> first = incidents.page(teams, 2, cursors, scope, Cursor.start());
    Page<String> second = incidents.page(teams, 2, cursors, scope, first.next().orElseThrow());

    assertThat(first.items()).containsExactly("Fire 3", "Fire 2");
    assertThat(second.items()).containsExactly("Fire 1");
    assertThat(second.next()).isEmpty();
  }

  @Test
  void items_of_all_shards_are_read_in_one_order() {
    Tables.create(client, "logs", "PK", "SK");
    Shards shards = new Shards(4);
    for (int i = 0; i < 10; i++) {
      String key = "LOG#2026-05-16#" + shards.of("order-" + i);
      Tables.put(client, "logs", Map.of("PK", Tables.s(key), "SK", Tables.s("order-" + i)));
    }

    List<PartitionQuery> all =
        shards.all().stream()
            .map(shard ->
                PartitionQuery.of(
                    "logs", "PK", AttributeValue.fromS("LOG#2026-05-16#" + shard), "SK"))
            .toList();
    Merge<String> logs = Merge.of(client, item -> text(item, "SK"), item -> text(item, "SK"));

    assertThat(
            logs.page(all, 20, Cursors.unsigned(), CursorScope.of("logs"), Cursor.start()).items())
        .hasSize(10)
        .isSorted();
  }

  @Test
  void a_batch_is_written_and_read_in_the_order_of_its_keys() {
    Tables.create(client, "things", "PK");
    List<Map<String, AttributeValue>> items = List.of(Tables.item("a", "1"), Tables.item("b", "2"));
    List<Map<String, AttributeValue>> keys = List.of(Tables.key("b"), Tables.key("a"));

    Backoff backoff = Backoff.standard(new SplittableRandom());
    BatchWriter.Report report =
        BatchWriter.of(client, "things", backoff, "PK").concurrency(4).put(items);
    BatchReader.Result result = BatchReader.of(client, backoff).read("things", keys);

    assertThat(report.isSuccess()).isTrue();
    assertThat(result.items().values())
        .containsExactly(Tables.item("b", "2"), Tables.item("a", "1"));
    assertThat(result.unread()).isEmpty();
  }

  @Test
  void a_cached_item_is_read_without_the_table() {
    Tables.create(client, "things", "PK");
    DynamoDbClient cached =
        CachingClient.builder(client, InstantSource.system()).table("things", "PK").build();
    Tables.put(cached, "things", Tables.item("a", "1"));
    Tables.put(client, "things", Tables.item("a", "2"));

    assertThat(cached.getItem(get -> get.tableName("things").key(Tables.key("a"))).item())
        .isEqualTo(Tables.item("a", "1"));
  }

  @Test
  void an_item_is_migrated_to_another_form() {
    Tables.create(client, "people", "PK");
    Tables.put(client, "people", Map.of("PK", Tables.s("1"), "name", Tables.s("Ana Silva")));

    ItemMigration splitNames =
        ItemMigration.of(
            client,
            "people",
            List.of("PK"),
            "form",
            2,
            item -> {
              if (!item.containsKey("name")) {
                return Step.keep();
              }
              String[] parts = text(item, "name").split(" ", 2);
              Map<String, AttributeValue> next = new HashMap<>(item);
              next.remove("name");
              next.put("first", AttributeValue.fromS(parts[0]));
              next.put("last", AttributeValue.fromS(parts[1]));
              return Step.replace(next);
            });
    TableMigration.Progress progress =
        TableMigration.of(
                splitNames,
                Checkpoints.in(client, "people", List.of("PK"), "split-names"),
                4,
                100,
                InstantSource.system(),
                Sleeper.SYSTEM)
            .run();

    assertThat(progress.count(Outcome.MIGRATED)).isEqualTo(1);
    assertThat(Tables.all(client, "people"))
        .anySatisfy(item -> assertThat(item).containsKeys("first", "last"));
  }

  private static String text(Map<String, AttributeValue> item, String name) {
    return item.getOrDefault(name, AttributeValue.fromS("")).s();
  }
}
