package dev.gramme.storage.cassandra;

import dev.gramme.storage.Transaction;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The body of a transaction, and what came of its last run.
 *
 * @param <T> what it returns
 */
final class Body<T extends @Nullable Object> {
  private final Function<? super Transaction, ? extends T> function;
  private @Nullable Supplier<? extends T> outcome;
  private @Nullable Conflict met;
  private boolean ended;

  Body(Function<? super Transaction, ? extends T> function) {
    this.function = function;
  }

  /** Forgets its last run. */
  void clear() {
    outcome = null;
    met = null;
    ended = false;
  }

  /** Whether there is no need to run it, or it must begin again. */
  boolean isDecided() {
    return ended || met != null;
  }

  /** Runs it; what it has written is undone if it throws, or meets another transaction. */
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
    met = transaction.takeConflict();
    if (met != null) {
      transaction.restore(before);
    }
  }

  /** What it has read does not go together with what others have written. */
  void meet(Conflict conflict) {
    met = conflict;
  }

  /** What it has written is committed, or what it has thrown is justified. */
  void end() {
    ended = true;
  }

  /** It could not be committed. */
  void fail(Supplier<? extends T> failure) {
    outcome = failure;
    ended = true;
  }

  /** Why it must run again, null if it need not. */
  @Nullable Conflict met() {
    return met;
  }

  /** What it has returned; throws what it has thrown. */
  T result() {
    if (!ended) {
      throw new IllegalStateException("the body has not run");
    }
    return Objects.requireNonNull(outcome).get();
  }
}
