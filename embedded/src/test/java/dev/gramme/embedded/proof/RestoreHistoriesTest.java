package dev.gramme.embedded.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.engine.EngineOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random histories of a table with indexes. A restore must give the state of the table at an
 * earlier moment, or at the time of the backup request, with all index entries and counts. The
 * histories also roll over and split shards of the change log, and disable and enable point-in-time
 * recovery.
 */
@Tag("slow")
final class RestoreHistoriesTest {
  private static final int HISTORIES = 12;
  private static final int STEPS = 250;
  private static final int RESTORED_TABLES = 4;
  private static final Pattern ITEM =
      Pattern.compile(
          "\\{\"pk\":\\{\"S\":\"(.*?)\"\\},\"sk\":\\{\"N\":\"(.*?)\"\\}.*?\"v\":\\{\"N\":\"(.*?)\"\\}");

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource
  void a_restored_table_equals_the_earlier_state_of_its_source(StoreKind kind) {
    long first = Long.getLong("gramme.seed", System.nanoTime());
    for (int i = 0; i < HISTORIES; i++) {
      long seed = first + i;
      try {
        new History(kind, folder.resolve(kind.name() + i), seed).run();
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("with -Dgramme.seed=" + seed + " on " + kind, e);
      }
    }
  }

  /** A history and its expected results. */
  private static final class History {
    private final SplittableRandom random;
    private final EngineCalls calls;
    private Instant now = Instant.parse("2026-11-21T00:00:00Z");
    private final Map<String, String> items = new HashMap<>();
    private final TreeMap<Instant, Map<String, String>> moments = new TreeMap<>();
    private final Map<String, Map<String, String>> backups = new HashMap<>();
    private final List<String> restored = new ArrayList<>();
    private int count;
    private int units = 1;

    History(StoreKind kind, Path folder, long seed) {
      this.random = new SplittableRandom(seed);
      this.calls = new EngineCalls(kind.open(folder), () -> now, EngineOptions.DEFAULT);
    }

    void run() {
      calls.must(
          "CreateTable",
          """
          {"TableName":"source","BillingMode":"PROVISIONED",
          "ProvisionedThroughput":{"ReadCapacityUnits":1,"WriteCapacityUnits":1},
          "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},
          {"AttributeName":"sk","AttributeType":"N"},{"AttributeName":"v","AttributeType":"N"}],
          "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},
          {"AttributeName":"sk","KeyType":"RANGE"}],
          "LocalSecondaryIndexes":[{"IndexName":"local","Projection":{"ProjectionType":"ALL"},
          "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},
          {"AttributeName":"v","KeyType":"RANGE"}]}],
          "GlobalSecondaryIndexes":[{"IndexName":"global","Projection":{"ProjectionType":"ALL"},
          "ProvisionedThroughput":{"ReadCapacityUnits":1,"WriteCapacityUnits":1},
          "KeySchema":[{"AttributeName":"v","KeyType":"HASH"}]}]}
          """);
      recover(true);
      for (int i = 0; i < STEPS; i++) {
        step();
      }
      calls.awaitBackups();
      backups.forEach(this::restoreBackup);
      restored.forEach(calls::awaitActive);
      calls.closeAndAudit();
    }

    private void step() {
      tick(Duration.ofMillis(1 + random.nextInt(1000)));
      switch (random.nextInt(40)) {
        case 0 -> restore();
        case 1 -> backup();
        case 2 -> calls.advance(Duration.ofHours(5));
        case 3 -> split();
        case 4 -> {
          if (random.nextInt(4) == 0) {
            recover(false);
            tick(Duration.ofSeconds(1));
            recover(true);
          }
        }
        default -> write();
      }
      tick(Duration.ofMillis(1));
      moments.put(now(), Map.copyOf(items));
    }

    /** The engine's time. */
    private Instant now() {
      String latest = recovery("LatestRestorableDateTime");
      return Instant.ofEpochMilli(Math.round(Double.parseDouble(latest) * 1000));
    }

    private void tick(Duration by) {
      now = now.plus(by);
    }

    private String recovery(String member) {
      String body = calls.must("DescribeContinuousBackups", "{\"TableName\":\"source\"}").body();
      Matcher matcher = Pattern.compile("\"" + member + "\":([0-9.E]+)").matcher(body);
      assertThat(matcher.find()).as(body).isTrue();
      return matcher.group(1);
    }

    private void recover(boolean enabled) {
      calls.must(
          "UpdateContinuousBackups",
          "{\"TableName\":\"source\",\"PointInTimeRecoverySpecification\":"
              + "{\"PointInTimeRecoveryEnabled\":"
              + enabled
              + "}}");
      moments.clear();
    }

    private void split() {
      units = Math.min(6000, units + 1500);
      calls.call(
          "UpdateTable",
          "{\"TableName\":\"source\",\"ProvisionedThroughput\":{\"ReadCapacityUnits\":1,"
              + "\"WriteCapacityUnits\":"
              + units
              + "}}");
    }

    private void write() {
      String pk = "p" + random.nextInt(6);
      int sk = random.nextInt(5);
      String key = "{\"pk\":{\"S\":\"" + pk + "\"},\"sk\":{\"N\":\"" + sk + "\"}";
      if (random.nextInt(3) == 0) {
        calls.must("DeleteItem", "{\"TableName\":\"source\",\"Key\":" + key + "}}");
        items.remove(pk + "/" + sk);
      } else {
        int value = random.nextInt(20);
        calls.must(
            "PutItem",
            "{\"TableName\":\"source\",\"Item\":" + key + ",\"v\":{\"N\":\"" + value + "\"}}}");
        items.put(pk + "/" + sk, Integer.toString(value));
      }
    }

    private void restore() {
      if (moments.isEmpty()) {
        return;
      }
      var all = new ArrayList<>(moments.keySet());
      Instant moment = all.get(random.nextInt(all.size()));
      String name = target();
      calls.must(
          "RestoreTableToPointInTime",
          "{\"SourceTableName\":\"source\",\"TargetTableName\":\""
              + name
              + "\",\"RestoreDateTime\":"
              + String.format(Locale.ROOT, "%.3f", moment.toEpochMilli() / 1000.0)
              + "}");
      if (random.nextBoolean()) {
        // Write to the table while the restore runs.
        write();
        write();
        tick(Duration.ofMillis(1));
      }
      check(name, Objects.requireNonNull(moments.get(moment)), "as of " + moment);
    }

    private void backup() {
      var answer =
          calls.must("CreateBackup", "{\"TableName\":\"source\",\"BackupName\":\"some\"}").body();
      Matcher arn = Pattern.compile("\"BackupArn\":\"(.*?)\"").matcher(answer);
      assertThat(arn.find()).isTrue();
      backups.put(arn.group(1), Map.copyOf(items));
    }

    private void restoreBackup(String arn, Map<String, String> expected) {
      String name = target();
      calls.must(
          "RestoreTableFromBackup",
          "{\"BackupArn\":\"" + arn + "\",\"TargetTableName\":\"" + name + "\"}");
      check(name, expected, "backup " + arn);
      calls.must("DeleteBackup", "{\"BackupArn\":\"" + arn + "\"}");
    }

    private String target() {
      if (restored.size() >= RESTORED_TABLES) {
        String old = restored.removeFirst();
        calls.must("DeleteTable", "{\"TableName\":\"" + old + "\"}");
      }
      String name = "restored" + count++;
      restored.add(name);
      return name;
    }

    private void check(String name, Map<String, String> expected, String what) {
      calls.awaitActive(name);
      assertThat(scan(name)).as(what).isEqualTo(expected);
    }

    private Map<String, String> scan(String table) {
      var found = new HashMap<String, String>();
      Matcher items = ITEM.matcher(calls.must("Scan", "{\"TableName\":\"" + table + "\"}").body());
      while (items.find()) {
        found.put(items.group(1) + "/" + items.group(2), items.group(3));
      }
      return found;
    }
  }
}
