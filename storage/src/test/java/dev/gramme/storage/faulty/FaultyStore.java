package dev.gramme.storage.faulty;

import dev.gramme.storage.ConflictException;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.OverloadedException;
import dev.gramme.storage.Precondition;
import dev.gramme.storage.Reader;
import dev.gramme.storage.Snapshot;
import dev.gramme.storage.StorageException;
import dev.gramme.storage.Store;
import dev.gramme.storage.StoreHealth;
import dev.gramme.storage.Transaction;
import dev.gramme.storage.faulty.Faults.Call;
import dev.gramme.storage.faulty.Faults.Fault;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Wraps a working store; calls fail as {@link Faults} decide. The guarantees of a store hold
 * nevertheless: a transaction is written completely or not at all, and an acknowledged transaction
 * is not lost. The answers of transactions can also be {@link Delays delayed}; then they arrive on
 * another thread and not in the order of the commits.
 */
public final class FaultyStore implements Store {
  private final Store store;
  private final Faults faults;
  private final @Nullable Delays delays;
  private final AtomicInteger snapshots = new AtomicInteger();

  /** A store with faults and no delays. */
  public FaultyStore(Store store, Faults faults) {
    this(store, faults, null);
  }

  /**
   * @param delays delays the answers of transactions; null for none. Closed with this store.
   */
  public FaultyStore(Store store, Faults faults, @Nullable Delays delays) {
    this.store = store;
    this.faults = faults;
    this.delays = delays;
  }

  /** The number of open snapshots. */
  public int openSnapshots() {
    return snapshots.get();
  }

  private static StorageException broken(Call call) {
    return new StorageException("A fault of the test: " + call);
  }

  private void attempt(Call call) {
    Fault fault = faults.next(call);
    if (fault != Fault.NONE && fault != Fault.REPEATED) {
      throw broken(call);
    }
  }

  @Override
  public <T extends @Nullable Object> CompletableFuture<T> transact(
      Function<? super Transaction, ? extends T> body) {
    CompletableFuture<T> answer =
        switch (faults.next(Call.TRANSACTION)) {
          case NONE -> store.transact(tx -> body.apply(new FaultyTransaction(tx)));
          case BROKEN -> CompletableFuture.failedFuture(broken(Call.TRANSACTION));
          case OVERLOADED ->
              CompletableFuture.failedFuture(new OverloadedException("A fault of the test."));
          case CONFLICT ->
              CompletableFuture.failedFuture(new ConflictException("A fault of the test."));
          case ANSWER_LOST ->
              store
                  .transact(tx -> body.apply(new FaultyTransaction(tx)))
                  .thenApply(done -> {
                    throw broken(Call.TRANSACTION);
                  });
          case REPEATED ->
              store
                  .transact(tx -> discard(body, new FaultyTransaction(tx)))
                  .handle((never, discarded) -> discarded)
                  .thenCompose(
                      discarded -> store.transact(tx -> body.apply(new FaultyTransaction(tx))));
        };
    return delays == null ? unwrapped(answer) : delays.delay(unwrapped(answer));
  }

  /** Runs a function and discards its writes. */
  private static Void discard(
      Function<? super Transaction, ? extends @Nullable Object> body, Transaction tx) {
    Object _ = body.apply(tx);
    throw new ConflictException("A fault of the test.");
  }

  /** Fails with the unwrapped exception, as the future of a store does. */
  private static <T extends @Nullable Object> CompletableFuture<T> unwrapped(
      CompletableFuture<T> answer) {
    return answer.exceptionallyCompose(
        failure -> CompletableFuture.failedFuture(failureOf(failure)));
  }

  private static Throwable failureOf(Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    attempt(Call.GET);
    return store.get(key);
  }

  @Override
  public Cursor range(byte[] from, byte[] to, Direction direction) {
    attempt(Call.RANGE);
    return new FaultyCursor(store.range(from, to, direction), Call.CURSOR_NEXT);
  }

  @Override
  public Snapshot snapshot() {
    attempt(Call.SNAPSHOT);
    snapshots.incrementAndGet();
    return new FaultySnapshot(store.snapshot());
  }

  @Override
  public void checkpoint(Path directory) {
    store.checkpoint(directory);
  }

  @Override
  public boolean isShared() {
    return store.isShared();
  }

  @Override
  public int distantRows() {
    return store.distantRows();
  }

  @Override
  public int deletionRows() {
    return store.deletionRows();
  }

  @Override
  public void removeUnreachable(BooleanSupplier mayContinue) {
    store.removeUnreachable(mayContinue);
  }

  @Override
  public StoreHealth health() {
    return store.health();
  }

  @Override
  public SortedMap<String, Double> metrics() {
    return store.metrics();
  }

  @Override
  public void close() {
    if (delays != null) {
      delays.close();
    }
    store.close();
  }

  private final class FaultySnapshot implements Snapshot {
    private final Snapshot snapshot;
    private boolean closed;

    FaultySnapshot(Snapshot snapshot) {
      this.snapshot = snapshot;
    }

    @Override
    public byte @Nullable [] get(byte[] key) {
      attempt(Call.GET);
      return snapshot.get(key);
    }

    @Override
    public Cursor range(byte[] from, byte[] to, Direction direction) {
      attempt(Call.RANGE);
      return new FaultyCursor(snapshot.range(from, to, direction), Call.CURSOR_NEXT);
    }

    @Override
    public void close() {
      if (!closed) {
        closed = true;
        snapshots.decrementAndGet();
      }
      snapshot.close();
    }
  }

  private final class FaultyCursor implements Cursor {
    private final Cursor cursor;
    private final Call call;

    FaultyCursor(Cursor cursor, Call call) {
      this.cursor = cursor;
      this.call = call;
    }

    @Override
    public boolean next() {
      attempt(call);
      return cursor.next();
    }

    @Override
    public byte[] key() {
      return cursor.key();
    }

    @Override
    public byte[] value() {
      return cursor.value();
    }

    @Override
    public void close() {
      cursor.close();
    }
  }

  private final class FaultyTransaction implements Transaction {
    private final Transaction tx;

    FaultyTransaction(Transaction tx) {
      this.tx = tx;
    }

    private <T extends Reader> T reader(T reader) {
      attempt(Call.TRANSACTION_READ);
      return reader;
    }

    @Override
    public byte @Nullable [] get(byte[] key) {
      return reader(tx).get(key);
    }

    @Override
    public Cursor range(byte[] from, byte[] to, Direction direction) {
      return new FaultyCursor(reader(tx).range(from, to, direction), Call.TRANSACTION_READ);
    }

    @Override
    public void put(byte[] key, byte[] value) {
      tx.put(key, value);
    }

    @Override
    public void delete(byte[] key) {
      tx.delete(key);
    }

    @Override
    public void deleteRange(byte[] from, byte[] to) {
      tx.deleteRange(from, to);
    }

    @Override
    public Supplier<byte @Nullable []> replace(byte[] key, byte @Nullable [] value) {
      return reader(tx).replace(key, value);
    }

    @Override
    public void derive(byte[] source, byte[] key, byte @Nullable [] value) {
      tx.derive(source, key, value);
    }

    @Override
    public boolean holds(Precondition precondition) {
      return reader(tx).holds(precondition);
    }
  }
}
