package dev.gramme.storage.cassandra.transaction;

import dev.gramme.storage.Transaction;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The function of a transaction, and the outcome of its last run.
 *
 * @param <T> the result of the function
 */
final class TransactionAttempt<T extends @Nullable Object> {
  private final Function<? super Transaction, ? extends T> function;
  private @Nullable Supplier<? extends T> outcome;
  private @Nullable Conflict conflict;
  private boolean done;

  TransactionAttempt(Function<? super Transaction, ? extends T> function) {
    this.function = function;
  }

  /** Discards the outcome of the last run. */
  void reset() {
    outcome = null;
    conflict = null;
    done = false;
  }

  /** Whether the current run is over: with a final outcome, or with a conflict. */
  boolean isOver() {
    return done || conflict != null;
  }

  /** Runs the function. If it throws or conflicts, its writes are undone. */
  void run(CassandraTransaction transaction) {
    var before = transaction.save();
    try {
      T result = function.apply(transaction);
      outcome = () -> result;
    } catch (RuntimeException | Error thrown) {
      transaction.restore(before);
      outcome =
          () -> {
            throw thrown;
          };
    }
    conflict = transaction.takeConflict();
    if (conflict != null) {
      transaction.restore(before);
    }
  }

  /** The function must run again. */
  void retryAfter(Conflict reason) {
    conflict = reason;
  }

  /** The writes are committed, and the reads (also those before an exception) are validated. */
  void complete() {
    done = true;
  }

  /** The transaction failed for good. */
  void fail(Supplier<? extends T> failure) {
    outcome = failure;
    done = true;
  }

  /** Why the function must run again, null if it need not. */
  @Nullable Conflict conflict() {
    return conflict;
  }

  /** Returns what the function returned, or throws what it threw. */
  T result() {
    if (!done) {
      throw new IllegalStateException("the transaction is not complete");
    }
    return Objects.requireNonNull(outcome).get();
  }
}
