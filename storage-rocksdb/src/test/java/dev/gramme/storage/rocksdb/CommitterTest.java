package dev.gramme.storage.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.storage.StorageException;
import dev.gramme.storage.Transaction;
import dev.gramme.testkit.Gen;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rocksdb.FlushOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/** No exception of a body, a callback or a write ends the committer or leaves a future open. */
@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class CommitterTest {
  private static final int KEYS = 8;

  @TempDir private Path folder;
  private RocksOptions options;
  private RocksDB db;
  private RocksReads reads;
  private Committer committer;
  private final AtomicLong nanoTime = new AtomicLong();

  /** The numbers of transactions in the groups that were written. */
  private final List<Integer> groups = new CopyOnWriteArrayList<>();

  /** Replaces the next write of a group, if not null. */
  private volatile Committer.@Nullable Log failing;

  @BeforeEach
  void open() throws Exception {
    RocksStoreOptions storeOptions = RocksStoreOptions.of(folder);
    NativeLibrary.load(storeOptions.nativeLibraryFolder());
    options = new RocksOptions(storeOptions);
    db = RocksDB.open(options.options(), folder.toString());
    reads = new RocksReads(db, new NativeLease(), new DiskLatency(Duration.ZERO));
    committer = new Committer(storeOptions, reads, this::write, nanoTime::get);
    committer.start();
  }

  @AfterEach
  void close() {
    committer.close();
    reads.close();
    db.close();
    options.close();
  }

  private void write(Group group) {
    groups.add(group.members().size());
    Committer.Log log = failing;
    failing = null;
    if (log == null) {
      writeToDatabase(group);
    } else {
      log.write(group);
    }
  }

  private void writeToDatabase(Group group) {
    try (WriteOptions unflushed = new WriteOptions();
        WriteBatch batch = new WriteBatch(group.toBytes())) {
      db.write(unflushed, batch);
    } catch (RocksDBException e) {
      throw new StorageException("not written", e);
    }
  }

  private <T extends @Nullable Object> CompletableFuture<T> transact(
      Function<Transaction, T> body) {
    PendingTransaction<T> queued = new PendingTransaction<>(body);
    committer.submit(queued);
    return queued.future();
  }

  private CompletableFuture<Boolean> put(String key, String value) {
    return transact(t -> {
      t.put(key.getBytes(UTF_8), value.getBytes(UTF_8));
      return true;
    });
  }

  private CompletableFuture<@Nullable String> read(String key) {
    return transact(t -> {
      byte[] value = t.get(key.getBytes(UTF_8));
      return value == null ? null : new String(value, UTF_8);
    });
  }

  /** Submits transactions so that they are committed as one group. */
  private void inOneGroup(Runnable submitting) {
    CountDownLatch all = new CountDownLatch(1);
    CountDownLatch running = new CountDownLatch(1);
    var _ =
        transact(t -> {
          running.countDown();
          await(all);
          return true;
        });
    await(running);
    submitting.run();
    all.countDown();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void a_group_that_has_run_for_long_gets_no_further_transactions() {
    long half = Committer.GROUP_TIME.toNanos() / 2;
    var results = new ArrayList<CompletableFuture<Boolean>>();
    inOneGroup(() -> {
      for (int i = 0; i < 4; i++) {
        results.add(
            transact(t -> {
              while (committer.isWriting()) {
                Thread.onSpinWait();
              }
              t.put(new byte[] {1}, new byte[0]);
              nanoTime.addAndGet(half);
              return true;
            }));
      }
    });
    results.forEach(CompletableFuture::join);
    assertThat(groups).containsExactly(2, 2);
  }

  @Test
  void a_group_that_has_read_much_gets_no_further_transactions() {
    byte[] large = {2};
    transact(
            t -> {
              t.put(large, new byte[1 << 20]);
              return true;
            })
        .join();
    groups.clear();
    long reads = Committer.GROUP_READ_BYTES >> 20;
    var results = new ArrayList<CompletableFuture<Boolean>>();
    inOneGroup(() -> {
      for (int i = 0; i < 2; i++) {
        results.add(
            transact(t -> {
              t.put(new byte[] {1}, new byte[0]);
              for (long read = 0; read < reads; read++) {
                assertThat(t.get(large)).hasSize(1 << 20);
              }
              return true;
            }));
      }
    });
    results.forEach(CompletableFuture::join);
    assertThat(groups).containsExactly(1, 1);
  }

  @Test
  void what_an_undone_transaction_has_read_does_not_fill_the_group() throws Exception {
    byte[] cold = {3};
    byte[] large = {2};
    transact(
            t -> {
              t.put(cold, new byte[] {7});
              return true;
            })
        .join();
    try (var now = new FlushOptions()) {
      db.flush(now); // The row is then in a file of which no block is cached.
    }
    transact(
            t -> {
              t.put(large, new byte[1 << 20]);
              return true;
            })
        .join();
    var runs = new AtomicInteger();
    byte[] read =
        transact(
                t -> {
                  runs.incrementAndGet();
                  for (long bytes = 0; bytes < Committer.GROUP_READ_BYTES; bytes += 1 << 20) {
                    assertThat(t.get(large)).hasSize(1 << 20);
                  }
                  return t.get(cold);
                })
            .join();
    assertThat(read).containsExactly(7);
    assertThat(runs.get()).isGreaterThan(1);
  }

  /** An error that cannot be described, like some errors when memory has run out. */
  private static final class Undescribable extends Error {
    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
      throw new OutOfMemoryError("no memory for a description");
    }
  }

  enum Thrown {
    OUT_OF_MEMORY,
    STACK_OVERFLOW,
    NO_CLASS,
    UNDESCRIBABLE;

    Error error() {
      return switch (this) {
        case OUT_OF_MEMORY -> new OutOfMemoryError("Java heap space");
        case STACK_OVERFLOW -> new StackOverflowError();
        case NO_CLASS -> new NoClassDefFoundError("Could not initialize class X");
        case UNDESCRIBABLE -> new Undescribable();
      };
    }
  }

  @ParameterizedTest
  @EnumSource
  void an_error_of_a_body_fails_that_transaction_only(Thrown thrown) {
    List<CompletableFuture<Boolean>> futures = new ArrayList<>();
    inOneGroup(() -> {
      futures.add(put("a", "1"));
      futures.add(
          transact(t -> {
            t.put(new byte[] {1}, new byte[] {1});
            throw thrown.error();
          }));
      futures.add(put("b", "2"));
    });
    assertThat(futures.get(0).join()).isTrue();
    assertThat(futures.get(1).handle((done, failure) -> failure != null).join()).isTrue();
    assertThat(futures.get(2).join()).isTrue();
    assertThat(reads.get(RocksReads.Source.DISK, new byte[] {1})).isNull();
  }

  @Test
  void a_body_without_end_fails_by_its_stack_and_nothing_else() {
    CompletableFuture<Boolean> endless = transact(CommitterTest::callAgain);
    assertThatThrownBy(endless::join).hasCauseInstanceOf(StackOverflowError.class);
    assertThat(put("a", "1").join()).isTrue();
  }

  @SuppressWarnings("InfiniteRecursion") // on purpose
  private static boolean callAgain(Transaction t) {
    return callAgain(t);
  }

  @ParameterizedTest
  @EnumSource
  void an_error_of_a_callback_does_not_reach_the_committer(Thrown thrown) {
    List<CompletableFuture<Boolean>> futures = new ArrayList<>();
    List<CompletableFuture<Boolean>> called = new ArrayList<>();
    inOneGroup(() -> {
      CompletableFuture<Boolean> first = put("a", "1");
      for (int i = 0; i < 3; i++) {
        CompletableFuture<Boolean> wasCalled = new CompletableFuture<>();
        called.add(wasCalled);
        // The error of the first stage is wrapped for the second stage, which calls its getMessage.
        var _ =
            first
                .thenApply(done -> {
                  wasCalled.complete(done);
                  throw thrown.error();
                })
                .thenApply(never -> true);
      }
      futures.add(first);
      futures.add(put("b", "2"));
    });
    assertThat(futures).allMatch(CompletableFuture::join);
    assertThat(called).allMatch(CompletableFuture::join);
    assertThat(put("c", "3").join()).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void an_error_of_the_write_fails_the_whole_group_and_the_next_one_is_written(Thrown thrown) {
    put("a", "old").join();
    read("a").join();
    List<CompletableFuture<?>> futures = new ArrayList<>();
    inOneGroup(() -> {
      failing =
          group -> {
            throw thrown.error();
          };
      futures.add(put("a", "new"));
      futures.add(read("a"));
      futures.add(put("b", "2"));
    });
    for (CompletableFuture<?> future : futures) {
      assertThatThrownBy(future::join)
          .cause()
          .isInstanceOf(StorageException.class)
          .hasMessageStartingWith("The database cannot be written: ");
    }
    assertThat(read("a").join()).isEqualTo("old");
    assertThat(read("b").join()).isNull();
    assertThat(put("a", "newer").join()).isTrue();
    assertThat(read("a").join()).isEqualTo("newer");
  }

  /** Submits a transaction whose group is written while further transactions wait. */
  private CompletableFuture<Boolean> writtenSlowly(
      String key, Committer.Log write, Runnable submitting) {
    var all = new CountDownLatch(1);
    var running = new CountDownLatch(1);
    failing = write;
    CompletableFuture<Boolean> first =
        transact(t -> {
          t.put(key.getBytes(UTF_8), new byte[0]);
          running.countDown();
          await(all);
          return true;
        });
    await(running);
    submitting.run();
    all.countDown();
    return first;
  }

  @Test
  void the_next_group_runs_while_a_group_is_written() {
    var release = new CountDownLatch(1);
    var ran = new CountDownLatch(1);
    var next = new ArrayList<CompletableFuture<Boolean>>();
    var first =
        writtenSlowly(
            "a",
            group -> {
              await(release);
              writeToDatabase(group);
            },
            () ->
                next.add(
                    transact(t -> {
                      boolean seen = t.get("a".getBytes(UTF_8)) != null;
                      ran.countDown();
                      return seen;
                    })));
    await(ran);
    assertThat(first).isNotDone();
    assertThat(next.getFirst()).isNotDone();
    release.countDown();
    assertThat(first.join()).isTrue();
    assertThat(next.getFirst().join()).isTrue();
  }

  @Test
  void a_group_fails_with_the_group_whose_writes_it_has_seen() {
    var ran = new CountDownLatch(1);
    var next = new ArrayList<CompletableFuture<Boolean>>();
    var first =
        writtenSlowly(
            "a",
            group -> {
              await(ran);
              throw new StorageException("the disk is full");
            },
            () ->
                next.add(
                    transact(t -> {
                      boolean seen = t.get("a".getBytes(UTF_8)) != null;
                      ran.countDown();
                      return seen;
                    })));
    assertThatThrownBy(first::join).hasRootCauseMessage("the disk is full");
    assertThatThrownBy(next.getFirst()::join).hasRootCauseMessage("the disk is full");
    assertThat(read("a").join()).isNull();
    assertThat(put("a", "1").join()).isTrue();
  }

  @Test
  void after_failed_groups_every_transaction_reads_what_the_database_has() {
    Gen.forAll(
        5,
        random -> {
          for (int round = 0; round < 40; round++) {
            List<CompletableFuture<Boolean>> futures = new ArrayList<>();
            inOneGroup(() -> {
              failing = randomWrite(random);
              for (int i = 0; i < 6; i++) {
                futures.add(transact(randomBody(random)));
              }
            });
            futures.forEach(future -> future.handle((done, failure) -> true).join());
            failing = null;
            List<String> stored = values(key -> reads.get(RocksReads.Source.DISK, key));
            assertThat(transact(t -> values(t::get)).join()).isEqualTo(stored);
          }
        });
  }

  /** A write that succeeds, or fails before the database has the group, or fails afterwards. */
  private Committer.@Nullable Log randomWrite(Gen random) {
    return switch (random.nextInt(3)) {
      case 0 -> null;
      case 1 ->
          group -> {
            throw new OutOfMemoryError("before the write");
          };
      default ->
          group -> {
            writeToDatabase(group);
            throw new OutOfMemoryError("after the write");
          };
    };
  }

  private static Function<Transaction, Boolean> randomBody(Gen random) {
    int read = random.nextInt(KEYS);
    int written = random.nextInt(KEYS);
    byte[] value = random.bytes(random.between(1, 20));
    int kind = random.nextInt(5);
    return t -> {
      t.get(key(read));
      switch (kind) {
        case 0 -> t.delete(key(written));
        case 1 -> t.deleteRange(key(read), key(written));
        default -> t.put(key(written), value);
      }
      t.get(key(written));
      if (kind == 4) {
        throw new StackOverflowError("after its writes");
      }
      return true;
    };
  }

  private static List<String> values(Function<byte[], byte @Nullable []> reader) {
    List<String> values = new ArrayList<>();
    for (int i = 0; i < KEYS; i++) {
      values.add(Arrays.toString(reader.apply(key(i))));
    }
    return values;
  }

  private static byte[] key(int number) {
    return ("key " + number).getBytes(UTF_8);
  }

  @Test
  void a_transaction_after_the_close_does_not_count_as_waiting() {
    committer.close();
    assertThatThrownBy(put("a", "1")::join).hasCauseInstanceOf(StorageException.class);
    var metrics = new HashMap<String, Double>();
    committer.addMetrics(metrics);
    assertThat(metrics).containsEntry("transactions_waiting", 0.0);
  }
}
