package dev.gramme.storage.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Repeatedly kills a process under load and reopens its database: every acknowledged transaction is
 * there, and none is there in part.
 */
@Tag("slow")
final class CrashTest {
  @TempDir private Path folder;

  @Test
  void after_a_few_kills_everything_acknowledged_is_there_and_nothing_by_half() throws Exception {
    killAndReopen(4, 1200);
  }

  @Test
  @Tag("long")
  void after_many_kills_everything_acknowledged_is_there_and_nothing_by_half() throws Exception {
    killAndReopen(60, 2500);
  }

  private void killAndReopen(int rounds, int maxMillis) throws Exception {
    long seed = Long.getLong("gramme.seed", System.nanoTime());
    Random random = new Random(seed);
    int[] acknowledged = new int[CrashingBank.THREADS];
    Path database = folder.resolve("bank");
    for (int round = 0; round < rounds; round++) {
      Durability durability = round % 2 == 0 ? Durability.SYNC : Durability.RELAXED;
      // In every other pair of rounds, rows are prefetched whenever they are not in memory.
      Duration slowRead = round % 4 < 2 ? RocksStoreOptions.SLOW_READ : Duration.ZERO;
      runAndKill(database, durability, slowRead, random, maxMillis, acknowledged);
      RocksStoreOptions options =
          RocksStoreOptions.builder(database).durability(durability).build();
      try (RocksStore store = RocksStore.open(options)) {
        check(store, acknowledged, "round " + round + " of seed " + seed);
      }
    }
    System.out.println("acknowledged by thread: " + Arrays.toString(acknowledged));
  }

  private static void runAndKill(
      Path database,
      Durability durability,
      Duration slowRead,
      Random random,
      int maxMillis,
      int[] acknowledged)
      throws Exception {
    Process child =
        ChildJvm.start(
            CrashingBank.class,
            database.toString(),
            durability.name(),
            slowRead.toString(),
            Long.toString(random.nextLong()));
    CompletableFuture<Boolean> first = new CompletableFuture<>();
    CompletableFuture<Void> reader =
        CompletableFuture.runAsync(() -> readAcknowledged(child, first, acknowledged));
    try {
      assertThat(first.get(30, TimeUnit.SECONDS)).as("the child works").isTrue();
      boolean ended = child.waitFor(random.nextInt(maxMillis), TimeUnit.MILLISECONDS);
      assertThat(ended).as("the child ended by itself").isFalse();
    } finally {
      // Through its handle: the process object would close its output and lose unread lines.
      child.toHandle().destroyForcibly();
      child.waitFor();
    }
    reader.get(30, TimeUnit.SECONDS);
  }

  private static void readAcknowledged(
      Process child, CompletableFuture<Boolean> first, int[] acknowledged) {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(child.getInputStream(), UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.endsWith(";")) { // an incomplete line was cut off by the kill
          String[] words = line.split(" ");
          acknowledged[Integer.parseInt(words[0])] = Integer.parseInt(words[1]);
          first.complete(true);
        }
      }
    } catch (IOException e) {
      first.completeExceptionally(e);
    }
    first.complete(false);
  }

  private static void check(RocksStore store, int[] acknowledged, String at) {
    int sum = 0;
    for (int i = 0; i < CrashingBank.ACCOUNTS; i++) {
      sum += CrashingBank.number(store, CrashingBank.account(i), CrashingBank.OPENING_BALANCE);
    }
    assertThat(sum)
        .as("sum of the accounts at " + at)
        .isEqualTo(CrashingBank.ACCOUNTS * CrashingBank.OPENING_BALANCE);
    for (int thread = 0; thread < CrashingBank.THREADS; thread++) {
      int count = CrashingBank.number(store, CrashingBank.count(thread), 0);
      assertThat(count)
          .as("count of thread %d at %s", thread, at)
          .isBetween(acknowledged[thread], acknowledged[thread] + 1);
      assertThat(logEntries(store, thread))
          .as("log of thread %d at %s", thread, at)
          .isEqualTo(count);
      acknowledged[thread] = count;
    }
  }

  private static int logEntries(RocksStore store, int thread) {
    int expected = 0;
    try (Cursor cursor =
        store.range(
            CrashingBank.logEntry(thread, 0),
            CrashingBank.logEntry(thread, 99_999_999),
            Direction.ASCENDING)) {
      while (cursor.next()) {
        assertThat(cursor.key()).isEqualTo(CrashingBank.logEntry(thread, ++expected));
      }
    }
    return expected;
  }
}
