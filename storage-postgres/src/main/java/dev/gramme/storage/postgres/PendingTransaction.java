package dev.gramme.storage.postgres;

import dev.gramme.storage.Transaction;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The function of a transaction that waits for its commit, and later its outcome. */
final class PendingTransaction<T extends @Nullable Object> {
  private final Function<? super Transaction, ? extends T> function;
  private final CompletableFuture<T> future = new CompletableFuture<>();
  private @Nullable T result;
  private @Nullable Throwable thrown;

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

  /** Completes the future with the outcome of the last run, after the commit. */
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

  /** Waits until the future is complete, but not for its other continuations. */
  void awaitCompletion() {
    boolean _ = future.handle((_, _) -> true).join();
  }
}
