package dev.gramme.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.NotInMemoryException;
import dev.gramme.storage.Transaction;
import dev.gramme.testkit.Gen;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The committer never reads from a slow disk, although the rows are not in memory. */
final class PrefetchTest {
  /** About 16 MB, of which the block cache holds a part. */
  private static final int ROWS = 16_384;

  private static final int VALUE_BYTES = 1000;

  @TempDir private Path folder;
  private RocksStore store;

  @BeforeEach
  void fill() {
    try (RocksStore filled = RocksStore.open(RocksStoreOptions.of(folder.resolve("data")))) {
      var random = new Random(1);
      for (int begin = 0; begin < ROWS; begin += 1024) {
        int first = begin;
        filled
            .transact(t -> {
              for (int i = first; i < first + 1024; i++) {
                t.put(key(i), bytes(random));
              }
              return true;
            })
            .join();
      }
    }
    store = open(Duration.ZERO);
  }

  /** Opens the store, which takes a disk for slow if its reads take so long. */
  private RocksStore open(Duration slowRead) {
    return RocksStore.open(
        RocksStoreOptions.builder(folder.resolve("data"))
            .blockCacheBytes(8 << 20)
            .slowRead(slowRead)
            .build());
  }

  @AfterEach
  void close() {
    store.close();
  }

  private static byte[] key(int row) {
    return ByteBuffer.allocate(8).putInt(7).putInt(row).array();
  }

  private static byte[] bytesOf(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] bytes(Random random) {
    byte[] value = new byte[VALUE_BYTES];
    random.nextBytes(value);
    return value;
  }

  private static boolean rewrite(Transaction t, int row) {
    byte[] value = t.get(key(row));
    t.put(key(row), value == null ? new byte[] {1} : value);
    return value != null;
  }

  @Test
  void a_row_that_is_not_in_memory_is_read_by_another_thread() {
    var threads = new ArrayList<String>();
    boolean found =
        store
            .transact(t -> {
              threads.add(Thread.currentThread().getName());
              return rewrite(t, 4711);
            })
            .join();
    assertThat(found).isTrue();
    assertThat(threads)
        .containsExactly("gramme-committer", "gramme-prefetch-0", "gramme-committer");
    threads.clear();
    store
        .transact(t -> {
          threads.add(Thread.currentThread().getName());
          return rewrite(t, 4711);
        })
        .join();
    assertThat(threads).containsExactly("gramme-committer");
  }

  /** Its writes without the row, and what it returned or threw, must not count. */
  @Test
  void a_body_that_catches_the_exception_of_a_read_runs_again_with_the_row() {
    assertThat(store.transact(t -> lengthOrNothing(t, 4711, false)).join()).isEqualTo(VALUE_BYTES);
    assertThat(store.transact(t -> lengthOrNothing(t, 1234, true)).join()).isEqualTo(VALUE_BYTES);
    assertThat(
            store
                .transact(t -> {
                  try (Cursor rows = t.range(key(2222), key(2223), Direction.ASCENDING)) {
                    return rows.next() ? rows.value().length : 0;
                  } catch (RuntimeException missing) {
                    return -1;
                  }
                })
                .join())
        .isEqualTo(VALUE_BYTES);
    assertThat(store.get(bytesOf("wrong"))).isNull();
  }

  private static int lengthOrNothing(Transaction t, int row, boolean throwsOther) {
    byte[] value;
    try {
      value = t.get(key(row));
    } catch (RuntimeException missing) {
      t.put(bytesOf("wrong"), new byte[] {1});
      if (throwsOther) {
        throw new IllegalStateException(missing);
      }
      return 0;
    }
    return value == null ? -1 : value.length;
  }

  @Test
  void a_fast_disk_is_read_by_the_committer_itself() {
    store.close();
    store = open(Duration.ofDays(1));
    rewriteInTransaction(1); // measures the disk
    Double prefetches = store.metrics().get("prefetches_total");
    for (int row = 100; row < ROWS; row += 100) {
      rewriteInTransaction(row);
      assertThat(store.withoutWaiting().get(key(row - 50))).isNotNull();
    }
    assertThat(store.metrics())
        .containsEntry("prefetches_total", prefetches)
        .containsEntry("disk_is_slow", 0.0);
  }

  private void rewriteInTransaction(int row) {
    assertThat(store.transact(t -> rewrite(t, row)).join()).isTrue();
  }

  @Test
  void what_a_prefetch_writes_is_discarded() {
    var runs = new ArrayList<Integer>();
    store
        .transact(t -> {
          t.put(key(ROWS + runs.size()), new byte[] {1});
          runs.add(0);
          return t.get(key(100)) != null;
        })
        .join();
    assertThat(runs).hasSize(3);
    assertThat(store.get(key(ROWS))).isNull();
    assertThat(store.get(key(ROWS + 1))).isNull();
    assertThat(store.get(key(ROWS + 2))).containsExactly(1);
  }

  @Test
  void many_transactions_on_random_rows_and_ranges_never_read_from_the_disk_in_their_turn() {
    Gen.forAll(
        1,
        random -> {
          List<CompletableFuture<Boolean>> done = new ArrayList<>();
          for (int i = 0; i < 2000; i++) {
            int row = random.nextInt(ROWS - 3);
            Function<Transaction, Boolean> body =
                i % 4 == 0 ? t -> first(t, row) == row : t -> rewrite(t, row);
            done.add(store.transact(body));
          }
          assertThat(done).allSatisfy(one -> assertThat(one.join()).isTrue());
        });
    assertThat(store.metrics().get("commit_disk_reads_total")).isZero();
    assertThat(store.metrics().get("prefetches_total")).isGreaterThan(100);
  }

  /**
   * The row is in memory and changed by the transaction before; the row behind it may be on disk.
   */
  @Test
  void a_range_reads_no_row_behind_the_one_that_it_returns() {
    Double prefetches = store.metrics().get("prefetches_total");
    for (int i = 0; i < 64; i++) {
      int row = 1000 + i;
      assertThat(store.get(key(row))).isNotNull();
      var bothQueued = new CountDownLatch(1);
      var before = store.transact(t -> awaited(bothQueued));
      var rewritten = store.transact(t -> rewrite(t, row));
      var read = store.transact(t -> first(t, row));
      bothQueued.countDown();
      assertThat(before.join()).isTrue();
      assertThat(rewritten.join()).isTrue();
      assertThat(read.join()).isEqualTo(row);
    }
    assertThat(store.metrics()).containsEntry("prefetches_total", prefetches);
  }

  private static boolean awaited(CountDownLatch event) {
    try {
      return event.await(1, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      return false;
    }
  }

  private static int first(Transaction t, int row) {
    try (Cursor rows = t.range(key(row), key(row + 3), Direction.ASCENDING)) {
      return rows.next() ? ByteBuffer.wrap(rows.key()).getInt(4) : -1;
    }
  }

  @Test
  void reads_in_memory_fail_until_the_row_was_read_from_the_disk() {
    assertThatThrownBy(() -> store.withoutWaiting().get(key(9000)))
        .isInstanceOf(NotInMemoryException.class);
    try (var snapshot = store.snapshot();
        var rows = snapshot.withoutWaiting().range(key(9000), key(9001), Direction.ASCENDING)) {
      assertThatThrownBy(rows::next).isInstanceOf(NotInMemoryException.class);
      byte[] value = store.get(key(9000));
      assertThat(store.withoutWaiting().get(key(9000))).isEqualTo(value);
      assertThat(snapshot.withoutWaiting().get(key(9000))).isEqualTo(value);
    }
  }
}
