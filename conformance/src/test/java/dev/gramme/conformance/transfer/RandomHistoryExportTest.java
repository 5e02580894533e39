package dev.gramme.conformance.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.conformance.support.Json;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.Item;
import dev.gramme.storage.Store;
import dev.gramme.storage.memory.MemoryStore;
import dev.gramme.testkit.Gen;
import dev.gramme.transfer.bucket.FolderBuckets;
import dev.gramme.wire.JsonWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random histories of a table, compared with a model that stores the items at several times. A full
 * export must have the items at its time, an incremental export must lead from the items at one
 * time to those at another, and an import of an export must restore its items.
 */
class RandomHistoryExportTest {
  private static final int RUNS = 12;
  private static final int STEPS = 60;

  @TempDir Path temporary;
  private int run;

  /** The items of the table at a time, by key. */
  private record State(Instant time, Map<String, Item> items) {}

  /** A new store for a database. */
  Store store() {
    return new MemoryStore();
  }

  @Test
  void exports_of_random_histories_are_equal_to_a_model() {
    Gen.forAll(
        RUNS,
        gen -> {
          Path folder = temporary.resolve("run" + run++);
          Files.createDirectories(folder.resolve("files"));
          var clock = new Instant[] {Instant.parse("2026-11-21T04:00:00Z")};
          try (var database =
              new TransferDatabase(store(), new FolderBuckets(folder), folder, () -> clock[0])) {
            var history = play(gen, database, clock);
            State from = history.get(gen.nextInt(history.size() / 2));
            State to = history.get(gen.between(history.size() / 2, history.size() - 1));
            checkFull(gen, database, folder, to);
            checkIncrement(database, folder, from, to);
          }
        });
  }

  /** Plays a random history. Returns the states at whole minutes, in order. */
  private static List<State> play(Gen gen, TransferDatabase database, Instant[] clock) {
    createTable(database);
    var history = new ArrayList<State>();
    var items = new TreeMap<String, Item>();
    for (int step = 0; step < STEPS; step++) {
      String key = "k" + gen.nextInt(12);
      if (gen.chance(70)) {
        Item item =
            gen.item(0, 4, 2).toBuilder()
                .put("pk", new S(key))
                .put("l", new S("x"))
                .build()
                .inOrder();
        database.put("items", item);
        items.put(key, item);
      } else {
        database.delete("items", key);
        items.remove(key);
      }
      if (gen.chance(40)) {
        clock[0] = clock[0].plus(Duration.ofMinutes(gen.between(1, 20)));
        history.add(new State(clock[0], new HashMap<>(items)));
        clock[0] = clock[0].plusMillis(gen.nextInt(2) * 1500L);
      }
    }
    clock[0] = clock[0].plus(Duration.ofHours(1));
    history.add(new State(clock[0], new HashMap<>(items)));
    clock[0] = clock[0].plusSeconds(1);
    return history;
  }

  /** Creates a table with an index, whose entries must not be exported as items. */
  private static void createTable(TransferDatabase database) {
    database.call(
        "CreateTable",
        """
        {"TableName":"items","BillingMode":"PAY_PER_REQUEST",
         "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},
                                 {"AttributeName":"l","AttributeType":"S"}],
         "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],
         "GlobalSecondaryIndexes":[{"IndexName":"gsi",
           "KeySchema":[{"AttributeName":"l","KeyType":"HASH"}],
           "Projection":{"ProjectionType":"ALL"}}]}
        """);
    database.enableRecovery("items");
  }

  private static void checkFull(Gen gen, TransferDatabase database, Path folder, State state) {
    String format = gen.oneOf("DYNAMODB_JSON", "ION");
    var done =
        database.exported(
            database.export(
                "items",
                "\"S3Bucket\":\"files\",\"ExportFormat\":\"%s\",\"ExportTime\":%d"
                    .formatted(format, state.time().getEpochSecond())));
    var files = ExportedFiles.read(folder.resolve("files"), Json.member(done, "ExportManifest"));
    if (format.equals("DYNAMODB_JSON")) {
      assertThat(files.lines())
          .containsExactlyInAnyOrderElementsOf(
              state.items().values().stream()
                  .map(item ->
                      new JsonWriter().beginObject().name("Item").item(item).endObject().toString())
                  .toList());
    }
    String data = files.keys().getFirst().replaceAll("[^/]*$", "");
    var imported = database.imported(database.beginImport("again", format, "GZIP", "files", data));
    assertThat(imported.get("ImportStatus")).isEqualTo("COMPLETED");
    assertThat(scan(database)).containsExactlyInAnyOrderElementsOf(json(state.items().values()));
  }

  private static void checkIncrement(TransferDatabase database, Path folder, State from, State to) {
    var length = Duration.between(from.time(), to.time());
    if (length.toMinutes() < 15 || length.toHours() >= 24) {
      return;
    }
    var done =
        database.exported(
            database.export(
                "items",
                ("\"S3Bucket\":\"files\",\"ExportType\":\"INCREMENTAL_EXPORT\","
                        + "\"IncrementalExportSpecification\":"
                        + "{\"ExportFromTime\":%d,\"ExportToTime\":%d}")
                    .formatted(from.time().getEpochSecond(), to.time().getEpochSecond())));
    var files = ExportedFiles.read(folder.resolve("files"), Json.member(done, "ExportManifest"));
    var state = new HashMap<String, Object>();
    from.items().forEach((key, item) -> state.put(key, parsed(item)));
    for (String line : files.lines()) {
      var change = Json.object(line);
      var key = Json.members(Json.member(Json.members(Json.member(change, "Keys")), "pk"));
      String pk = String.valueOf(key.get("S"));
      assertThat(change.get("OldImage")).isEqualTo(state.get(pk));
      Object fresh = change.get("NewImage");
      if (fresh == null) {
        state.remove(pk);
      } else {
        state.put(pk, fresh);
      }
    }
    var expected = new HashMap<String, Object>();
    to.items().forEach((key, item) -> expected.put(key, parsed(item)));
    assertThat(state).isEqualTo(expected);
  }

  private static Object parsed(Item item) {
    return Json.object(new JsonWriter().item(item).toString());
  }

  private static List<String> json(Iterable<Item> items) {
    var texts = new ArrayList<String>();
    items.forEach(item -> texts.add(Json.text(parsed(item))));
    return texts;
  }

  private static List<String> scan(TransferDatabase database) {
    var texts = new ArrayList<String>();
    @Nullable Object start = null;
    do {
      String from = start == null ? "" : ",\"ExclusiveStartKey\":" + Json.text(start);
      var page = database.call("Scan", "{\"TableName\":\"again\"" + from + "}");
      Json.elements(Json.member(page, "Items")).forEach(item -> texts.add(Json.text(item)));
      start = page.get("LastEvaluatedKey");
    } while (start != null);
    return texts;
  }
}
