package dev.gramme.embedded.crash;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.embedded.Gramme;
import dev.gramme.embedded.crash.Journal.Write;
import dev.gramme.embedded.crash.Shop.OrderKey;
import dev.gramme.embedded.crash.Shop.Transfer;
import dev.gramme.embedded.proof.RowAudit;
import dev.gramme.storage.rocksdb.RocksStore;
import dev.gramme.storage.rocksdb.RocksStoreOptions;
import dev.gramme.testkit.Eventually;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;

/**
 * Repeatedly kills a process under load and reopens its database. Every acknowledged write must
 * exist, no transaction may be partial, and every index must equal its table.
 */
@Tag("slow")
final class CrashTest {

  @TempDir private Path folder;
  private final Journal journal = new Journal();
  private int round;
  private int backfillsResumed;
  private String at = "";

  @Test
  void after_a_few_kills_every_acknowledged_write_exists_and_every_index_equals_its_table()
      throws Exception {
    killAndReopen(3, 1000);
  }

  @Test
  @Tag("long")
  void after_many_kills_every_acknowledged_write_exists_and_every_index_equals_its_table()
      throws Exception {
    killAndReopen(50, 2500);
  }

  private void killAndReopen(int rounds, int maxWrites) throws Exception {
    long seed = Long.getLong("gramme.seed", System.nanoTime());
    var random = new SplittableRandom(seed);
    Path database = folder.resolve("shop");
    for (round = 0; round < rounds; round++) {
      at = "round " + round + " of -Dgramme.seed=" + seed;
      runAndKill(database, random, maxWrites);
      RowAudit.checkAsLeft(database);
      try (var gramme = Gramme.open(database)) {
        check(gramme.client());
      }
      try (var store = RocksStore.open(RocksStoreOptions.of(database))) {
        RowAudit.check(store);
      }
    }
    System.out.printf(
        "%d kills, %d writes acknowledged, %d backfills resumed%n",
        rounds, journal.acknowledged(), backfillsResumed);
  }

  private void runAndKill(Path database, SplittableRandom random, int maxWrites) throws Exception {
    Process child = start(database, round, random.nextLong());
    int targetCount = journal.acknowledged() + 1 + random.nextInt(maxWrites);
    var reached = new CompletableFuture<Boolean>();
    var reader = CompletableFuture.runAsync(() -> read(child, targetCount, reached));
    try {
      assertThat(reached.get(60, TimeUnit.SECONDS))
          .as("the child reached its number of writes, %s", at)
          .isTrue();
    } finally {
      // Uses the handle, because Process.destroyForcibly would close the output and discard unread
      // lines.
      child.toHandle().destroyForcibly();
      child.waitFor();
    }
    reader.get(60, TimeUnit.SECONDS);
  }

  private static Process start(Path database, int round, long seed) throws IOException {
    var command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx384m",
            "-XX:TieredStopAtLevel=1",
            "-XX:-UsePerfData",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            CrashingShop.class.getName(),
            database.toString(),
            Integer.toString(round),
            Long.toString(seed));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  private void read(Process child, int targetCount, CompletableFuture<Boolean> reached) {
    try (var lines = new BufferedReader(new InputStreamReader(child.getInputStream(), UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.endsWith(";")) { // an unterminated line was cut off by the kill
          journal.add(line);
          if (journal.acknowledged() >= targetCount) {
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

  private void check(DynamoDbClient client) {
    var unacknowledged = journal.takeUnacknowledged();
    awaitBackfill(client, unacknowledged);
    var orders = new HashMap<OrderKey, Map<String, AttributeValue>>();
    scan(client, Shop.ORDERS).forEach(item -> orders.put(OrderKey.of(item), item));
    resolveUnacknowledged(unacknowledged, orders);
    var expected = new HashMap<OrderKey, Map<String, AttributeValue>>();
    journal.orders().forEach((key, n) -> expected.put(key, Shop.order(key, n)));
    assertThat(orders).as("orders, %s", at).isEqualTo(expected);
    for (String index : List.of(Shop.BY_SCORE, Shop.BY_OWNER, Shop.BY_STATE, Shop.BY_LOT)) {
      if (!index.equals(Shop.BY_LOT) || journal.indexExists()) {
        checkIndex(client, index, expected);
      }
    }
    checkBank(client, unacknowledged);
  }

  /**
   * Determines which unacknowledged writes of orders took effect, and records them in the journal.
   */
  private void resolveUnacknowledged(
      Iterable<Write> unacknowledged, Map<OrderKey, Map<String, AttributeValue>> orders) {
    for (Write write : unacknowledged) {
      var key = write.key();
      if (key != null) {
        var order = orders.get(key);
        boolean tookEffect =
            write.what().equals("delete")
                ? order == null
                : order != null && Shop.value(order, "v").n().equals(Integer.toString(write.n()));
        if (tookEffect) {
          journal.tookEffect(write);
        }
      }
    }
  }

  private void awaitBackfill(DynamoDbClient client, Iterable<Write> unacknowledged) {
    var status = CrashingShop.indexStatus(client);
    backfillsResumed += status == IndexStatus.CREATING ? 1 : 0;
    boolean exists =
        Eventually.get(
                "the backfill of an index is complete, " + at,
                () -> Optional.ofNullable(CrashingShop.indexStatus(client)),
                now -> now.isEmpty() || now.get() == IndexStatus.ACTIVE)
            .isPresent();
    for (Write write : unacknowledged) {
      if (write.what().equals(exists ? "create" : "remove")) {
        journal.tookEffect(write);
      }
    }
    assertThat(exists)
        .as("whether the index that is created and deleted exists, %s", at)
        .isEqualTo(journal.indexExists());
  }

  private void checkIndex(
      DynamoDbClient client, String index, Map<OrderKey, Map<String, AttributeValue>> orders) {
    var expected = new HashMap<OrderKey, Map<String, AttributeValue>>();
    orders.forEach((key, order) -> {
      if (!index.equals(Shop.BY_OWNER) || order.containsKey("owner")) {
        var entry = new HashMap<>(order);
        entry.keySet().retainAll(Shop.projected(index));
        expected.put(key, entry);
      }
    });
    var found = new HashMap<OrderKey, Map<String, AttributeValue>>();
    int count = 0;
    for (var item :
        client.scanPaginator(scan -> scan.tableName(Shop.ORDERS).indexName(index)).items()) {
      found.put(OrderKey.of(item), item);
      count++;
    }
    assertThat(found).as("index %s, %s", index, at).isEqualTo(expected).hasSize(count);
  }

  private void checkBank(DynamoDbClient client, Iterable<Write> unacknowledged) {
    var balances = new int[Shop.ACCOUNTS];
    Arrays.fill(balances, Shop.OPENING_BALANCE);
    var found = new HashMap<String, AttributeValue>();
    var records = new HashSet<String>();
    for (var item : scan(client, Shop.BANK)) {
      String id = Shop.value(item, "pk").s();
      if (item.containsKey("balance")) {
        found.put(id, Shop.value(item, "balance"));
      } else {
        records.add(id);
      }
    }
    for (Write write : unacknowledged) {
      if (records.contains(Transfer.of(write.thread(), write.n()).id())) {
        journal.tookEffect(write);
      }
    }
    assertThat(records).as("transfers, %s", at).isEqualTo(journal.transfers().keySet());
    for (Transfer transfer : journal.transfers().values()) {
      balances[transfer.from()] -= transfer.amount();
      balances[transfer.to()] += transfer.amount();
    }
    var expected = new HashMap<String, AttributeValue>();
    for (int i = 0; i < balances.length; i++) {
      expected.put(Shop.account(i), AttributeValue.fromN(Integer.toString(balances[i])));
    }
    assertThat(found).as("balances, %s", at).isEqualTo(expected);
    // A client token survives the crash, so a repeated transaction has no effect.
    journal.transfers().values().stream()
        .filter(transfer -> transfer.n() / Shop.NUMBERS_PER_ROUND == round)
        .limit(20)
        .forEach(transfer -> client.transactWriteItems(CrashingShop.request(transfer)));
  }

  private static List<Map<String, AttributeValue>> scan(DynamoDbClient client, String table) {
    return client.scanPaginator(scan -> scan.tableName(table).consistentRead(true)).items().stream()
        .toList();
  }
}
