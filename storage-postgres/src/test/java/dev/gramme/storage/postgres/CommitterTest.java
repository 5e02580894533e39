package dev.gramme.storage.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.storage.StorageException;
import dev.gramme.storage.Transaction;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Which thread commits a transaction. */
@Tag("slow")
final class CommitterTest {
  private static final byte[] KEY = {1};

  private final PostgresStore store = PostgresStore.open(TestPostgres.options());
  private final CountDownLatch runs = new CountDownLatch(1);
  private final CountDownLatch end = new CountDownLatch(1);

  @AfterEach
  void close() {
    end.countDown();
    store.close();
  }

  /** Commits on a thread of its own, with a function that runs until the latch opens. */
  private FutureTask<Thread> commitSlowly() throws InterruptedException {
    var task =
        new FutureTask<>(() ->
            store
                .transactByCaller(t -> {
                  runs.countDown();
                  await(end);
                  t.put(KEY, new byte[] {1});
                  return Thread.currentThread();
                })
                .join());
    Thread.ofPlatform().daemon().start(task);
    runs.await();
    return task;
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void a_caller_commits_its_transaction_if_there_is_no_other_one() {
    var done =
        store.transactByCaller(t -> {
          t.put(KEY, new byte[] {7});
          return Thread.currentThread();
        });
    assertThat(done).isDone();
    assertThat(done.join()).isEqualTo(Thread.currentThread());
    assertThat(store.get(KEY)).containsExactly(7);
  }

  @Test
  void a_caller_whose_function_fails_gets_the_failure() {
    var failure = new IllegalStateException("the condition is false");
    CompletableFuture<Boolean> done =
        store.transactByCaller(t -> {
          throw failure;
        });
    assertThat(done).isCompletedExceptionally();
    assertThat(done.exceptionNow()).isSameAs(failure);
    assertThat(store.transactByCaller(t -> true)).isCompletedWithValue(true);
  }

  @Test
  void transactions_that_arrive_during_a_commit_are_committed_together_by_the_committer()
      throws Exception {
    var first = commitSlowly();
    var second = store.transactByCaller(CommitterTest::increment);
    var third = store.transact(CommitterTest::increment);
    assertThat(second).isNotDone();
    end.countDown();
    assertThat(second.join().getName()).isEqualTo("gramme-committer");
    assertThat(third.join()).isEqualTo(second.join());
    assertThat(first.get()).isNotEqualTo(second.join());
    assertThat(store.get(KEY)).containsExactly(3);
    assertThat(store.metrics()).containsEntry("commits_total", 2.0);
  }

  private static Thread increment(Transaction transaction) {
    byte[] before = transaction.get(KEY);
    transaction.put(KEY, new byte[] {(byte) (before == null ? 1 : before[0] + 1)});
    return Thread.currentThread();
  }

  @Test
  void a_virtual_thread_leaves_its_transaction_to_the_committer() {
    var first =
        store.transact(t -> {
          await(end);
          return true;
        });
    // Continuations of this store run on virtual threads.
    var second =
        first.thenCompose(done -> {
          assertThat(Thread.currentThread().isVirtual()).isTrue();
          return store.transactByCaller(t -> Thread.currentThread().getName());
        });
    end.countDown();
    assertThat(second.join()).isEqualTo("gramme-committer");
  }

  @Test
  void closing_does_not_wait_for_continuations() {
    var attached = new CountDownLatch(1);
    var first =
        store.transact(t -> {
          await(attached);
          return true;
        });
    var continuation = first.thenAccept(done -> await(end));
    attached.countDown();
    store.close();
    assertThat(first).isDone();
    assertThat(continuation).isNotDone();
  }

  @Test
  void closing_waits_for_a_transaction_that_its_caller_commits() throws Exception {
    var first = commitSlowly();
    var closing = new FutureTask<>(store::close, true);
    var thread = Thread.ofPlatform().daemon().start(closing);
    while (thread.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    assertThat(store.transactByCaller(t -> true).exceptionNow())
        .isInstanceOf(StorageException.class);
    end.countDown();
    assertThat(first.get()).isNotNull();
    assertThat(closing.get()).isTrue();
  }
}
