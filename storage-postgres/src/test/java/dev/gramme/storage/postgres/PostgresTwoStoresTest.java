package dev.gramme.storage.postgres;

import static dev.gramme.storage.Direction.ASCENDING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.storage.Cursor;
import dev.gramme.storage.OutdatedException;
import dev.gramme.storage.Precondition;
import dev.gramme.storage.Reader;
import dev.gramme.storage.Snapshot;
import dev.gramme.storage.Transaction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two stores in the same schema, as two servers have them. */
@Tag("slow")
final class TwoStoresTest {
  private static final int VERSIONS = 60;

  private PostgresStore one;
  private PostgresStore other;

  @BeforeEach
  void open() {
    var options = TestPostgres.options();
    one = PostgresStore.open(options);
    other = PostgresStore.open(options);
  }

  @AfterEach
  void close() {
    one.close();
    other.close();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static @Nullable String text(byte @Nullable [] bytes) {
    return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
  }

  private static void put(PostgresStore store, String key, String value) {
    store
        .transact(t -> {
          t.put(bytes(key), bytes(value));
          return true;
        })
        .join();
  }

  private static int increment(Transaction t) {
    String old = text(t.get(bytes("n")));
    int next = old == null ? 1 : Integer.parseInt(old) + 1;
    t.put(bytes("n"), bytes(Integer.toString(next)));
    return next;
  }

  private static List<String> keys(Reader reader) {
    var keys = new ArrayList<String>();
    try (Cursor cursor = reader.range(bytes("a"), bytes("z"), ASCENDING)) {
      while (cursor.next()) {
        keys.add(String.valueOf(text(cursor.key())));
      }
    }
    return keys;
  }

  @Test
  void no_increment_through_either_store_is_lost() {
    var futures = new ArrayList<CompletableFuture<Integer>>();
    for (int i = 0; i < 200; i++) {
      futures.add((i % 2 == 0 ? one : other).transact(TwoStoresTest::increment));
    }
    assertThat(futures.stream().map(CompletableFuture::join)).doesNotHaveDuplicates();
    assertThat(text(one.get(bytes("n")))).isEqualTo("200");
    assertThat(text(other.get(bytes("n")))).isEqualTo("200");
  }

  @Test
  void a_transaction_runs_again_if_the_other_store_writes_into_a_range_that_it_read() {
    put(one, "a1", "x");
    var runs = new ArrayList<Integer>();
    int seen =
        one.transact(
                t -> {
                  int count = keys(t).size();
                  if (runs.isEmpty()) {
                    // It also reads what the transaction writes: alone, it would just come later.
                    other
                        .transact(o -> {
                          assertThat(o.get(bytes("b"))).isNull();
                          o.put(bytes("a5"), bytes("into it"));
                          return true;
                        })
                        .join();
                  }
                  runs.add(count);
                  t.put(bytes("b"), bytes("done"));
                  return count;
                })
            .join();
    assertThat(runs).containsExactly(1, 2);
    assertThat(seen).isEqualTo(2);
    assertThat(one.metrics()).containsEntry("conflicts_total", 1.0);
  }

  /** Of two doctors on duty, one may leave; both stores decide by reading both rows. */
  @Test
  void there_is_no_write_skew_between_stores() {
    for (int round = 0; round < 30; round++) {
      put(one, "on-duty-1", "yes");
      put(one, "on-duty-2", "yes");
      var first = one.transact(t -> leave(t, "on-duty-1"));
      var second = other.transact(t -> leave(t, "on-duty-2"));
      assertThat(List.of(first.join(), second.join())).containsExactlyInAnyOrder(true, false);
    }
  }

  private static boolean leave(Transaction t, String doctor) {
    boolean mayLeave = keys(t).size() == 2;
    if (mayLeave) {
      t.delete(bytes(doctor));
    }
    return mayLeave;
  }

  @Test
  void a_snapshot_ignores_later_writes_of_the_other_store() {
    put(one, "a", "1");
    put(other, "b", "1");
    try (Snapshot snapshot = one.snapshot()) {
      put(other, "a", "2");
      put(other, "c", "2");
      assertThat(keys(snapshot)).containsExactly("a", "b");
      assertThat(text(snapshot.get(bytes("a")))).isEqualTo("1");
    }
    assertThat(keys(one)).containsExactly("a", "b", "c");
  }

  @Test
  void a_store_notices_at_once_that_the_other_one_has_changed_a_precondition() {
    put(one, "version", "1");
    var precondition = new Precondition(bytes("version"), bytes("1"));
    assertThat(writesUnder(one, precondition)).isTrue();
    put(other, "version", "2");
    assertThat(writesUnder(one, precondition)).isFalse();
    assertThat(text(one.get(bytes("written")))).isEqualTo("x");
  }

  private static boolean writesUnder(PostgresStore store, Precondition precondition) {
    return store
        .transact(t -> {
          boolean holds = t.holds(precondition);
          if (holds) {
            t.put(bytes("written"), bytes("x"));
          }
          return holds;
        })
        .join();
  }

  /**
   * Both stores write under the version that they know, and read under it. Once a new version is
   * acknowledged, neither a write nor a read may succeed under an older one. New versions come
   * until each worker has succeeded at least once, however late its thread starts.
   */
  @Test
  void nothing_is_read_or_written_under_a_version_after_a_newer_one_was_acknowledged()
      throws Exception {
    put(one, "version", "1");
    var acknowledged = new AtomicInteger(1);
    var end = new AtomicBoolean();
    var haveNotSucceeded = new CountDownLatch(4);
    List<Future<Integer>> working = new ArrayList<>();
    try (var threads = Executors.newFixedThreadPool(4)) {
      for (int i = 0; i < 4; i++) {
        var store = i % 2 == 0 ? one : other;
        boolean writes = i < 2;
        Callable<Integer> worker =
            () -> {
              int succeeded = 0;
              int expected = 1;
              while (!end.get()) {
                int least = acknowledged.get();
                var version = new Precondition(bytes("version"), bytes(Integer.toString(expected)));
                if (writes ? writesUnder(store, version) : readsUnder(store, version)) {
                  assertThat(expected).isGreaterThanOrEqualTo(least);
                  if (succeeded++ == 0) {
                    haveNotSucceeded.countDown();
                  }
                } else {
                  expected = Math.max(expected + 1, least);
                }
              }
              return succeeded;
            };
        working.add(threads.submit(worker));
      }
      int version = 1;
      while (working.stream().noneMatch(Future::isDone)
          && (version < VERSIONS || haveNotSucceeded.getCount() > 0)) {
        version++;
        put(version % 2 == 0 ? one : other, "version", Integer.toString(version));
        acknowledged.set(version);
      }
      end.set(true);
      for (var worker : working) {
        assertThat(worker.get()).isPositive();
      }
    }
  }

  private static boolean readsUnder(PostgresStore store, Precondition version) {
    try {
      store.get(bytes("written"), version);
      store.range(bytes("a"), bytes("z"), ASCENDING, version).close();
      return true;
    } catch (OutdatedException e) {
      return false;
    }
  }
}
