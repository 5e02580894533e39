package dev.gramme.storage;

import java.nio.file.Path;
import java.util.Collections;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An ordered map from byte strings to byte strings, ordered by unsigned bytes, with serializable
 * transactions. Reads made directly on the store see the latest committed state, and each call may
 * see a newer state than the one before; {@link #snapshot} holds one state for several reads.
 *
 * <p>The store neither changes nor keeps the arrays that callers pass in. Returned arrays belong to
 * the caller. All methods are thread-safe.
 */
public interface Store extends Reader, AutoCloseable {

  /**
   * Runs a function and commits its writes atomically. Transactions are serializable and
   * linearizable: a transaction that begins after another was acknowledged sees its writes.
   *
   * <p>The function may run on any thread and may run again after a conflict, so its writes must be
   * its only side effects. It must not block, and must not use the transaction after it returned.
   * If it throws, nothing is written and the future fails with the same exception.
   *
   * @return the function's result, once every later read sees the writes and they are as durable as
   *     the store is configured to make them; fails with {@link ConflictException} when the store
   *     gave up retrying, with {@link StorageException} when the medium fails (after a restart all
   *     of the writes may be there or none, but never a part) or the store is closed
   */
  <T extends @Nullable Object> CompletableFuture<T> transact(
      Function<? super Transaction, ? extends T> body);

  /**
   * Does the same for a caller whose thread has nothing else to do until the transaction has ended.
   * A store whose commits wait for another process may run the function and commit on that thread,
   * which saves handing both over to others. The future may then be done when this method returns.
   */
  default <T extends @Nullable Object> CompletableFuture<T> transactByCaller(
      Function<? super Transaction, ? extends T> body) {
    return transact(body);
  }

  /**
   * The value of a key, read under a precondition.
   *
   * @throws OutdatedException if the precondition did not hold at the time of the read or shortly
   *     before it
   */
  default byte @Nullable [] get(byte[] key, Precondition precondition) {
    require(precondition);
    return get(key);
  }

  /**
   * A range, read under a precondition.
   *
   * @throws OutdatedException if the precondition did not hold when the range was opened or shortly
   *     before
   */
  default Cursor range(byte[] from, byte[] to, Direction direction, Precondition precondition) {
    require(precondition);
    return range(from, to, direction);
  }

  private void require(Precondition precondition) {
    if (!precondition.holdsIn(this)) {
      throw new OutdatedException();
    }
  }

  /**
   * A snapshot of the current committed state, unaffected by later commits. The caller must close
   * it.
   */
  Snapshot snapshot();

  /**
   * Writes a copy of the committed state into a new directory, from which the same kind of store
   * can be opened.
   *
   * @param directory must not exist yet
   */
  void checkpoint(Path directory);

  /**
   * Whether other processes may write to the same data. If so, a value that was read earlier may
   * have changed, unless a transaction reads it again.
   */
  default boolean isShared() {
    return false;
  }

  /**
   * Whether the functions of all transactions of this process run sequentially, so that a function
   * that computes for long delays the others.
   */
  default boolean hasOneCommitter() {
    return !isShared();
  }

  /**
   * How many rows a transaction should delete at most, so that it does not delay others. A caller
   * that removes more rows, and does not need to remove them at once, uses several transactions.
   */
  default int deletionRows() {
    return Integer.MAX_VALUE;
  }

  /**
   * How many rows a transaction should write at most if their keys are far from one another. A
   * caller that writes many rows, and does not need to write them at once, sorts them by key and
   * uses several transactions.
   */
  default int distantRows() {
    return Integer.MAX_VALUE;
  }

  /**
   * Removes data that no reader can reach any more. Call it periodically, from one of the processes
   * that share the store.
   *
   * @param mayContinue is polled during the work; when it returns false, the rest is left for the
   *     next call
   */
  default void removeUnreachable(BooleanSupplier mayContinue) {}

  /**
   * The store's current metrics by name, such as {@code memtable_bytes}. Names that end in {@code
   * _total} are counters and never decrease.
   */
  default SortedMap<String, Double> metrics() {
    return Collections.emptySortedMap();
  }

  /**
   * Whether the store can commit, judged by failed writes and by its own background checks of the
   * medium. A store that is {@link StoreHealth.Unwritable} still answers reads where possible;
   * every {@link #transact} that writes fails with a {@link StorageException}. If the medium allows
   * it, the store becomes writable again without a write by a caller; otherwise the reason says
   * what the operator has to do.
   *
   * <p>Returns immediately and never throws, so callers may poll it.
   */
  default StoreHealth health() {
    return StoreHealth.WRITABLE;
  }

  /** Waits for running transactions, then releases all resources. Idempotent. */
  @Override
  void close();
}
