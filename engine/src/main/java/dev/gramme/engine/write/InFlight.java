package dev.gramme.engine.write;

import dev.gramme.engine.catalog.Catalog;
import dev.gramme.engine.key.RowKeys;
import dev.gramme.model.ApiError;
import dev.gramme.model.CancellationReason;
import dev.gramme.model.ErrorType;
import dev.gramme.model.Item;
import dev.gramme.model.TableDefinition;
import dev.gramme.storage.Store;
import java.nio.ByteBuffer;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The items of transactions that have been submitted and not yet acknowledged, for {@link
 * TransactionConflicts#REPORT}. The store serializes all writes, so they never conflict here. The
 * service rejects some of them, and clients need to test how they handle that. On a shared store,
 * {@link SharedHolds} has the items of the other servers.
 *
 * <p>Only transactions with writes hold items. A request for a held item is rejected before
 * anything else about it is checked, like in the service (October 2026), provided that it is well
 * formed. An action with an unknown table or an invalid key holds no item and conflicts with none:
 * it fails by itself.
 */
public final class InFlight {
  private final Catalog catalog;
  private final Set<ByteBuffer> rows = new HashSet<>();
  private final Set<String> tokens = new HashSet<>();
  private final @Nullable SharedHolds shared;

  public InFlight(Store store, Catalog catalog, InstantSource clock) {
    this.catalog = catalog;
    this.shared = store.isShared() ? new SharedHolds(store, clock) : null;
  }

  /**
   * Runs a transaction that holds its items until it has ended. Fails with a
   * TransactionCanceledException if another transaction holds any of the items, and with a
   * TransactionInProgressException if another transaction has the same token.
   *
   * @throws ApiError the same, if the other transaction is of this server
   */
  <T> CompletableFuture<T> holding(WriteRequest request, Supplier<CompletableFuture<T>> write) {
    List<@Nullable ByteBuffer> wanted = rows(request);
    String token = request.token() == null ? null : request.token().token();
    synchronized (this) {
      if (token != null && tokens.contains(token)) {
        throw inProgress();
      }
      refuseIfAny(rows, wanted);
      wanted.forEach(this::hold);
      if (token != null) {
        tokens.add(token);
      }
    }
    CompletableFuture<T> written;
    try {
      written = shared == null ? write.get() : holding(shared, wanted, token, write);
    } catch (RuntimeException | Error failure) {
      release(wanted, token);
      throw failure;
    }
    return written.whenComplete((result, failure) -> release(wanted, token));
  }

  private static ApiError inProgress() {
    return ApiError.of(
        ErrorType.TRANSACTION_IN_PROGRESS,
        "Transaction from previous request is still in progress");
  }

  /** Runs a transaction that holds its items on all servers. */
  private static <T> CompletableFuture<T> holding(
      SharedHolds shared,
      List<@Nullable ByteBuffer> wanted,
      @Nullable String token,
      Supplier<CompletableFuture<T>> write) {
    return shared
        .hold(existing(wanted), token)
        .thenCompose(outcome -> {
          switch (outcome) {
            case SharedHolds.Outcome.TokenTaken() -> throw inProgress();
            case SharedHolds.Outcome.ItemsTaken(var items) -> refuseIfAny(items, wanted);
            case SharedHolds.Outcome.Held held -> {
              return write
                  .get()
                  .thenCompose(result -> release(shared, held).thenApply(_ -> result))
                  .exceptionallyCompose(failure ->
                      release(shared, held)
                          .thenCompose(_ -> CompletableFuture.failedFuture(failure)));
            }
          }
          throw new IllegalStateException("items are held that the transaction does not want");
        });
  }

  /** If this fails, the rows are over after some seconds. */
  private static CompletableFuture<Boolean> release(
      SharedHolds shared, SharedHolds.Outcome.Held held) {
    return shared.release(held).exceptionally(unreleased -> false);
  }

  private static Set<ByteBuffer> existing(List<? extends @Nullable ByteBuffer> wanted) {
    var existing = new HashSet<ByteBuffer>();
    for (ByteBuffer row : wanted) {
      if (row != null) {
        existing.add(row);
      }
    }
    return existing;
  }

  /** Removes what dead servers have left. */
  void sweep(BooleanSupplier mayContinue) {
    if (shared != null) {
      shared.sweep(mayContinue);
    }
  }

  /**
   * Rejects a transactional read of items that a transaction holds.
   *
   * @throws ApiError a TransactionCanceledException
   */
  public void checkRead(List<byte[]> itemRows) {
    List<ByteBuffer> wanted = itemRows.stream().map(ByteBuffer::wrap).toList();
    refuseIfAny(held(wanted), wanted);
  }

  /**
   * Rejects a single write of an item that a transaction holds.
   *
   * @throws ApiError a TransactionConflictException
   */
  void checkSingle(WriteRequest request) {
    if (!held(request).isEmpty()) {
      throw ApiError.of(ErrorType.TRANSACTION_CONFLICT, "Transaction is ongoing for the item");
    }
  }

  /** The positions of the actions whose items are held by transactions. */
  List<Integer> held(WriteRequest request) {
    if (shared == null && isEmpty()) {
      return List.of();
    }
    List<@Nullable ByteBuffer> wanted = rows(request);
    Set<ByteBuffer> rowsHeld = held(wanted);
    var held = new ArrayList<Integer>();
    for (int i = 0; i < wanted.size(); i++) {
      if (rowsHeld.contains(wanted.get(i))) {
        held.add(i);
      }
    }
    return held;
  }

  private synchronized boolean isEmpty() {
    return rows.isEmpty();
  }

  /** Those of the items that transactions of any server hold now. */
  private Set<ByteBuffer> held(List<? extends @Nullable ByteBuffer> wanted) {
    Set<ByteBuffer> held = existing(wanted);
    Set<ByteBuffer> elsewhere = shared == null ? Set.of() : shared.held(held);
    synchronized (this) {
      held.retainAll(rows);
    }
    held.addAll(elsewhere);
    return held;
  }

  private static void refuseIfAny(
      Set<ByteBuffer> held, List<? extends @Nullable ByteBuffer> wanted) {
    if (wanted.stream().anyMatch(held::contains)) {
      throw ApiError.transactionCanceled(
          wanted.stream()
              .map(row ->
                  held.contains(row)
                      ? CancellationReason.transactionConflict()
                      : CancellationReason.NONE)
              .toList());
    }
  }

  private void hold(@Nullable ByteBuffer row) {
    if (row != null) {
      rows.add(row);
    }
  }

  private synchronized void release(List<@Nullable ByteBuffer> held, @Nullable String token) {
    held.forEach(rows::remove);
    if (token != null) {
      tokens.remove(token);
    }
  }

  private List<@Nullable ByteBuffer> rows(WriteRequest request) {
    var found = new ArrayList<@Nullable ByteBuffer>(request.actions().size());
    for (WriteAction action : request.actions()) {
      Item key =
          switch (action) {
            case WriteAction.Put put -> put.item();
            case WriteAction.Delete delete -> delete.key();
            case WriteAction.Change change -> change.key();
            case WriteAction.Check check -> check.key();
            case WriteAction.Expire expire -> expire.key();
            case WriteAction.Replicate replicate -> replicate.key();
          };
      TableDefinition table = catalog.find(action.table()).orElse(null);
      found.add(table == null ? null : row(table, key));
    }
    return found;
  }

  private static @Nullable ByteBuffer row(TableDefinition table, Item key) {
    return table.key().isIn(key) ? ByteBuffer.wrap(RowKeys.item(table, key)) : null;
  }
}
