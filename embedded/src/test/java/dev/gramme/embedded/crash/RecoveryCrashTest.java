package dev.gramme.embedded.crash;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.embedded.Gramme;
import dev.gramme.embedded.proof.RowAudit;
import dev.gramme.storage.rocksdb.RocksStore;
import dev.gramme.storage.rocksdb.RocksStoreOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BackupStatus;
import software.amazon.awssdk.services.dynamodb.model.BackupSummary;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/**
 * A process is killed while it makes backups and restores: when its database is opened again these
 * go on, and every one of them comes to hold what the table held when it was asked for.
 */
final class RecoveryCrashTest {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

  @TempDir private Path folder;
  private int resumed;
  private String at = "";

  @Test
  void backups_and_restores_that_a_kill_interrupts_go_on() throws Exception {
    killAndReopen(2);
  }

  @Test
  @Tag("long")
  void backups_and_restores_that_many_kills_interrupt_go_on() throws Exception {
    killAndReopen(30);
    assertThat(resumed).isPositive();
  }

  private void killAndReopen(int rounds) throws Exception {
    long seed = Long.getLong("gramme.seed", System.nanoTime());
    var random = new SplittableRandom(seed);
    Path database = folder.resolve("archive");
    for (int round = 0; round < rounds; round++) {
      at = "round " + round + " of -Dgramme.seed=" + seed;
      var begun = runAndKill(database, round, random);
      try (var gramme = Gramme.open(database)) {
        check(gramme.client(), begun);
      }
      try (var store = RocksStore.open(RocksStoreOptions.of(database))) {
        RowAudit.check(store);
      }
    }
    System.out.printf("%d kills, %d backups and restores resumed%n", rounds, resumed);
  }

  /** The backups that were begun, by generation; the last one may be missing. */
  private Map<Integer, String> runAndKill(Path database, int round, SplittableRandom random)
      throws Exception {
    Process child = start(database, round);
    int enough = 1 + random.nextInt(3);
    var begun = new ConcurrentSkipListMap<Integer, String>();
    var reached = new CompletableFuture<Boolean>();
    var reader = CompletableFuture.runAsync(() -> read(child, enough, begun, reached));
    try {
      assertThat(reached.get(60, TimeUnit.SECONDS)).as("the child works on, %s", at).isTrue();
      LockSupport.parkNanos(random.nextLong(60_000_000));
    } finally {
      // By its handle: the process object would close its output, and what is in there, too.
      child.toHandle().destroyForcibly();
      child.waitFor();
    }
    reader.get(60, TimeUnit.SECONDS);
    return begun;
  }

  private static Process start(Path database, int round) throws IOException {
    var command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx384m",
            "-XX:TieredStopAtLevel=1",
            "-XX:-UsePerfData",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            CrashingArchive.class.getName(),
            database.toString(),
            Integer.toString(round));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  private static void read(
      Process child, int enough, Map<Integer, String> begun, CompletableFuture<Boolean> reached) {
    try (var lines = new BufferedReader(new InputStreamReader(child.getInputStream(), UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.endsWith(";")) { // else it was cut off by the end
          String[] words = line.split(" ", -1);
          begun.put(Integer.parseInt(words[0]), words[1]);
          if (begun.size() >= enough) {
            reached.complete(true);
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      reached.complete(false);
    }
  }

  private void check(DynamoDbClient client, Map<Integer, String> begun) {
    var tables = client.listTables().tableNames().stream().filter(n -> n.startsWith("g")).toList();
    var backups = new TreeMap<Integer, String>();
    for (BackupSummary backup : client.listBackups().backupSummaries()) {
      backups.put(Integer.parseInt(backup.backupName().substring(1)), backup.backupArn());
      resumed += backup.backupStatus() == BackupStatus.CREATING ? 1 : 0;
    }
    assertThat(backups).as("backups, %s", at).containsAllEntriesOf(begun);
    for (int generation : begun.keySet()) {
      assertThat(tables).as("restores, %s", at).contains("g" + generation);
    }
    for (String table : tables) {
      resumed += status(client, table) == TableStatus.CREATING ? 1 : 0;
    }
    for (String table : tables) {
      checkTable(client, table, Integer.parseInt(table.substring(1)));
    }
    backups.forEach((generation, arn) -> {
      await(() -> {
        var details = client.describeBackup(r -> r.backupArn(arn)).backupDescription();
        return details.backupDetails().backupStatus() == BackupStatus.AVAILABLE;
      });
      client.restoreTableFromBackup(r -> r.backupArn(arn).targetTableName("b" + generation));
      checkTable(client, "b" + generation, generation);
      client.deleteBackup(r -> r.backupArn(arn));
    });
  }

  private void checkTable(DynamoDbClient client, String table, int generation) {
    await(() -> status(client, table) == TableStatus.ACTIVE);
    assertThat(CrashingArchive.scan(client, table))
        .as("table %s, %s", table, at)
        .isEqualTo(CrashingArchive.items(generation));
    client.deleteTable(r -> r.tableName(table));
  }

  private static TableStatus status(DynamoDbClient client, String table) {
    return client.describeTable(r -> r.tableName(table)).table().tableStatus();
  }

  private void await(BooleanSupplier condition) {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("a backup or restore, %s", at).isLessThan(deadline);
      LockSupport.parkNanos(2_000_000);
    }
  }
}
