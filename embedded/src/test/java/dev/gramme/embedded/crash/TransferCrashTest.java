package dev.gramme.embedded.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;

import dev.gramme.embedded.Gramme;
import dev.gramme.embedded.proof.RowAudit;
import dev.gramme.storage.rocksdb.RocksStore;
import dev.gramme.storage.rocksdb.RocksStoreOptions;
import dev.gramme.testkit.Eventually;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ExportStatus;
import software.amazon.awssdk.services.dynamodb.model.ImportStatus;
import software.amazon.awssdk.services.dynamodb.model.ImportTableDescription;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/**
 * Kills a process while it imports, exports and backfills a global index and a vector index under
 * write load. When its database is reopened, all of this must continue and complete correctly.
 * Partial results must never be visible.
 */
@Tag("slow")
final class TransferCrashTest {
  private static final int FILES = 3;
  private static final int ITEMS_OF_FILE = 1000;
  private static final Pattern KEY = Pattern.compile("\"pk\":\\{\"S\":\"([^\"]+)\"");

  @TempDir private Path folder;

  private final Map<String, Integer> acknowledged = new HashMap<>();
  private final Map<String, Integer> begun = new HashMap<>();
  private final Set<String> imports = new HashSet<>();
  private final Set<String> exports = new HashSet<>();
  private int importsResumed;
  private int exportsResumed;
  private int backfillsResumed;
  private String at = "";

  @BeforeEach
  void writeFiles() throws IOException {
    var in = Files.createDirectories(bucket().resolve(CrashingWorkshop.PREFIX));
    for (int i = 0; i < FILES; i++) {
      var lines = new StringBuilder();
      for (int j = 0; j < ITEMS_OF_FILE; j++) {
        lines.append("{\"Item\":{\"pk\":{\"S\":\"%d-%d\"}}}%n".formatted(i, j));
      }
      Files.writeString(in.resolve(i + ".json"), lines);
    }
  }

  private Path database() {
    return folder.resolve("workshop");
  }

  private Path bucket() {
    return database().resolve("buckets").resolve(CrashingWorkshop.BUCKET);
  }

  @Test
  void transfers_and_backfills_complete_after_a_kill() throws Exception {
    killAndReopen(1);
  }

  @Test
  @Tag("long")
  void transfers_and_backfills_complete_after_many_kills() throws Exception {
    killAndReopen(12);
    assertThat(importsResumed).as("imports resumed").isPositive();
    assertThat(exportsResumed).as("exports resumed").isPositive();
    assertThat(backfillsResumed).as("backfills resumed").isPositive();
  }

  private void killAndReopen(int rounds) throws Exception {
    long seed = Long.getLong("gramme.seed", System.nanoTime());
    var random = new SplittableRandom(seed);
    for (int round = 0; round < rounds; round++) {
      at = "round " + round + " of -Dgramme.seed=" + seed;
      imports.clear();
      exports.clear();
      var child =
          ChildProcess.start(
              CrashingWorkshop.class,
              1 + random.nextInt(400),
              this::addLine,
              database().toString(),
              Integer.toString(round),
              Long.toString(random.nextLong()));
      assertThat(child.kill(random.nextLong(100_000_000)))
          .as("the process is alive, %s", at)
          .isTrue();
      RowAudit.checkAsLeft(database());
      try (var gramme = Gramme.open(database())) {
        countResumed(gramme.client());
        checkImports(gramme.client(), round);
        checkExports(gramme.client());
        checkThings(gramme.client());
      }
      try (var store = RocksStore.open(RocksStoreOptions.of(database()))) {
        RowAudit.check(store);
      }
    }
    System.out.printf(
        "%d kills, %d imports, %d exports and %d backfills resumed%n",
        rounds, importsResumed, exportsResumed, backfillsResumed);
  }

  private void addLine(String line) {
    String[] words = line.split(" ", -1);
    switch (words[0]) {
      case "begun" -> begun.put(words[1], Integer.parseInt(words[2]));
      case "put" -> acknowledged.put(words[1], Integer.parseInt(words[2]));
      case "import" -> imports.add(words[1]);
      case "export" -> exports.add(words[1]);
      default -> assertThat(words[0]).isEqualTo("index");
    }
  }

  private void countResumed(DynamoDbClient client) {
    backfillsResumed += isBackfilling(describe(client, CrashingWorkshop.THINGS)) ? 1 : 0;
    for (var page : client.listImportsPaginator(r -> r.pageSize(25))) {
      for (var each : page.importSummaryList()) {
        importsResumed += each.importStatus() == ImportStatus.IN_PROGRESS ? 1 : 0;
      }
    }
    for (var page : client.listExportsPaginator(r -> r.maxResults(25))) {
      for (var each : page.exportSummaries()) {
        exportsResumed += each.exportStatus() == ExportStatus.IN_PROGRESS ? 1 : 0;
      }
    }
  }

  private void checkImports(DynamoDbClient client, int round) {
    var found = new HashSet<String>();
    for (var summary : client.listImportsPaginator(r -> r.pageSize(25))) {
      summary
          .importSummaryList()
          .forEach(each -> {
            String table = each.tableArn().substring(each.tableArn().lastIndexOf('/') + 1);
            int n = Integer.parseInt(table.substring("in".length()));
            if (n / CrashingWorkshop.WORKS_PER_ROUND == round) {
              found.add(table);
              checkImport(client, each.importArn(), table);
            }
          });
    }
    assertThat(found).as("imports, %s", at).containsAll(imports);
    assertThat(client.listTables().tableNames())
        .as("tables, %s", at)
        .containsExactlyInAnyOrder(CrashingWorkshop.SOURCE, CrashingWorkshop.THINGS);
  }

  /** At any time an import is visible either completely or not at all. */
  private void checkImport(DynamoDbClient client, String arn, String table) {
    await(() -> {
      boolean running = status(client, arn).importStatus() == ImportStatus.IN_PROGRESS;
      try {
        assertThat(client.scan(r -> r.tableName(table)).count())
            .as("items of %s, %s", table, at)
            .isEqualTo(FILES * ITEMS_OF_FILE);
      } catch (ResourceNotFoundException hidden) {
        assertThat(hidden).isNotNull();
      }
      return !running;
    });
    var ended = status(client, arn);
    assertThat(ended.importStatus()).as("%s, %s", ended, at).isEqualTo(ImportStatus.COMPLETED);
    assertThat(ended.importedItemCount()).as(at).isEqualTo(FILES * ITEMS_OF_FILE);
    assertThat(ended.processedItemCount()).as(at).isEqualTo(FILES * ITEMS_OF_FILE);
    assertThat(ended.errorCount()).as(at).isZero();
    await(() -> describe(client, table).tableStatus() == TableStatus.ACTIVE);
    var keys = new HashSet<String>();
    client
        .scanPaginator(r -> r.tableName(table))
        .items()
        .forEach(item -> keys.add(Shop.value(item, "pk").s()));
    assertThat(keys).as("items of %s, %s", table, at).hasSize(FILES * ITEMS_OF_FILE);
    client.deleteTable(r -> r.tableName(table));
  }

  private static ImportTableDescription status(DynamoDbClient client, String arn) {
    return client.describeImport(r -> r.importArn(arn)).importTableDescription();
  }

  private static TableDescription describe(DynamoDbClient client, String table) {
    return client.describeTable(r -> r.tableName(table)).table();
  }

  private void checkExports(DynamoDbClient client) {
    for (String arn : exports) {
      await(() ->
          client.describeExport(r -> r.exportArn(arn)).exportDescription().exportStatus()
              != ExportStatus.IN_PROGRESS);
      var ended = client.describeExport(r -> r.exportArn(arn)).exportDescription();
      assertThat(ended.exportStatus()).as("%s, %s", ended, at).isEqualTo(ExportStatus.COMPLETED);
      assertThat(ended.itemCount()).as(at).isEqualTo(CrashingWorkshop.SOURCE_ITEMS);
      checkFiles(arn.substring(arn.lastIndexOf('/') + 1));
    }
  }

  private void checkFiles(String export) {
    Path of = bucket().resolve("AWSDynamoDB").resolve(export);
    var keys = new ArrayList<String>();
    try (var files = Files.walk(of)) {
      var all = files.filter(Files::isRegularFile).toList();
      assertThat(all).noneMatch(file -> file.toString().endsWith(".part"));
      assertThat(all).anyMatch(file -> file.endsWith("manifest-summary.json"));
      for (Path file : all) {
        if (file.toString().endsWith(".gz")) {
          keys.addAll(keys(file));
        }
      }
    } catch (IOException e) {
      throw new AssertionError(export + ", " + at, e);
    }
    assertThat(keys).as("%s, %s", export, at).hasSize(CrashingWorkshop.SOURCE_ITEMS);
    assertThat(new HashSet<>(keys)).as(at).hasSize(CrashingWorkshop.SOURCE_ITEMS);
  }

  private static List<String> keys(Path file) throws IOException {
    try (var in = new GZIPInputStream(Files.newInputStream(file))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(line -> {
            var key = KEY.matcher(line);
            assertThat(key.find()).as(line).isTrue();
            return key.group(1);
          })
          .toList();
    }
  }

  private void checkThings(DynamoDbClient client) {
    await(() -> !isBackfilling(describe(client, CrashingWorkshop.THINGS)));
    var items = new HashMap<String, Map<String, AttributeValue>>();
    client
        .scanPaginator(r -> r.tableName(CrashingWorkshop.THINGS))
        .items()
        .forEach(item -> items.put(Shop.value(item, "pk").s(), item));
    begun.forEach((id, n) -> {
      var expected = CrashingWorkshop.thing(id, acknowledged.getOrDefault(id, 0));
      if (!expected.equals(items.get(id))) {
        assertThat(items.get(id)).as("%s, %s", id, at).isEqualTo(CrashingWorkshop.thing(id, n));
        acknowledged.put(id, n);
      }
    });
    begun.clear();
    assertThat(items).as("things, %s", at).hasSize(CrashingWorkshop.THING_IDS);
    acknowledged.forEach((id, n) ->
        assertThat(items.get(id)).as("%s, %s", id, at).isEqualTo(CrashingWorkshop.thing(id, n)));
    if (!describe(client, CrashingWorkshop.THINGS).vectorIndexes().isEmpty()) {
      checkSearch(client, items);
    }
  }

  /** Checks that a search returns the distances of the nearest items. */
  private void checkSearch(DynamoDbClient client, Map<String, Map<String, AttributeValue>> items) {
    var found =
        client
            .searchVectors(r ->
                r.tableName(CrashingWorkshop.THINGS)
                    .indexName(CrashingWorkshop.VECTOR)
                    .topK(20)
                    .searchVector(fromN("50"), fromN("40")))
            .searchResults();
    var expected =
        items.values().stream()
            .map(item -> Shop.value(item, "place").l())
            .map(place ->
                Math.hypot(
                    Integer.parseInt(place.get(0).n()) - 50.0,
                    Integer.parseInt(place.get(1).n()) - 40.0))
            .sorted()
            .limit(20)
            .toList();
    assertThat(found).as(at).hasSize(20);
    for (int i = 0; i < 20; i++) {
      assertThat(found.get(i).score())
          .as("the %d. of %s, %s", i, found, at)
          .isCloseTo(expected.get(i), offset(0.001));
    }
  }

  private static boolean isBackfilling(TableDescription table) {
    return table.globalSecondaryIndexes().stream()
            .anyMatch(index -> index.indexStatus() == IndexStatus.CREATING)
        || table.vectorIndexes().stream()
            .anyMatch(index -> index.indexStatus() == IndexStatus.CREATING);
  }

  private void await(BooleanSupplier condition) {
    Eventually.holds("the completion of interrupted work, " + at, condition);
  }
}
