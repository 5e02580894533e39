package dev.gramme.storage.rocksdb;

import dev.gramme.storage.Transaction;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A transaction in the committer's queue, and later its outcome. */
final class PendingTransaction<T extends @Nullable Object> {
  private final Function<? super Transaction, ? extends T> function;
  private final CompletableFuture<T> future = new CompletableFuture<>();
  private @Nullable T result;
  private @Nullable Throwable thrown;

  /**
   * The neighbour in a linked list; the committer's queue thus needs no allocation. In the stack of
   * new transactions it is the one queued before this one, set before this one becomes visible. In
   * the committer's backlog it is the one queued after it.
   */
  @Nullable PendingTransaction<?> neighbour;

  /** How often its rows were prefetched. */
  int prefetches;

  /** Whether its rows were prefetched for its next run. */
  boolean isPrefetched;

  PendingTransaction(Function<? super Transaction, ? extends T> function) {
    this.function = function;
  }

  CompletableFuture<T> future() {
    return future;
  }

  /** Runs the function; false if it threw. */
  boolean run(Transaction transaction) {
    thrown = null;
    try {
      result = function.apply(transaction);
      return true;
    } catch (Throwable t) {
      thrown = t;
      return false;
    }
  }

  /**
   * Runs the function for its reads alone. Its result or failure does not count, because other
   * transactions may commit before it runs in its turn.
   */
  void rehearse(Transaction transaction) {
    try {
      var _ = function.apply(transaction);
    } catch (Throwable t) {
      // The run in its turn fails in the same way, unless the rows have changed.
    }
  }

  /** Completes the future, after the group was written. */
  @SuppressWarnings("NullAway") // the result is null only where its type allows null
  void acknowledge() {
    Throwable failure = thrown;
    if (failure == null) {
      future.complete(result);
    } else {
      future.completeExceptionally(failure);
    }
  }

  void fail(Throwable failure) {
    future.completeExceptionally(failure);
  }
}
