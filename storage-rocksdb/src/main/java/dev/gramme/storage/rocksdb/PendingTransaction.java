package dev.gramme.storage.rocksdb;

import dev.gramme.storage.Transaction;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A transaction in the committer's queue, and then what came of it. */
final class Queued<T extends @Nullable Object> {
  private final Function<? super Transaction, ? extends T> body;
  private final CompletableFuture<T> future = new CompletableFuture<>();
  private @Nullable T result;
  private @Nullable Throwable thrown;

  /**
   * A neighbour in a linked list, so that no step of the committer has to allocate memory for its
   * queue. In the stack of new transactions: the one that was queued before this one, set before
   * this one becomes visible. In the committer's backlog: the one that was queued after it.
   */
  @Nullable Queued<?> neighbour;

  Queued(Function<? super Transaction, ? extends T> body) {
    this.body = body;
  }

  CompletableFuture<T> future() {
    return future;
  }

  /** Runs the body; false if it threw. */
  boolean run(Transaction transaction) {
    try {
      result = body.apply(transaction);
      return true;
    } catch (Throwable t) {
      thrown = t;
      return false;
    }
  }

  /** Tells the one who waits, after the group was written. */
  @SuppressWarnings("NullAway") // the result is null only where the type says that it may be
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
