package dev.gramme.storage.cassandra;

import static dev.gramme.storage.Direction.ASCENDING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.storage.Cursor;
import dev.gramme.storage.OutdatedException;
import dev.gramme.storage.Precondition;
import dev.gramme.storage.StorageException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Two servers use the same schema version (a precondition): checking it costs no statement, and
 * each sees the changes of the other.
 */
@Tag("long")
@Tag("slow")
final class SchemaVersionTest {
  private static final byte[] SCHEMA_ROW = bytes("Ga");

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

  private static Precondition precondition(String value) {
    return new Precondition(SCHEMA_ROW, bytes(value));
  }

  private static void change(CassandraStore store, String value) {
    put(store, SCHEMA_ROW, value);
  }

  private static boolean put(CassandraStore store, byte[] key, String value) {
    return store
        .transact(t -> {
          t.put(key, bytes(value));
          return true;
        })
        .join();
  }

  /** Writes a row if the precondition holds; returns whether it did. */
  private static boolean write(CassandraStore store, String key, String value) {
    return writeIfHolds(store, precondition(value), bytes(key));
  }

  private static boolean writeIfHolds(CassandraStore store, Precondition precondition, byte[] key) {
    return store
        .transact(t -> {
          boolean holds = t.holds(precondition);
          if (holds) {
            t.put(key, precondition.value());
          }
          return holds;
        })
        .join();
  }

  @Test
  void a_blind_write_is_one_statement() {
    write(one, "a1", "1");
    assertThat(TestCassandra.statements(one, () -> assertThat(write(one, "a1", "1")).isTrue()))
        .isEqualTo(1);
    assertThat(TestCassandra.statements(one, () -> assertThat(write(one, "a2", "1")).isTrue()))
        .isEqualTo(1);
  }

  @Test
  void a_read_with_a_precondition_is_one_statement() {
    write(one, "a1", "1");
    one.get(bytes("a1"), precondition("1"));
    assertThat(TestCassandra.statements(one, () -> one.get(bytes("a1"), precondition("1"))))
        .isEqualTo(1);
    assertThat(
            TestCassandra.statements(
                one,
                () -> {
                  try (Cursor range =
                      one.range(bytes("a"), bytes("az"), ASCENDING, precondition("1"))) {
                    assertThat(range.next()).isTrue();
                  }
                }))
        .isEqualTo(1);
  }

  @Test
  void a_function_that_throws_after_one_read_is_one_statement() {
    write(one, "a1", "1");
    one.get(bytes("a1"), precondition("1"));
    assertThat(
            TestCassandra.statements(
                one,
                () ->
                    assertThatThrownBy(() ->
                            one.transact(
                                    t -> {
                                      assertThat(t.holds(precondition("1"))).isTrue();
                                      assertThat(t.get(bytes("a1"))).isNotNull();
                                      throw new IllegalStateException("refused");
                                    })
                                .join())
                        .hasRootCauseMessage("refused")))
        .isEqualTo(1);
  }

  @Test
  void after_a_change_by_one_store_the_precondition_fails_in_the_other() {
    assertThat(write(other, "a1", "1")).isTrue();
    assertThat(other.get(bytes("a1"), precondition("1"))).isNotNull();
    change(one, "2");
    assertThatThrownBy(() -> other.get(bytes("a1"), precondition("1")))
        .isInstanceOf(OutdatedException.class);
    assertThat(write(other, "a1", "1")).isFalse();
    // It also fails for a new key and for a row outside of the scope.
    assertThatThrownBy(() -> other.get(bytes("a7"), precondition("1")))
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
              assertThat(t.holds(precondition("1"))).isTrue();
              return t.replace(bytes("a1"), bytes(value));
            })
            .join()
            .get();
    return before == null ? null : new String(before, StandardCharsets.UTF_8);
  }

  @Test
  void a_row_that_is_cached_as_present_is_replaced_even_if_it_does_not_exist() {
    write(one, "a1", "1");
    assertThat(TestCassandra.statements(one, () -> assertThat(replace(one, "2")).isEqualTo("1")))
        .isEqualTo(1);
    delete(other);
    assertThat(TestCassandra.statements(one, () -> assertThat(replace(one, "3")).isNull()))
        .isEqualTo(2);
    // Now the row is not trusted any more, but the bucket's copy of the schema version is.
    delete(other);
    assertThat(TestCassandra.statements(one, () -> assertThat(replace(one, "3")).isNull()))
        .isEqualTo(1);
    assertThat(replace(one, "4")).isEqualTo("3");
    assertThat(other.get(bytes("a1"), precondition("1"))).isEqualTo(bytes("4"));
    change(other, "2");
    assertThat(write(one, "a1", "1")).isFalse();
  }

  /**
   * Reads a row and writes it.
   *
   * @param seen gets for each run whether the row existed
   * @param meanwhile is executed in the first run, if the row did not exist
   */
  private static void put(CassandraStore store, List<Boolean> seen, Runnable meanwhile) {
    store
        .transact(t -> {
          assertThat(t.holds(precondition("1"))).isTrue();
          boolean exists = t.get(bytes("a1")) != null;
          if (!exists && seen.isEmpty()) {
            meanwhile.run();
          }
          seen.add(exists);
          t.put(bytes("a1"), bytes(exists ? "second" : "first"));
          return true;
        })
        .join();
  }

  @Test
  void a_row_that_was_read_as_absent_must_still_be_absent_at_commit() {
    write(one, "a1", "1");
    write(other, "a1", "1");
    var seen = new ArrayList<Boolean>();
    // The first run reads a stale value from the cache; the second run reads from Cassandra.
    put(one, seen, () -> {});
    assertThat(seen).containsExactly(true, true);
    delete(other);
    seen.clear();
    put(one, seen, () -> write(other, "a1", "1"));
    assertThat(seen).containsExactly(false, true);
    assertThat(one.get(bytes("a1"), precondition("1"))).isEqualTo(bytes("second"));
  }

  @Test
  void a_read_outside_of_the_scope_reads_the_schema_row() {
    write(one, "b", "1");
    assertThat(one.get(bytes("b"), precondition("1"))).isNotNull();
    one.range(bytes("b"), bytes("bz"), ASCENDING, precondition("1")).close();
    change(other, "2");
    assertThatThrownBy(() -> one.get(bytes("b"), precondition("1")))
        .isInstanceOf(OutdatedException.class);
    assertThatThrownBy(() -> one.range(bytes("b"), bytes("bz"), ASCENDING, precondition("1")))
        .isInstanceOf(OutdatedException.class);
  }

  @Test
  void a_bucket_that_gets_its_copy_during_a_change_does_not_keep_the_old_version()
      throws Exception {
    try (var threads = Executors.newFixedThreadPool(2)) {
      for (char letter = 'b'; letter <= 'm'; letter++) {
        byte[] row = bytes("G" + letter);
        var before = new Precondition(row, bytes("1"));
        byte[] key = bytes(letter + "1");
        put(one, row, "1");
        var writing = threads.submit(() -> writeIfHolds(one, before, key));
        var changing = threads.submit(() -> put(other, row, "2"));
        writing.get();
        changing.get();
        assertThat(writeIfHolds(one, before, key)).isFalse();
        assertThat(writeIfHolds(other, before, key)).isFalse();
        var after = new Precondition(row, bytes("2"));
        assertThat(writeIfHolds(one, after, key)).isTrue();
        assertThat(writeIfHolds(other, after, key)).isTrue();
      }
    }
  }

  @Test
  void a_new_bucket_that_is_written_together_with_its_schema_row_gets_the_new_version() {
    assertThat(other.transact(t -> t.holds(precondition("1"))).join()).isTrue();
    one.transact(
            t -> {
              assertThat(t.holds(precondition("1"))).isTrue();
              t.put(SCHEMA_ROW, bytes("2"));
              t.put(bytes("a1"), bytes("2"));
              return true;
            })
        .join();
    assertThat(write(other, "a1", "1")).isFalse();
    assertThat(write(other, "a1", "2")).isTrue();
  }

  @Test
  void the_first_write_of_a_server_into_a_bucket_reads_its_copy() {
    // Reads of the schema row, of the bucket (which has no copy) and again of the schema row, and
    // the commit.
    assertThat(TestCassandra.statements(one, () -> assertThat(write(one, "a1", "1")).isTrue()))
        .isEqualTo(4);
    // Reads of the schema row and of the bucket, and the commit.
    assertThat(TestCassandra.statements(other, () -> assertThat(write(other, "a1", "1")).isTrue()))
        .isEqualTo(3);
  }

  @Test
  void a_schema_row_that_cannot_be_read_fails_like_other_reads() {
    write(one, "b", "1");
    var unreadable = new Precondition(new byte[] {TestCassandra.UNREADABLE}, bytes("1"));
    assertThatThrownBy(() -> one.range(bytes("b"), bytes("bz"), ASCENDING, unreadable))
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("Cassandra cannot be read");
  }

  @Test
  void a_schema_row_that_was_deleted_and_created_again_has_another_version() {
    write(other, "a1", "1");
    one.transact(
            t -> {
              t.delete(SCHEMA_ROW);
              return true;
            })
        .join();
    assertThat(write(other, "a1", "1")).isFalse();
    assertThatThrownBy(() -> other.get(bytes("a1"), precondition("1")))
        .isInstanceOf(OutdatedException.class);
    change(one, "1");
    assertThat(write(other, "a1", "1")).isTrue();
    assertThat(other.get(bytes("a1"), precondition("1"))).isNotNull();
  }
}
