package dev.gramme.embedded.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.embedded.Gramme;
import dev.gramme.embedded.proof.RowAudit;
import dev.gramme.storage.rocksdb.RocksStore;
import dev.gramme.storage.rocksdb.RocksStoreOptions;
import dev.gramme.testkit.Eventually;
import java.nio.file.Path;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BackupStatus;
import software.amazon.awssdk.services.dynamodb.model.BackupSummary;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/**
 * Kills a process while it makes backups and restores. When its database is reopened, these must
 * continue, and each of them must have the content of the table at the time of its request.
 */
@Tag("slow")
final class RecoveryCrashTest {

  @TempDir private Path folder;
  private int resumed;
  private String at = "";

  @Test
  void backups_and_restores_continue_after_a_kill() throws Exception {
    killAndReopen(2);
  }

  @Test
  @Tag("long")
  void backups_and_restores_continue_after_many_kills() throws Exception {
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
      RowAudit.checkAsLeft(database);
      try (var gramme = Gramme.open(database)) {
        check(gramme.client(), begun);
      }
      try (var store = RocksStore.open(RocksStoreOptions.of(database))) {
        RowAudit.check(store);
      }
    }
    System.out.printf("%d kills, %d backups and restores resumed%n", rounds, resumed);
  }

  /** The backups that the process has begun, by generation. The last one may be missing. */
  private Map<Integer, String> runAndKill(Path database, int round, SplittableRandom random)
      throws Exception {
    var begun = new ConcurrentSkipListMap<Integer, String>();
    var child =
        ChildProcess.start(
            CrashingArchive.class,
            1 + random.nextInt(3),
            line -> {
              String[] words = line.split(" ", -1);
              begun.put(Integer.parseInt(words[0]), words[1]);
            },
            database.toString(),
            Integer.toString(round));
    assertThat(child.kill(random.nextLong(60_000_000))).as("the process is alive, %s", at).isTrue();
    return begun;
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
    Eventually.holds("a backup or restore, " + at, condition);
  }
}
