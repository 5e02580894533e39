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
 * transactions. Reads made directly on the store see the latest committed state, each call for
 * itself; {@link #snapshot} holds one state for several reads.
 *
 * <p>Arrays that are handed in are not changed and not kept; arrays that come out belong to the
 * caller. All methods may be called by any thread.
 */
public interface Store extends Reader, AutoCloseable {

  /**
   * Runs a function over the store and commits what it wrote, all or nothing. Transactions are
   * serializable, and linearizable: one that begins after another was acknowledged sees its writes.
   *
   * <p>The function may run on any thread and may be run again after a conflict, so it has no side
   * effects but its writes. It must not block, and must not use the transaction after it returned.
   * If it throws, nothing is written and the future fails with what it threw.
   *
   * @return the function's result, once the writes are as durable as the store was told to make
   *     them and every later read sees them; fails with {@link ConflictException} when the store
   *     gave up retrying, with {@link StorageException} when the medium fails (the writes may then
   *     appear after a restart or not, but never in part) or the store is closed
   */
  <T extends @Nullable Object> CompletableFuture<T> transact(
      Function<? super Transaction, ? extends T> body);

  /**
   * The value of a key, if a guard holds when it is read or shortly before.
   *
   * @throws OutdatedException if the guard does not hold
   */
  default byte @Nullable [] get(byte[] key, Guard guard) {
    require(guard);
    return get(key);
  }

  /**
   * A range, if a guard holds when it is begun or shortly before.
   *
   * @throws OutdatedException if the guard does not hold
   */
  default Cursor range(byte[] from, byte[] to, Direction direction, Guard guard) {
    require(guard);
    return range(from, to, direction);
  }

  private void require(Guard guard) {
    if (!guard.holdsIn(this)) {
      throw new OutdatedException();
    }
  }

  /** The committed state of this moment, unmoved by later commits. To be closed. */
  Snapshot snapshot();

  /**
   * Writes a copy of the committed state into a directory that does not exist yet, from which the
   * same kind of store can be opened.
   */
  void checkpoint(Path directory);

  /**
   * Whether other processes may write to the same data: then nothing that was read of it may be
   * taken for true later, unless a transaction has read it again.
   */
  default boolean isShared() {
    return false;
  }

  /**
   * Removes what nobody can read any more. To be called now and then, by one of those that share a
   * store.
   *
   * @param goesOn is asked again and again; when it says no, the rest is left
   */
  default void tidy(BooleanSupplier goesOn) {}

  /**
   * What the store tells an operator of itself: figures of this moment by name, such as {@code
   * memtable_bytes}. Names that end in {@code _total} only grow.
   */
  default SortedMap<String, Double> figures() {
    return Collections.emptySortedMap();
  }

  /**
   * Whether the store can commit at this moment, as far as it knows: from failed writes and from
   * what it observes of its medium in the background. A store that is {@link
   * StoreHealth.Unwritable} answers reads as before as far as it can; every {@link #transact} that
   * writes fails with a {@link StorageException}. It becomes writable again by itself, without a
   * write of a caller, if its medium allows that; else the reason says what to do.
   *
   * <p>Returns at once and never throws, so that it can be asked as often as one likes.
   */
  default StoreHealth health() {
    return StoreHealth.WRITABLE;
  }

  /** Waits for running transactions, then releases what the store holds. Idempotent. */
  @Override
  void close();
}
