package dev.gramme.engine.write;

import dev.gramme.engine.catalog.Catalog;
import dev.gramme.engine.version.VersionRows;
import dev.gramme.model.ApiError;
import dev.gramme.model.CancellationReason;
import dev.gramme.model.ErrorType;
import dev.gramme.model.Item;
import dev.gramme.model.ItemCodec;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.budget.AnswerSize;
import dev.gramme.model.budget.HeapSize;
import dev.gramme.model.budget.RequestBudget;
import dev.gramme.storage.Transaction;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Executes one write request in one storage transaction. Each stage turns the actions of the stage
 * before into a new form: {@link LocatedAction}, {@link LoadedAction}, {@link ComputedAction}. The
 * stages follow the service's order of errors: tables, duplicate items, keys, conditions, updates
 * and sizes. Nothing is written unless all actions have passed all checks.
 */
final class ItemWriter {
  private final Transaction tx;
  private final Catalog catalog;
  private final WriteRequest request;
  private final long collectionLimitBytes;
  private final Instant now;
  private final WriteGate.@Nullable Pass pass;
  private final Consumer<TableDefinition> home;
  private final boolean sharedStore;
  private final PreparedActions prepared;
  private final List<@Nullable EvaluatedAction> evaluated;
  private final Faults faults;

  /** The actions of a batch that were not admitted or had no memory. */
  private final BitSet unprocessed = new BitSet();

  private long reservedBytes;

  /**
   * @param home throws an ApiError if another region must execute the writes of a table
   * @param now the time of the changes
   * @param pass the admission of the changes by the {@link WriteGate}, null if there is no gate
   * @param sharedStore whether a read costs a network round trip
   * @param prepared what was done of the actions before the transaction
   * @param evaluated the earlier evaluations of the actions, in their order; may be empty
   */
  ItemWriter(
      Transaction tx,
      Catalog catalog,
      Consumer<TableDefinition> home,
      WriteRequest request,
      long collectionLimitBytes,
      Instant now,
      WriteGate.@Nullable Pass pass,
      boolean sharedStore,
      PreparedActions prepared,
      List<@Nullable EvaluatedAction> evaluated) {
    this.prepared = prepared;
    this.evaluated = evaluated;
    this.now = now;
    this.sharedStore = sharedStore;
    this.pass = pass;
    this.tx = tx;
    this.catalog = catalog;
    this.home = home;
    this.request = request;
    this.collectionLimitBytes = collectionLimitBytes;
    this.faults = new Faults(request);
  }

  /**
   * Changes the items; throws an {@link ApiError} if any action fails.
   *
   * @return the changes; call it after the transaction has committed
   */
  Supplier<List<ItemChange>> change() {
    var loaded = load(locate(), true);
    checkConditions(loaded);
    var computed = compute(loaded);
    if (pass != null) {
      admit(pass, computed);
    }
    reserveRows(computed);
    var changes = new ArrayList<Supplier<ItemChange>>(computed.size());
    for (int i = 0; i < computed.size(); i++) {
      if (!unprocessed.get(i)) {
        ComputedAction action = computed.get(i);
        var change =
            faults.attempt(i, () -> action.write(tx, request.cause(), now, collectionLimitBytes));
        faults.throwIfAny();
        if (change != null) {
          changes.add(change);
        }
      }
    }
    if (sharedStore) {
      return () -> changes.stream().map(Supplier::get).toList();
    }
    var done = changes.stream().map(Supplier::get).toList();
    catalog.statistics().write(tx, ItemChange.counts(done));
    return () -> done;
  }

  /** Reads the items without changing any, as the response to a repeated request. */
  List<ItemChange> unchanged() {
    return unchanged(load(locate(), false));
  }

  /** The positions of the actions of a batch that were not admitted or had no memory. */
  List<Integer> unprocessed() {
    return unprocessed.isEmpty() ? List.of() : unprocessed.stream().boxed().toList();
  }

  private List<LocatedAction> locate() {
    var actions = request.actions();
    var tables = new ArrayList<TableDefinition>(actions.size());
    for (WriteAction action : actions) {
      tables.add(table(action));
    }
    if (request.kind() == WriteRequest.Kind.TRANSACTION) {
      checkKeysNotEmpty(tables);
    }
    var located = new ArrayList<LocatedAction>(actions.size());
    for (int i = 0; i < actions.size(); i++) {
      WriteAction action = actions.get(i);
      TableDefinition table = tables.get(i);
      LocatedAction ready = prepared.get(i, table);
      if (ready != null) {
        located.add(ready);
        continue;
      }
      var found = faults.attempt(i, () -> LocatedAction.of(action, table, request.kind()));
      if (found != null) {
        located.add(found);
        faults.attempt(i, () -> checkedIndexes(found));
      }
    }
    if (actions.size() > 1) {
      refuseRepeatedItems(located);
    }
    faults.throwFirst(); // Only the first fault of the schema is reported.
    return located;
  }

  private static LocatedAction checkedIndexes(LocatedAction located) {
    located.checkIndexes();
    return located;
  }

  /**
   * An empty key value in a transaction is a validation error, not a cancellation reason. The keys
   * of the other kinds of actions have been checked before.
   */
  private void checkKeysNotEmpty(List<TableDefinition> tables) {
    for (int i = 0; i < tables.size(); i++) {
      WriteAction action = request.actions().get(i);
      if (action instanceof WriteAction.Put put) {
        KeyRules.checkNotEmpty(tables.get(i).key(), put.item());
        KeyRules.checkIndexKeysNotEmpty(tables.get(i), put.item());
      } else if (action instanceof WriteAction.Change change) {
        KeyRules.checkIndexKeysNotEmpty(tables.get(i), change.update());
      }
    }
  }

  private void refuseRepeatedItems(List<LocatedAction> located) {
    var rows = HashSet.<ByteBuffer>newHashSet(located.size());
    for (LocatedAction action : located) {
      if (!rows.add(ByteBuffer.wrap(action.row()))) {
        throw ApiError.validation(
            request.kind() == WriteRequest.Kind.BATCH
                ? "Provided list of item keys contains duplicates"
                : "Transaction request cannot include multiple operations on one item");
      }
    }
  }

  /**
   * The table of an action. Replication and imports also write to tables that are not yet visible.
   */
  private TableDefinition table(WriteAction action) {
    if (action instanceof WriteAction.Replicate) {
      return catalog.existing(tx, action.table());
    }
    TableDefinition table =
        request.cause() == ItemChange.Cause.IMPORT
            ? catalog.currentOrCreating(tx, action.table())
            : catalog.current(tx, action.table());
    home.accept(table);
    return table;
  }

  /**
   * Reads the stored items. On a shared store, the versions of items with replicas are loaded in
   * the same round trip.
   *
   * @param skips whether to skip items on which nothing that is written depends
   */
  private List<LoadedAction> load(List<LocatedAction> located, boolean skips) {
    var read = new BitSet(located.size());
    var rows = new ArrayList<byte[]>(located.size());
    for (int i = 0; i < located.size(); i++) {
      LocatedAction action = located.get(i);
      if (!skips || !skipsRead(action)) {
        read.set(i);
        rows.add(action.row());
      }
    }
    if (sharedStore) {
      located.stream()
          .filter(action -> action.table().features().isGlobal())
          .forEach(action -> rows.add(VersionRows.version(action.row())));
    }
    var stored = tx.getAll(rows).iterator();
    var loaded = new ArrayList<LoadedAction>(located.size());
    for (int i = 0; i < located.size(); i++) {
      loaded.add(
          read.get(i)
              ? loaded(located.get(i), stored.next(), evaluated.isEmpty() ? null : evaluated.get(i))
              : new LoadedAction(located.get(i), false, null, null));
    }
    return loaded;
  }

  /**
   * Whether to write an item without reading the old one. If reads are local, that saves nothing:
   * the change contains the old item in any case. A read before the write also reserves its memory.
   */
  private boolean skipsRead(LocatedAction action) {
    return sharedStore && pass == null && action.ignoresOldItem();
  }

  private LoadedAction loaded(
      LocatedAction located, byte @Nullable [] row, @Nullable EvaluatedAction earlier) {
    if (earlier != null && earlier.isOf(row)) {
      return new LoadedAction(located, true, earlier.before(), earlier);
    }
    return new LoadedAction(located, true, row == null ? null : before(located, row), null);
  }

  private Item before(LocatedAction located, byte[] row) {
    // A single put or delete without a condition need not be evaluated before the transaction: one
    // item is decoded, and what others write to it meanwhile does not matter.
    if (request.actions().size() > 1 || !located.isUnconditional()) {
      request.budget().spend(row.length);
    }
    Item item = ItemCodec.decode(row);
    reserve(HeapSize.of(item));
    return item;
  }

  private void checkConditions(List<LoadedAction> loaded) {
    for (int i = 0; i < loaded.size(); i++) {
      LoadedAction action = loaded.get(i);
      if (!action.passes(request.budget())) {
        faults.set(
            i,
            CancellationReason.conditionalCheckFailed(
                action.action().returnItemOnFailure() ? action.before() : null));
      }
    }
    if (pass != null && !faults.isEmpty()) {
      chargeAttempt(pass, loaded);
    }
    faults.throwIfAny();
  }

  private List<ComputedAction> compute(List<LoadedAction> loaded) {
    var computed = new ArrayList<ComputedAction>(loaded.size());
    for (int i = 0; i < loaded.size(); i++) {
      LoadedAction action = loaded.get(i);
      var done =
          faults.attempt(i, () -> new ComputedAction(action, action.after(tx, request.budget())));
      faults.throwIfAny();
      if (done != null) {
        computed.add(done);
      }
    }
    return computed;
  }

  private List<ItemChange> unchanged(List<LoadedAction> loaded) {
    return loaded.stream().map(action -> action.unchanged(request.cause())).toList();
  }

  /** An attempt whose condition fails costs as much as writing the unchanged item. */
  private void chargeAttempt(WriteGate.Pass gate, List<LoadedAction> loaded) {
    var errors = gate.admit(unchanged(loaded), request.kind());
    if (request.kind() != WriteRequest.Kind.TRANSACTION) {
      throwFirst(errors);
    }
  }

  private void admit(WriteGate.Pass gate, List<ComputedAction> computed) {
    var errors =
        gate.admit(
            computed.stream().map(action -> action.preview(tx, request.cause())).toList(),
            request.kind());
    switch (request.kind()) {
      case SINGLE -> throwFirst(errors);
      case BATCH -> {
        if (errors.stream().allMatch(Optional::isPresent)) {
          throwFirst(errors);
        }
        for (int i = 0; i < errors.size(); i++) {
          unprocessed.set(i, errors.get(i).isPresent());
        }
      }
      case TRANSACTION -> {
        refuseIfProvisioned(errors);
        for (int i = 0; i < errors.size(); i++) {
          faults.set(i, errors.get(i).map(CancellationReason::throttled).orElse(null));
        }
        faults.throwIfAny();
      }
    }
  }

  /**
   * The service rejects a transaction on a throttled provisioned table as a whole, without
   * cancellation reasons (September 2026).
   */
  private static void refuseIfProvisioned(List<Optional<ApiError>> errors) {
    throwFirst(
        errors.stream()
            .map(error -> error.filter(e -> e.type() == ErrorType.PROVISIONED_THROUGHPUT_EXCEEDED))
            .toList());
  }

  private static void throwFirst(List<Optional<ApiError>> errors) {
    errors.stream()
        .flatMap(Optional::stream)
        .findFirst()
        .ifPresent(error -> {
          throw error;
        });
  }

  private void reserve(long bytes) {
    RequestBudget budget = request.budget();
    if (!budget.tryReserve(bytes)) {
      prepared.release(budget);
      budget.reserve(bytes);
    }
    reservedBytes += bytes;
  }

  /** Releases the memory of an attempt before the next attempt. */
  void release() {
    request.budget().release(reservedBytes);
    reservedBytes = 0;
  }

  /** Reserves memory for the new rows. In a batch, items without memory remain unprocessed. */
  private void reserveRows(List<ComputedAction> computed) {
    if (!reserveBesidePrepared(computed)) {
      prepared.release(request.budget());
      for (int i = 0; i < computed.size(); i++) {
        if (!unprocessed.get(i)) {
          reserveRow(i, computed.get(i));
        }
      }
    }
    if (unprocessed.cardinality() == computed.size()) {
      throw RequestBudget.overloaded();
    }
    if (request.answersItems()) {
      computed.forEach(this::reserveAnswer);
    }
  }

  /**
   * Reserves memory for all new rows that have none yet. Returns false if the memory of the
   * prepared rows is not reserved any more, or does not suffice together with the others.
   */
  private boolean reserveBesidePrepared(List<ComputedAction> computed) {
    if (!prepared.isReserved()) {
      return false;
    }
    long bytes = 0;
    for (int i = 0; i < computed.size(); i++) {
      ComputedAction action = computed.get(i);
      if (!unprocessed.get(i) && action.loaded().located().put() == null) {
        bytes += rowBytes(action);
      }
    }
    boolean isReserved = request.budget().tryReserve(bytes);
    if (isReserved) {
      reservedBytes += bytes;
    }
    return isReserved;
  }

  private void reserveRow(int index, ComputedAction action) {
    try {
      reserve(rowBytes(action));
    } catch (ApiError overloaded) {
      if (request.kind() != WriteRequest.Kind.BATCH) {
        throw overloaded;
      }
      unprocessed.set(index);
    }
  }

  /** The memory for the new row of an action, 0 if it writes none. */
  private static long rowBytes(ComputedAction action) {
    Item after = action.after();
    return after == null || action.action() instanceof WriteAction.Check
        ? 0
        : action.loaded().located().bytesOf(after);
  }

  /** Reserves the bytes of the item in the response: the larger of the old and the new item. */
  private void reserveAnswer(ComputedAction action) {
    Item before = action.loaded().before();
    Item after = action.after();
    long bytes =
        Math.max(
            before == null ? 0 : AnswerSize.of(before), after == null ? 0 : AnswerSize.of(after));
    request.budget().expectAnswer(bytes);
    reservedBytes += bytes;
  }
}
