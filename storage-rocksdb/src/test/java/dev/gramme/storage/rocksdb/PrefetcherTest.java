package dev.gramme.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDB;

/** The end of a prefetch is reported once, also if a thread cannot be started. */
final class PrefetcherTest {
  @TempDir private Path folder;
  private RocksOptions options;
  private RocksDB db;
  private RocksReads reads;

  @BeforeEach
  void open() throws Exception {
    RocksStoreOptions storeOptions = RocksStoreOptions.of(folder);
    NativeLibrary.load(storeOptions.nativeLibraryFolder());
    options = new RocksOptions(storeOptions);
    db = RocksDB.open(options.options(), folder.toString());
    reads = new RocksReads(db, new NativeLease(), new DiskLatency(Duration.ZERO));
  }

  @AfterEach
  void close() {
    reads.close();
    db.close();
    options.close();
  }

  /** Creates threads, but fails once: for the thread with a number, counted from 1. */
  private static final class Threads implements ThreadFactory {
    private final int failing;
    private final AtomicInteger number = new AtomicInteger();
    private final CompletableFuture<Thread> first = new CompletableFuture<>();

    Threads(int failing) {
      this.failing = failing;
    }

    @Override
    public Thread newThread(Runnable task) {
      if (number.incrementAndGet() == failing) {
        throw new OutOfMemoryError("unable to create native thread");
      }
      var thread = new Thread(task);
      first.complete(thread);
      return thread;
    }

    void awaitEndOfFirst() {
      try {
        first.join().join();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static ThreadPoolExecutor onePoolThread(
      BlockingQueue<Runnable> queue, ThreadFactory factory) {
    return new ThreadPoolExecutor(1, 1, 1, TimeUnit.MILLISECONDS, queue, factory);
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * The only thread ends while a prefetch is being queued, and its successor cannot be started. So
   * the pool refuses the prefetch and nevertheless keeps it. The next thread finds it.
   */
  @Test
  void a_prefetch_that_was_refused_and_queued_ends_once() {
    var release = new CountDownLatch(1);
    var poolThreads = new Threads(2);
    var queue =
        new LinkedBlockingQueue<Runnable>() {
          @Override
          public boolean offer(Runnable task) {
            release.countDown();
            poolThreads.awaitEndOfFirst();
            return super.offer(task);
          }
        };
    List<PendingTransaction<?>> ended = new CopyOnWriteArrayList<>();
    Consumer<PendingTransaction<?>> done = ended::add;
    var runs = new AtomicInteger();
    PendingTransaction<Boolean> first =
        new PendingTransaction<>(t -> {
          await(release);
          return true;
        });
    PendingTransaction<Integer> refused = new PendingTransaction<>(t -> runs.incrementAndGet());
    PendingTransaction<Boolean> last = new PendingTransaction<>(t -> true);
    try (var prefetcher = new Prefetcher(reads, onePoolThread(queue, poolThreads))) {
      prefetcher.prefetch(first, done);
      prefetcher.prefetch(refused, done);
      assertThat(ended).containsExactly(first, refused);
      prefetcher.taken(first);
      prefetcher.prefetch(last, done);
    }
    assertThat(ended).containsExactly(first, refused, last);
    assertThat(runs).hasValue(0);
  }

  @Test
  void a_prefetch_for_which_no_thread_can_be_started_ends_once() {
    List<PendingTransaction<?>> ended = new CopyOnWriteArrayList<>();
    PendingTransaction<Boolean> refused = new PendingTransaction<>(t -> true);
    PendingTransaction<Boolean> last = new PendingTransaction<>(t -> true);
    var pool = onePoolThread(new LinkedBlockingQueue<>(), new Threads(1));
    try (var prefetcher = new Prefetcher(reads, pool)) {
      prefetcher.prefetch(refused, ended::add);
      prefetcher.prefetch(last, ended::add);
    }
    assertThat(ended).containsExactly(refused, last);
  }
}
