package dev.gramme.storage;

import static dev.gramme.storage.Direction.ASCENDING;
import static dev.gramme.storage.StoreFixture.bytes;
import static dev.gramme.storage.StoreFixture.entries;
import static dev.gramme.storage.StoreFixture.keys;
import static dev.gramme.storage.StoreFixture.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The contract of a {@link Store} whose data several servers share: two stores on the same data.
 *
 * <p>Keys of derived rows begin with D. The row {@code Ga} is the precondition of the rows that
 * begin with a.
 */
public abstract class TwoStoresContract {
  private static final int VERSIONS = 12;

  protected Store one;
  protected Store other;

  /** Opens a store. All stores of a test have the same data, which is new. */
  protected abstract Store open();

  /** Opens a store that does not pause for seconds between its attempts to commit. */
  protected Store openWithoutPauses() {
    return open();
  }

  /** Both stores may have to create the data at the same time. */
  @BeforeEach
  void openBoth() {
    var opening = CompletableFuture.supplyAsync(this::open);
    one = open();
    other = opening.join();
  }

  @AfterEach
  void closeBoth() {
    one.close();
    other.close();
  }

  protected static void put(Store store, String key, String value) {
    store.transact(t -> StoreFixture.put(t, key, value)).join();
  }

  protected static @Nullable String get(Reader reader, String key) {
    return text(reader.get(bytes(key)));
  }

  private static int increment(Transaction t) {
    String old = get(t, "n");
    int next = old == null ? 1 : Integer.parseInt(old) + 1;
    t.put(bytes("n"), bytes(Integer.toString(next)));
    return next;
  }

  @Test
  void what_one_store_has_acknowledged_the_other_reads_at_once() {
    for (int i = 0; i < 20; i++) {
      Store writer = i % 2 == 0 ? one : other;
      Store reader = i % 2 == 0 ? other : one;
      String value = Integer.toString(i);
      put(writer, "a", value);
      assertThat(get(reader, "a")).isEqualTo(value);
      assertThat(entries(reader, "a", "b", ASCENDING)).containsExactly("a=" + value);
      assertThat(reader.transact(t -> String.valueOf(get(t, "a"))).join()).isEqualTo(value);
      try (Snapshot snapshot = reader.snapshot()) {
        assertThat(get(snapshot, "a")).isEqualTo(value);
      }
    }
  }

  @Test
  void no_increment_through_either_store_is_lost() {
    var futures = new ArrayList<CompletableFuture<Integer>>();
    for (int i = 0; i < 100; i++) {
      futures.add((i % 2 == 0 ? one : other).transact(TwoStoresContract::increment));
    }
    assertThat(futures.stream().map(CompletableFuture::join)).doesNotHaveDuplicates();
    assertThat(get(one, "n")).isEqualTo("100");
    assertThat(get(other, "n")).isEqualTo("100");
  }

  @Test
  void only_one_of_two_stores_creates_a_row() {
    for (int i = 0; i < 20; i++) {
      String key = "u" + i;
      var first = one.transact(t -> create(t, key, "one"));
      var second = other.transact(t -> create(t, key, "other"));
      assertThat(List.of(first.join(), second.join())).containsExactlyInAnyOrder(true, false);
      assertThat(get(other, key)).isEqualTo(first.join() ? "one" : "other");
    }
  }

  private static boolean create(Transaction t, String key, String value) {
    return get(t, key) == null && StoreFixture.put(t, key, value);
  }

  /** Of two doctors on duty, one may leave; both stores decide by reading both rows. */
  @Test
  void there_is_no_write_skew_between_stores() {
    for (int round = 0; round < 20; round++) {
      put(one, "a-doctor", "on duty");
      put(one, "b-doctor", "on duty");
      var first = one.transact(t -> leave(t, "a-doctor"));
      var second = other.transact(t -> leave(t, "b-doctor"));
      assertThat(List.of(first.join(), second.join())).containsExactlyInAnyOrder(true, false);
    }
  }

  private static boolean leave(Transaction t, String doctor) {
    boolean mayLeave = keys(t, "a", "c", ASCENDING).size() == 2;
    if (mayLeave) {
      t.delete(bytes(doctor));
    }
    return mayLeave;
  }

  @Test
  void a_transaction_runs_again_if_the_other_store_writes_into_a_range_that_it_read() {
    put(one, "a1", "x");
    double before = conflicts(one);
    var runs = new ArrayList<Integer>();
    int seen =
        one.transact(
                t -> {
                  int count = keys(t, "a0", "a9", ASCENDING).size();
                  if (runs.isEmpty()) {
                    // It also reads what the transaction writes: alone, it would just come later.
                    other
                        .transact(o -> get(o, "b") == null && StoreFixture.put(o, "a5", "into it"))
                        .join();
                  }
                  runs.add(count);
                  StoreFixture.put(t, "b", "done");
                  return count;
                })
            .join();
    assertThat(runs).containsExactly(1, 2);
    assertThat(seen).isEqualTo(2);
    assertThat(conflicts(one) - before).isEqualTo(1);
  }

  private static double conflicts(Store store) {
    return Objects.requireNonNull(store.metrics().get("conflicts_total"));
  }

  @Test
  void a_transaction_that_conflicts_in_every_run_fails_and_writes_nothing() {
    var runs = new AtomicInteger();
    try (Store stubborn = openWithoutPauses()) {
      var future =
          stubborn.transact(t -> {
            int next = increment(t);
            other.transact(TwoStoresContract::increment).join();
            runs.incrementAndGet();
            return StoreFixture.put(t, "b", Integer.toString(next));
          });
      assertThatThrownBy(future::join)
          .hasCauseInstanceOf(ConflictException.class)
          .satisfies(e -> assertThat(StorageException.leavesOutcomeOpen(e)).isFalse());
    }
    assertThat(runs).hasValueGreaterThan(1);
    assertThat(get(one, "n")).isEqualTo(runs.toString());
    assertThat(get(one, "b")).isNull();
    put(one, "b", "free again");
    assertThat(get(other, "b")).isEqualTo("free again");
  }

  @Test
  void a_snapshot_ignores_later_writes_of_the_other_store() {
    put(one, "a", "1");
    put(other, "b", "1");
    try (Snapshot snapshot = one.snapshot()) {
      put(other, "a", "2");
      put(other, "c", "2");
      assertThat(entries(snapshot, "a", "z", ASCENDING)).containsExactly("a=1", "b=1");
      assertThat(get(snapshot, "a")).isEqualTo("1");
    }
    assertThat(entries(one, "a", "z", ASCENDING)).containsExactly("a=2", "b=1", "c=2");
  }

  @Test
  void what_both_stores_derive_from_one_source_ends_with_the_last_value() {
    var futures = new ArrayList<CompletableFuture<Integer>>();
    for (int i = 0; i < 60; i++) {
      futures.add(
          (i % 2 == 0 ? one : other)
              .transact(t -> {
                int next = increment(t);
                t.derive(bytes("n"), bytes("D" + (next - 1) % 3), null);
                t.derive(bytes("n"), bytes("D" + next % 3), bytes(Integer.toString(next)));
                return next;
              }));
    }
    futures.forEach(CompletableFuture::join);
    assertThat(entries(one, "D", "E", ASCENDING)).containsExactly("D0=60");
    assertThat(entries(other, "D", "E", ASCENDING)).containsExactly("D0=60");
  }

  @Test
  void a_store_notices_at_once_that_the_other_one_has_changed_a_precondition() {
    put(one, "Ga", "1");
    var precondition = new Precondition(bytes("Ga"), bytes("1"));
    assertThat(writesUnder(one, precondition, "a1")).isTrue();
    assertThat(readsUnder(one, precondition)).isTrue();
    put(other, "Ga", "2");
    assertThat(writesUnder(one, precondition, "a1")).isFalse();
    assertThat(writesUnder(one, precondition, "a2")).isFalse();
    assertThat(readsUnder(one, precondition)).isFalse();
    assertThat(entries(one, "a", "b", ASCENDING)).containsExactly("a1=x");
  }

  private static boolean writesUnder(Store store, Precondition precondition, String key) {
    return store.transact(t -> t.holds(precondition) && StoreFixture.put(t, key, "x")).join();
  }

  private static boolean readsUnder(Store store, Precondition version) {
    try {
      store.get(bytes("a1"), version);
      store.range(bytes("a"), bytes("az"), ASCENDING, version).close();
      return true;
    } catch (OutdatedException e) {
      return false;
    }
  }

  /**
   * Both stores write under the version that they know, and read under it. Once a new version is
   * acknowledged, neither a write nor a read may succeed under an older one. New versions come
   * until each worker has succeeded at least once, however late its thread starts.
   */
  @Test
  void nothing_is_read_or_written_under_a_version_after_a_newer_one_was_acknowledged()
      throws Exception {
    int workers = 4;
    put(one, "Ga", "1");
    var acknowledged = new AtomicInteger(1);
    var end = new AtomicBoolean();
    var haveNotSucceeded = new CountDownLatch(workers);
    StoreConcurrencyContract.inThreads(
        workers + 1,
        thread -> {
          try {
            if (thread == workers) {
              raiseVersion(acknowledged, haveNotSucceeded, end);
            } else {
              workUnderVersions(thread, acknowledged, haveNotSucceeded, end);
            }
          } finally {
            end.set(true);
          }
          return true;
        });
    assertThat(haveNotSucceeded.getCount()).isZero();
  }

  private void raiseVersion(
      AtomicInteger acknowledged, CountDownLatch haveNotSucceeded, AtomicBoolean end) {
    int version = 1;
    while (!end.get() && (version < VERSIONS || haveNotSucceeded.getCount() > 0)) {
      version++;
      put(version % 2 == 0 ? one : other, "Ga", Integer.toString(version));
      acknowledged.set(version);
    }
  }

  private void workUnderVersions(
      int worker, AtomicInteger acknowledged, CountDownLatch haveNotSucceeded, AtomicBoolean end) {
    Store store = worker % 2 == 0 ? one : other;
    boolean writes = worker < 2;
    boolean hasSucceeded = false;
    int expected = 1;
    while (!end.get()) {
      int least = acknowledged.get();
      var version = new Precondition(bytes("Ga"), bytes(Integer.toString(expected)));
      if (writes ? writesUnder(store, version, "a" + worker) : readsUnder(store, version)) {
        assertThat(expected).isGreaterThanOrEqualTo(least);
        if (!hasSucceeded) {
          hasSucceeded = true;
          haveNotSucceeded.countDown();
        }
      } else {
        expected = Math.max(expected + 1, least);
      }
    }
  }

  @Test
  void a_store_that_opens_later_has_all_rows_and_one_that_closes_disturbs_no_other() {
    put(one, "a", "1");
    one.close();
    put(other, "b", "2");
    try (Store later = open()) {
      assertThat(entries(later, "a", "z", ASCENDING)).containsExactly("a=1", "b=2");
      put(later, "c", "3");
    }
    assertThat(keys(other, "a", "z", ASCENDING)).containsExactly("a", "b", "c");
  }
}
