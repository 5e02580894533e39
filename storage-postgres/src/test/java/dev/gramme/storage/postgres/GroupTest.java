package dev.gramme.storage.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.storage.Transaction;
import java.nio.ByteBuffer;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a group reads and writes has a bound, and it knows whether it has written. */
@Tag("slow")
final class GroupTest {
  private static final int LARGE = 400_000;
  private static final int ROWS = 100;

  private final PostgresStoreOptions options = TestPostgres.options();
  private final PostgresStore store = PostgresStore.open(options);

  @AfterEach
  void close() {
    store.close();
  }

  private static byte[] key(int number) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
  }

  private CompletableFuture<Boolean> write(int from, int to, int size) {
    return store.transact(t -> {
      for (int i = from; i < to; i++) {
        t.put(key(i), new byte[size]);
      }
      return true;
    });
  }

  private long commits() {
    return Objects.requireNonNull(store.metrics().get("commits_total")).longValue();
  }

  /** Submits transactions while the committer is busy, so that it takes them together. */
  private void together(List<CompletableFuture<?>> done, Runnable submitting) throws Exception {
    var running = new CountDownLatch(1);
    var all = new CountDownLatch(1);
    done.add(
        store.transact(t -> {
          running.countDown();
          await(all);
          return true;
        }));
    running.await();
    submitting.run();
    all.countDown();
    done.forEach(CompletableFuture::join);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void a_group_that_has_read_much_leaves_other_transactions_to_the_next_one() throws Exception {
    write(0, ROWS, LARGE).join();
    long before = commits();
    var done = new ArrayList<CompletableFuture<?>>();
    together(
        done,
        () -> {
          for (int i = 0; i < ROWS; i++) {
            byte[] key = key(i);
            done.add(
                store.transact(t -> {
                  byte[] old = Objects.requireNonNull(t.get(key));
                  t.put(key, new byte[] {(byte) old.length});
                  return true;
                }));
          }
        });
    assertThat(commits() - before).isEqualTo(2);
    for (int i = 0; i < ROWS; i++) {
      assertThat(store.get(key(i))).containsExactly((byte) LARGE);
    }
  }

  @Test
  void a_transaction_that_reads_more_than_a_group_may_read_is_committed() throws Exception {
    write(0, ROWS, LARGE).join();
    long before = commits();
    var done = new ArrayList<CompletableFuture<?>>();
    together(
        done,
        () -> {
          for (int i = 0; i < 3; i++) {
            done.add(
                store.transact(t -> {
                  int sum = 0;
                  for (int row = 0; row < ROWS; row++) {
                    sum += Objects.requireNonNull(t.get(key(row))).length;
                  }
                  t.put(key(ROWS), key(sum));
                  return true;
                }));
          }
        });
    assertThat(commits() - before).isBetween(1L, 3L);
    assertThat(store.get(key(ROWS))).isEqualTo(key(ROWS * LARGE));
  }

  @Test
  void many_small_rows_are_read_by_one_group() throws Exception {
    write(0, ROWS, 10).join();
    long before = commits();
    var done = new ArrayList<CompletableFuture<?>>();
    together(
        done,
        () -> {
          for (int i = 0; i < ROWS; i++) {
            byte[] key = key(i);
            done.add(
                store.transact(t -> {
                  t.put(key, Objects.requireNonNull(t.get(key)));
                  return true;
                }));
          }
        });
    assertThat(commits() - before).isEqualTo(1);
  }

  @Test
  void rows_that_follow_small_ones_are_not_all_read_at_once() throws Exception {
    int small = PostgresStoreOptions.FIRST_LOAD_ROWS;
    int rows = small + PostgresStoreOptions.MAX_LOAD_ROWS + ROWS;
    write(0, small, 10).join();
    write(small, rows, LARGE / 4).join();
    long before = commits();
    var done = new ArrayList<CompletableFuture<?>>();
    together(
        done,
        () -> {
          for (int i = 0; i < rows; i++) {
            byte[] key = key(i);
            done.add(
                store.transact(t -> {
                  Objects.requireNonNull(t.get(key));
                  t.put(key, new byte[1]);
                  return true;
                }));
          }
        });
    assertThat(commits() - before).isEqualTo(2);
  }

  /** Submits a transaction for each row, which removes it and does not wait for its value. */
  private List<Supplier<byte @Nullable []>> removeTogether(int rows) throws Exception {
    var removed = new ArrayList<CompletableFuture<Supplier<byte @Nullable []>>>();
    together(
        new ArrayList<>(),
        () -> {
          for (int i = 0; i < rows; i++) {
            byte[] key = key(i);
            removed.add(store.transact(t -> t.replace(key, null)));
          }
        });
    return removed.stream().map(CompletableFuture::join).toList();
  }

  @Test
  void a_group_that_has_read_many_old_values_leaves_other_deletions_to_the_next_one()
      throws Exception {
    write(0, ROWS, LARGE).join();
    long before = commits();
    var removed = removeTogether(ROWS);
    assertThat(commits() - before).isEqualTo(2);
    for (int i = 0; i < ROWS; i++) {
      assertThat(removed.get(i).get()).hasSize(LARGE);
      assertThat(store.get(key(i))).isNull();
    }
  }

  @Test
  void many_small_rows_are_removed_by_one_group() throws Exception {
    write(0, 3 * ROWS, 10).join();
    long before = commits();
    var removed = removeTogether(4 * ROWS);
    assertThat(commits() - before).isEqualTo(1);
    for (int i = 0; i < 4 * ROWS; i++) {
      byte[] old = removed.get(i).get();
      assertThat(old == null ? 0 : old.length).isEqualTo(i < 3 * ROWS ? 10 : 0);
      assertThat(store.get(key(i))).isNull();
    }
  }

  private Group.Outcome outcome(Consumer<Transaction> function) throws SQLException {
    var member =
        new PendingTransaction<>(t -> {
          function.accept(t);
          return true;
        });
    var table = new RowTable(options.schema());
    try (var connections = Connections.open(options);
        var group = new Group(connections, table, List.of(member), true)) {
      assertThat(group.run()).isEmpty();
      return group.commit();
    }
  }

  @Test
  void a_group_that_removes_no_row_has_written_nothing() throws Exception {
    write(0, 4, 10).join();
    assertThat(outcome(t -> t.delete(key(5)))).isEqualTo(Group.Outcome.NOTHING_WRITTEN);
    assertThat(outcome(t -> t.delete(new byte[4000]))).isEqualTo(Group.Outcome.NOTHING_WRITTEN);
    assertThat(outcome(t -> t.deleteRange(key(5), key(9))))
        .isEqualTo(Group.Outcome.NOTHING_WRITTEN);
    assertThat(outcome(t -> t.delete(key(0)))).isEqualTo(Group.Outcome.WRITTEN);
    assertThat(outcome(t -> t.deleteRange(key(1), key(9)))).isEqualTo(Group.Outcome.WRITTEN);
    assertThat(outcome(t -> t.put(key(0), key(0)))).isEqualTo(Group.Outcome.WRITTEN);
  }

  @Test
  void a_group_deletes_few_ranges() throws Exception {
    write(0, ROWS, 10).join();
    long before = commits();
    var done = new ArrayList<CompletableFuture<?>>();
    together(
        done,
        () -> {
          for (int i = 0; i < ROWS; i++) {
            byte[] from = key(i);
            byte[] to = key(i + 1);
            done.add(
                store.transact(t -> {
                  t.deleteRange(from, to);
                  return true;
                }));
          }
        });
    assertThat(commits() - before).isEqualTo(ROWS / 4);
    assertThat(store.get(key(ROWS - 1))).isNull();
  }

  @Test
  void a_transaction_that_removes_more_than_a_group_may_read_is_committed() throws Exception {
    write(0, ROWS, LARGE).join();
    var done = new ArrayList<CompletableFuture<?>>();
    var removed = new ArrayList<Supplier<byte @Nullable []>>();
    together(
        done,
        () -> {
          done.add(
              store.transact(t -> {
                removed.clear();
                for (int row = 0; row < ROWS; row++) {
                  removed.add(t.replace(key(row), null));
                }
                return true;
              }));
          done.add(store.transact(t -> t.replace(key(ROWS), key(1)).hashCode()));
        });
    assertThat(removed).hasSize(ROWS).allSatisfy(old -> assertThat(old.get()).hasSize(LARGE));
    assertThat(store.get(key(0))).isNull();
    assertThat(store.get(key(ROWS))).isEqualTo(key(1));
  }
}
