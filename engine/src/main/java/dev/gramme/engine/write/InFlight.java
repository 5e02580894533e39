package dev.gramme.engine.write;

import dev.gramme.engine.catalog.Catalog;
import dev.gramme.engine.key.RowKeys;
import dev.gramme.model.ApiError;
import dev.gramme.model.CancellationReason;
import dev.gramme.model.ErrorType;
import dev.gramme.model.Item;
import dev.gramme.model.TableDefinition;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The items of transactions that have been submitted and not yet acknowledged, for {@link
 * TransactionConflicts#REPORT}. The store serializes all writes, so they never conflict here. The
 * service rejects some of them, and clients need to test how they handle that.
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

  public InFlight(Catalog catalog) {
    this.catalog = catalog;
  }

  /**
   * Runs a transaction that holds its items until it has ended.
   *
   * @throws ApiError a TransactionCanceledException if another transaction holds any of the items,
   *     a TransactionInProgressException if another transaction has the same token
   */
  <T> CompletableFuture<T> holding(WriteRequest request, Supplier<CompletableFuture<T>> write) {
    List<@Nullable ByteBuffer> wanted = rows(request);
    String token = request.token() == null ? null : request.token().token();
    synchronized (this) {
      if (token != null && tokens.contains(token)) {
        throw ApiError.of(
            ErrorType.TRANSACTION_IN_PROGRESS,
            "Transaction from previous request is still in progress");
      }
      refuseIfHeld(wanted);
      wanted.forEach(this::hold);
      if (token != null) {
        tokens.add(token);
      }
    }
    CompletableFuture<T> written;
    try {
      written = write.get();
    } catch (RuntimeException | Error failure) {
      release(wanted, token);
      throw failure;
    }
    return written.whenComplete((result, failure) -> release(wanted, token));
  }

  /**
   * Rejects a transactional read of items that a transaction holds.
   *
   * @throws ApiError a TransactionCanceledException
   */
  public synchronized void checkRead(List<byte[]> itemRows) {
    if (!rows.isEmpty()) {
      refuseIfHeld(itemRows.stream().map(ByteBuffer::wrap).toList());
    }
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
  synchronized List<Integer> held(WriteRequest request) {
    if (rows.isEmpty()) {
      return List.of();
    }
    List<@Nullable ByteBuffer> wanted = rows(request);
    var held = new ArrayList<Integer>();
    for (int i = 0; i < wanted.size(); i++) {
      if (rows.contains(wanted.get(i))) {
        held.add(i);
      }
    }
    return held;
  }

  private void refuseIfHeld(List<? extends @Nullable ByteBuffer> wanted) {
    if (wanted.stream().anyMatch(rows::contains)) {
      throw ApiError.transactionCanceled(
          wanted.stream()
              .map(row ->
                  rows.contains(row)
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
