package dev.gramme.storage.cassandra;

import static dev.gramme.storage.Direction.ASCENDING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.storage.Cursor;
import dev.gramme.storage.Guard;
import dev.gramme.storage.OutdatedException;
import dev.gramme.storage.StorageException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two servers go by a row that guards others: it costs them nothing, and its changes are seen. */
final class GuardTest {
  private static final byte[] ROW = bytes("Ga");
  private static final int CHANGES = 12;

  private CassandraStore one;
  private CassandraStore other;

  @BeforeEach
  void open() {
    var options = TestCassandra.options();
    one = CassandraStore.open(options);
    other = CassandraStore.open(options);
    change(one, "1");
  }

  @AfterEach
  void close() {
    one.close();
    other.close();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static Guard guard(String value) {
    return new Guard(ROW, bytes(value));
  }

  private static void change(CassandraStore store, String value) {
    put(store, ROW, value);
  }

  private static boolean put(CassandraStore store, byte[] key, String value) {
    return store
        .transact(t -> {
          t.put(key, bytes(value));
          return true;
        })
        .join();
  }

  /** Writes under a guard; whether it held. */
  private static boolean write(CassandraStore store, String key, String value) {
    return writeIfHolds(store, guard(value), bytes(key));
  }

  private static boolean writeIfHolds(CassandraStore store, Guard guard, byte[] key) {
    return store
        .transact(t -> {
          boolean holds = t.holds(guard);
          if (holds) {
            t.put(key, guard.value());
          }
          return holds;
        })
        .join();
  }

  @Test
  void a_write_that_need_not_know_what_was_there_is_one_statement() {
    write(one, "a1", "1");
    assertThat(TestCassandra.statements(one, () -> assertThat(write(one, "a1", "1")).isTrue()))
        .isEqualTo(1);
    assertThat(TestCassandra.statements(one, () -> assertThat(write(one, "a2", "1")).isTrue()))
        .isEqualTo(1);
  }

  @Test
  void a_read_is_one_statement_that_tells_whether_the_guard_holds() {
    write(one, "a1", "1");
    one.get(bytes("a1"), guard("1"));
    assertThat(TestCassandra.statements(one, () -> one.get(bytes("a1"), guard("1")))).isEqualTo(1);
    assertThat(
            TestCassandra.statements(
                one,
                () -> {
                  try (Cursor range = one.range(bytes("a"), bytes("az"), ASCENDING, guard("1"))) {
                    assertThat(range.next()).isTrue();
                  }
                }))
        .isEqualTo(1);
  }

  @Test
  void a_refusal_after_one_read_is_one_statement() {
    write(one, "a1", "1");
    one.get(bytes("a1"), guard("1"));
    assertThat(
            TestCassandra.statements(
                one,
                () ->
                    assertThatThrownBy(() ->
                            one.transact(
                                    t -> {
                                      assertThat(t.holds(guard("1"))).isTrue();
                                      assertThat(t.get(bytes("a1"))).isNotNull();
                                      throw new IllegalStateException("refused");
                                    })
                                .join())
                        .hasRootCauseMessage("refused")))
        .isEqualTo(1);
  }

  @Test
  void what_one_changes_holds_no_more_for_the_other() {
    assertThat(write(other, "a1", "1")).isTrue();
    assertThat(other.get(bytes("a1"), guard("1"))).isNotNull();
    change(one, "2");
    assertThatThrownBy(() -> other.get(bytes("a1"), guard("1")))
        .isInstanceOf(OutdatedException.class);
    assertThat(write(other, "a1", "1")).isFalse();
    // Also where nothing has been written before, and where other buckets are written beside.
    assertThatThrownBy(() -> other.get(bytes("a7"), guard("1")))
        .isInstanceOf(OutdatedException.class);
    assertThat(write(other, "b", "1")).isFalse();
    assertThat(write(other, "a1", "2")).isTrue();
  }

  private static void delete(CassandraStore store) {
    store
        .transact(t -> {
          t.delete(bytes("a1"));
          return true;
        })
        .join();
  }

  private static @Nullable String replace(CassandraStore store, String value) {
    byte[] before =
        store
            .transact(t -> {
              assertThat(t.holds(guard("1"))).isTrue();
              return t.replace(bytes("a1"), bytes(value));
            })
            .join()
            .get();
    return before == null ? null : new String(before, StandardCharsets.UTF_8);
  }

  @Test
  void a_row_that_is_believed_to_be_there_is_replaced_whether_it_is_or_not() {
    write(one, "a1", "1");
    assertThat(TestCassandra.statements(one, () -> assertThat(replace(one, "2")).isEqualTo("1")))
        .isEqualTo(1);
    delete(other);
    assertThat(TestCassandra.statements(one, () -> assertThat(replace(one, "3")).isNull()))
        .isEqualTo(2);
    // Now nothing is believed of it, but still of what its bucket has been told.
    delete(other);
    assertThat(TestCassandra.statements(one, () -> assertThat(replace(one, "3")).isNull()))
        .isEqualTo(1);
    assertThat(replace(one, "4")).isEqualTo("3");
    assertThat(other.get(bytes("a1"), guard("1"))).isEqualTo(bytes("4"));
    change(other, "2");
    assertThat(write(one, "a1", "1")).isFalse();
  }

  /**
   * Looks for a row and writes it.
   *
   * @param seen whether it was there, in each run
   * @param meanwhile happens in the first run, if it was not there
   */
  private static void put(CassandraStore store, List<Boolean> seen, Runnable meanwhile) {
    store
        .transact(t -> {
          assertThat(t.holds(guard("1"))).isTrue();
          boolean isThere = t.get(bytes("a1")) != null;
          if (!isThere && seen.isEmpty()) {
            meanwhile.run();
          }
          seen.add(isThere);
          t.put(bytes("a1"), bytes(isThere ? "second" : "first"));
          return true;
        })
        .join();
  }

  @Test
  void a_row_that_is_believed_to_be_there_and_was_seen_missing_is_still_missing() {
    write(one, "a1", "1");
    write(other, "a1", "1");
    var seen = new ArrayList<Boolean>();
    // It is remembered, and then not trusted any more.
    put(one, seen, () -> {});
    assertThat(seen).containsExactly(true, true);
    delete(other);
    seen.clear();
    put(one, seen, () -> write(other, "a1", "1"));
    assertThat(seen).containsExactly(false, true);
    assertThat(one.get(bytes("a1"), guard("1"))).isEqualTo(bytes("second"));
  }

  @Test
  void a_read_of_what_a_row_does_not_guard_looks_at_the_row() {
    write(one, "b", "1");
    assertThat(one.get(bytes("b"), guard("1"))).isNotNull();
    one.range(bytes("b"), bytes("bz"), ASCENDING, guard("1")).close();
    change(other, "2");
    assertThatThrownBy(() -> one.get(bytes("b"), guard("1"))).isInstanceOf(OutdatedException.class);
    assertThatThrownBy(() -> one.range(bytes("b"), bytes("bz"), ASCENDING, guard("1")))
        .isInstanceOf(OutdatedException.class);
  }

  @Test
  void a_bucket_that_is_told_while_its_guard_changes_does_not_go_by_what_was() throws Exception {
    try (var threads = Executors.newFixedThreadPool(2)) {
      for (char letter = 'b'; letter <= 'm'; letter++) {
        byte[] row = bytes("G" + letter);
        var before = new Guard(row, bytes("1"));
        byte[] key = bytes(letter + "1");
        put(one, row, "1");
        var writing = threads.submit(() -> writeIfHolds(one, before, key));
        var changing = threads.submit(() -> put(other, row, "2"));
        writing.get();
        changing.get();
        assertThat(writeIfHolds(one, before, key)).isFalse();
        assertThat(writeIfHolds(other, before, key)).isFalse();
        var after = new Guard(row, bytes("2"));
        assertThat(writeIfHolds(one, after, key)).isTrue();
        assertThat(writeIfHolds(other, after, key)).isTrue();
      }
    }
  }

  @Test
  void a_new_bucket_that_is_written_together_with_its_guard_goes_by_what_that_is_now() {
    assertThat(other.transact(t -> t.holds(guard("1"))).join()).isTrue();
    one.transact(
            t -> {
              assertThat(t.holds(guard("1"))).isTrue();
              t.put(ROW, bytes("2"));
              t.put(bytes("a1"), bytes("2"));
              return true;
            })
        .join();
    assertThat(write(other, "a1", "1")).isFalse();
    assertThat(write(other, "a1", "2")).isTrue();
  }

  @Test
  void the_first_write_of_a_server_in_a_bucket_reads_what_that_has_been_told() {
    // The guard, the bucket, which has been told nothing, the guard again; and the transaction.
    assertThat(TestCassandra.statements(one, () -> assertThat(write(one, "a1", "1")).isTrue()))
        .isEqualTo(4);
    // The guard and the bucket; and the transaction.
    assertThat(TestCassandra.statements(other, () -> assertThat(write(other, "a1", "1")).isTrue()))
        .isEqualTo(3);
  }

  @Test
  void a_guard_that_cannot_be_read_fails_as_other_reads_do() {
    write(one, "b", "1");
    var unreadable = new Guard(new byte[] {TestCassandra.UNREADABLE}, bytes("1"));
    assertThatThrownBy(() -> one.range(bytes("b"), bytes("bz"), ASCENDING, unreadable))
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("Cassandra cannot be read");
  }

  @Test
  void a_row_that_is_made_anew_is_another() {
    write(other, "a1", "1");
    one.transact(
            t -> {
              t.delete(ROW);
              return true;
            })
        .join();
    assertThat(write(other, "a1", "1")).isFalse();
    assertThatThrownBy(() -> other.get(bytes("a1"), guard("1")))
        .isInstanceOf(OutdatedException.class);
    change(one, "1");
    assertThat(write(other, "a1", "1")).isTrue();
    assertThat(other.get(bytes("a1"), guard("1"))).isNotNull();
  }

  @Test
  void no_write_goes_by_what_was_changed_before_it_began() throws Exception {
    var acknowledged = new AtomicInteger(1);
    var end = new AtomicInteger();
    List<Future<Integer>> working = new ArrayList<>();
    try (var threads = Executors.newFixedThreadPool(4)) {
      for (int i = 0; i < 4; i++) {
        var store = i % 2 == 0 ? one : other;
        String key = "a" + i;
        Callable<Integer> worker =
            () -> {
              int written = 0;
              int believed = 1;
              while (end.get() == 0) {
                int least = acknowledged.get();
                if (write(store, key, Integer.toString(believed))) {
                  assertThat(believed).isGreaterThanOrEqualTo(least);
                  written++;
                } else {
                  believed++;
                }
              }
              return written;
            };
        working.add(threads.submit(worker));
      }
      for (int version = 2; version <= CHANGES; version++) {
        change(version % 2 == 0 ? one : other, Integer.toString(version));
        acknowledged.set(version);
      }
      end.set(1);
      for (var worker : working) {
        assertThat(worker.get()).isPositive();
      }
    }
  }
}
