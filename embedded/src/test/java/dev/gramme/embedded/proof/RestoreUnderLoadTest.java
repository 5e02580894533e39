package dev.gramme.embedded.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.engine.EngineOptions;
import dev.gramme.testkit.Eventually;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Writers run continuously while tables are restored to earlier seconds and backed up. The clock
 * advances only while no write is in progress, so the content of the table at each second is known.
 */
final class RestoreUnderLoadTest {
  private static final int WRITERS = 3;
  private static final int KEYS_OF_A_WRITER = 700;
  private static final int SECONDS = 25;
  private static final int WRITES_OF_A_SECOND = 150;
  private static final Instant BEGIN = Instant.parse("2026-11-21T00:00:00Z");
  private static final Pattern ITEM =
      Pattern.compile("\\{\"pk\":\\{\"S\":\"(.*?)\"\\},\"v\":\\{\"N\":\"(.*?)\"\\}");

  private final ReentrantReadWriteLock second = new ReentrantReadWriteLock(true);
  private final AtomicLong seconds = new AtomicLong();
  private final AtomicLong writes = new AtomicLong();
  private final AtomicBoolean ended = new AtomicBoolean();
  private final Map<String, Integer> items = new ConcurrentHashMap<>();
  private final TreeMap<Long, Map<String, Integer>> moments = new TreeMap<>();
  private final Map<String, Map<String, Integer>> expected = new HashMap<>();

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource
  void a_restore_gives_the_table_at_its_second_despite_concurrent_writes(StoreKind kind)
      throws Exception {
    long seed = Long.getLong("gramme.seed", System.nanoTime());
    try (var threads = Executors.newFixedThreadPool(WRITERS)) {
      var calls =
          new EngineCalls(
              kind.open(folder), () -> BEGIN.plusSeconds(seconds.get()), EngineOptions.DEFAULT);
      createTable(calls);
      var writers = new ArrayList<Future<?>>();
      for (int i = 0; i < WRITERS; i++) {
        int writer = i;
        writers.add(threads.submit(() -> write(calls, writer, seed + writer)));
      }
      var backups = restoreAndBackUp(calls, new SplittableRandom(seed));
      ended.set(true);
      for (var writer : writers) {
        writer.get();
      }
      calls.awaitBackups();
      for (var backup : backups.entrySet()) {
        String name = "from" + expected.size();
        calls.must(
            "RestoreTableFromBackup",
            "{\"BackupArn\":\"" + backup.getKey() + "\",\"TargetTableName\":\"" + name + "\"}");
        expected.put(name, backup.getValue());
      }
      for (var restored : expected.entrySet()) {
        calls.awaitActive(restored.getKey());
        assertThat(scan(calls, restored.getKey()))
            .as("%s with -Dgramme.seed=%d", restored.getKey(), seed)
            .isEqualTo(restored.getValue());
      }
      assertThat(scan(calls, "source")).isEqualTo(items);
      calls.closeAndAudit();
    }
  }

  private static void createTable(EngineCalls calls) {
    calls.must(
        "CreateTable",
        """
        {"TableName":"source","BillingMode":"PAY_PER_REQUEST",
        "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},
        {"AttributeName":"v","AttributeType":"N"}],
        "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],
        "GlobalSecondaryIndexes":[{"IndexName":"global","Projection":{"ProjectionType":"ALL"},
        "KeySchema":[{"AttributeName":"v","KeyType":"HASH"}]}]}
        """);
    calls.must(
        "UpdateContinuousBackups",
        "{\"TableName\":\"source\",\"PointInTimeRecoverySpecification\":"
            + "{\"PointInTimeRecoveryEnabled\":true}}");
  }

  private void write(EngineCalls calls, int writer, long seed) {
    var random = new SplittableRandom(seed);
    while (!ended.get()) {
      String key = "w" + writer + "-" + random.nextInt(KEYS_OF_A_WRITER);
      int value = random.nextInt(1000);
      second.readLock().lock();
      try {
        if (random.nextInt(4) == 0) {
          calls.must(
              "DeleteItem", "{\"TableName\":\"source\",\"Key\":{\"pk\":{\"S\":\"" + key + "\"}}}");
          items.remove(key);
        } else {
          calls.must(
              "PutItem",
              "{\"TableName\":\"source\",\"Item\":{\"pk\":{\"S\":\""
                  + key
                  + "\"},\"v\":{\"N\":\""
                  + value
                  + "\"}}}");
          items.put(key, value);
        }
        writes.incrementAndGet();
      } finally {
        second.readLock().unlock();
      }
    }
  }

  /** The backups with their expected content. */
  private Map<String, Map<String, Integer>> restoreAndBackUp(
      EngineCalls calls, SplittableRandom random) {
    var backups = new HashMap<String, Map<String, Integer>>();
    for (int i = 1; i <= SECONDS; i++) {
      long target = writes.get() + WRITES_OF_A_SECOND;
      Eventually.get("the writers make progress", writes::get, done -> done >= target);
      second.writeLock().lock();
      try {
        moments.put(seconds.get(), Map.copyOf(items));
        if (i % 6 == 0) {
          backups.put(backUp(calls), Map.copyOf(items));
        }
        seconds.incrementAndGet();
      } finally {
        second.writeLock().unlock();
      }
      if (i % 4 == 0) {
        restore(calls, "at" + i, random.nextLong(seconds.get()));
      }
    }
    return backups;
  }

  private static String backUp(EngineCalls calls) {
    String body =
        calls.must("CreateBackup", "{\"TableName\":\"source\",\"BackupName\":\"some\"}").body();
    Matcher arn = Pattern.compile("\"BackupArn\":\"(.*?)\"").matcher(body);
    assertThat(arn.find()).isTrue();
    return arn.group(1);
  }

  private void restore(EngineCalls calls, String name, long atSecond) {
    // Restore to the end of the second.
    double moment = BEGIN.plusSeconds(atSecond).toEpochMilli() / 1000.0 + 0.999;
    calls.must(
        "RestoreTableToPointInTime",
        "{\"SourceTableName\":\"source\",\"TargetTableName\":\""
            + name
            + "\",\"RestoreDateTime\":"
            + String.format(Locale.ROOT, "%.3f", moment)
            + "}");
    expected.put(name, Objects.requireNonNull(moments.get(atSecond)));
  }

  private static Map<String, Integer> scan(EngineCalls calls, String table) {
    var found = new HashMap<String, Integer>();
    Matcher items = ITEM.matcher(calls.must("Scan", "{\"TableName\":\"" + table + "\"}").body());
    while (items.find()) {
      found.put(items.group(1), Integer.parseInt(items.group(2)));
    }
    return found;
  }
}
