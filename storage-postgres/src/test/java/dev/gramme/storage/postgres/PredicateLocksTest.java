package dev.gramme.storage.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.storage.Transaction;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How many rows a transaction may read without a conflict with writes of other rows. */
@Tag("slow")
final class PredicateLocksTest {
  /** More than PostgreSQL's default limit, all on a few pages. */
  private static final int ROWS = 60;

  private static byte[] key(int number) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
  }

  @Test
  void the_limit_follows_from_the_settings_as_in_postgresql() {
    var relation = "max_pred_locks_per_relation";
    var transaction = "max_pred_locks_per_transaction";
    assertThat(PredicateLocks.limit(Map.of(relation, -2L, transaction, 64L))).hasValue(31);
    assertThat(PredicateLocks.limit(Map.of(relation, 10_000L, transaction, 1024L)))
        .hasValue(10_000);
    assertThat(PredicateLocks.limit(Map.of())).isEmpty();
  }

  @Test
  void transactions_that_read_many_rows_do_not_conflict_if_their_rows_differ() {
    var options = TestPostgres.options();
    try (var one = PostgresStore.open(options);
        var other = PostgresStore.open(options)) {
      int both =
          one.transact(
                  t -> {
                    IntStream.range(0, 2 * ROWS).forEach(i -> t.put(key(i), new byte[1]));
                    return 2 * ROWS;
                  })
              .join();
      assertThat(both).isEqualTo(2 * ROWS);
      var runs = new AtomicInteger();
      var read = new CountDownLatch(2);
      CompletableFuture<Integer> first = one.transact(t -> increment(t, 0, runs, read));
      CompletableFuture<Integer> second = other.transact(t -> increment(t, ROWS, runs, read));
      assertThat(List.of(first.join(), second.join())).containsExactly(1, 1);
      assertThat(runs).as("runs of both functions").hasValue(2);
    }
  }

  /** Reads rows, waits until the other transaction has read its own, and changes one of them. */
  private static int increment(Transaction t, int from, AtomicInteger runs, CountDownLatch read) {
    runs.incrementAndGet();
    var rows = t.getAll(IntStream.range(from, from + ROWS).mapToObj(i -> key(i)).toList());
    read.countDown();
    try {
      read.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    t.put(key(from), new byte[] {1});
    return rows.getFirst() == null ? 0 : rows.getFirst().length;
  }
}
