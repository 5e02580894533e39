package dev.gramme.engine.write;

import dev.gramme.engine.catalog.Catalog;
import dev.gramme.engine.index.IndexChange;
import dev.gramme.engine.index.IndexRows;
import dev.gramme.engine.index.ItemCollection;
import dev.gramme.engine.index.VectorRows;
import dev.gramme.engine.key.RowKeys;
import dev.gramme.engine.stream.LogWriter;
import dev.gramme.engine.stream.LoggedChange;
import dev.gramme.engine.ttl.ExpiryRows;
import dev.gramme.engine.version.ItemVersion;
import dev.gramme.engine.version.VersionRows;
import dev.gramme.expression.Condition;
import dev.gramme.model.ApiError;
import dev.gramme.model.CancellationReason;
import dev.gramme.model.ErrorType;
import dev.gramme.model.Item;
import dev.gramme.model.ItemCodec;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.TimeToLive;
import dev.gramme.model.budget.AnswerSize;
import dev.gramme.model.budget.HeapSize;
import dev.gramme.model.budget.RequestBudget;
import dev.gramme.storage.Transaction;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Executes one write request in one storage transaction. The stages follow the service's order of
 * errors: tables, duplicate items, keys, conditions, updates and sizes. Nothing is written unless
 * all actions have passed all checks.
 */
final class ItemWriter {
  private final Transaction tx;
  private final Catalog catalog;
  private final WriteRequest request;
  private final long collectionLimitBytes;
  private final Instant now;
  private final WriteGate.@Nullable Pass pass;
  private final boolean sharedStore;
  private final List<@Nullable EvaluatedAction> evaluated;
  private final List<Step> steps;
  private long reservedBytes;

  /** The copies of a new row in memory until it is written: encoded, and in the write-ahead log. */
  private static final int ROW_COPIES = 2;

  /** An action with its state while it passes through the stages. */
  private static final class Step {
    final WriteAction action;
    final TableDefinition table;
    Item key = Item.empty();
    byte[] row = new byte[0];
    @Nullable Item before;
    @Nullable Item after;

    /** The earlier evaluation, if the row has not changed since. */
    @Nullable EvaluatedAction evaluated;

    @Nullable CancellationReason fault;
    boolean unprocessed;

    /** Whether nothing that is written depends on the item before. */
    boolean skipsRead;

    Step(WriteAction action, TableDefinition table) {
      this.action = action;
      this.table = table;
    }
  }

  /**
   * @param now the time of the changes
   * @param pass the admission of the changes by the {@link WriteGate}, null if there is no gate
   * @param sharedStore whether a read costs a network round trip
   * @param evaluated the earlier evaluations of the actions, in their order; may be empty
   */
  ItemWriter(
      Transaction tx,
      Catalog catalog,
      WriteRequest request,
      long collectionLimitBytes,
      Instant now,
      WriteGate.@Nullable Pass pass,
      boolean sharedStore,
      List<@Nullable EvaluatedAction> evaluated) {
    this.evaluated = evaluated;
    this.now = now;
    this.sharedStore = sharedStore;
    this.pass = pass;
    this.tx = tx;
    this.catalog = catalog;
    this.request = request;
    this.collectionLimitBytes = collectionLimitBytes;
    this.steps = new ArrayList<>(request.actions().size());
  }

  /**
   * Changes the items; throws an {@link ApiError} if any action fails.
   *
   * @return the changes; call it after the transaction has committed
   */
  Supplier<List<ItemChange>> change() {
    locate();
    for (Step step : steps) {
      step.skipsRead = canSkipRead(step);
    }
    load();
    for (Step step : steps) {
      Condition condition = step.action.condition();
      if (condition != null && !passes(step, condition)) {
        step.fault =
            CancellationReason.conditionalCheckFailed(
                step.action.returnItemOnFailure() ? step.before : null);
      }
    }
    if (pass != null && steps.stream().anyMatch(step -> step.fault != null)) {
      chargeAttempt(pass);
    }
    cancelIfFaulty();
    for (Step step : steps) {
      attempt(step, () -> compute(step));
      cancelIfFaulty();
    }
    if (pass != null) {
      admit(pass);
    }
    reserveRows();
    var changes = new ArrayList<Supplier<ItemChange>>(steps.size());
    for (Step step : steps) {
      if (!step.unprocessed) {
        attempt(step, () -> changes.add(step.skipsRead ? replace(step) : applied(step)));
        cancelIfFaulty();
      }
    }
    return () -> changes.stream().map(Supplier::get).toList();
  }

  private Supplier<ItemChange> applied(Step step) {
    ItemChange change = apply(step);
    return () -> change;
  }

  /** The positions of the actions of a batch that were not admitted or had no memory. */
  List<Integer> unprocessed() {
    var positions = new ArrayList<Integer>(0);
    for (int i = 0; i < steps.size(); i++) {
      if (steps.get(i).unprocessed) {
        positions.add(i);
      }
    }
    return positions;
  }

  /** An attempt whose condition fails costs as much as writing the unchanged item. */
  private void chargeAttempt(WriteGate.Pass gate) {
    var errors = gate.admit(steps.stream().map(this::unchanged).toList(), request.kind());
    if (request.kind() != WriteRequest.Kind.TRANSACTION) {
      throwFirst(errors);
    }
  }

  private void admit(WriteGate.Pass gate) {
    var errors = gate.admit(steps.stream().map(this::preview).toList(), request.kind());
    switch (request.kind()) {
      case SINGLE -> throwFirst(errors);
      case BATCH -> {
        if (errors.stream().allMatch(Optional::isPresent)) {
          throwFirst(errors);
        }
        for (int i = 0; i < steps.size(); i++) {
          steps.get(i).unprocessed = errors.get(i).isPresent();
        }
      }
      case TRANSACTION -> {
        refuseIfProvisioned(errors);
        for (int i = 0; i < steps.size(); i++) {
          steps.get(i).fault = errors.get(i).map(CancellationReason::throttled).orElse(null);
        }
        cancelIfFaulty();
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

  private ItemChange preview(Step step) {
    return new ItemChange(
        step.table,
        step.key,
        step.before,
        step.after,
        request.cause(),
        IndexRows.preview(tx, step.table, step.before, step.after),
        0,
        List.of());
  }

  private ItemChange unchanged(Step step) {
    return new ItemChange(
        step.table, step.key, step.before, step.before, request.cause(), List.of(), 0, List.of());
  }

  /** Reads the items without changing any, as the response to a repeated request. */
  List<ItemChange> unchanged() {
    locate();
    load();
    return steps.stream().map(this::unchanged).toList();
  }

  private void locate() {
    for (WriteAction action : request.actions()) {
      steps.add(new Step(action, table(action)));
    }
    if (request.kind() == WriteRequest.Kind.TRANSACTION) {
      // An empty key value in a transaction is a validation error, not a cancellation reason. The
      // keys of the other kinds of actions have been checked before.
      for (Step step : steps) {
        if (step.action instanceof WriteAction.Put put) {
          KeyRules.checkNotEmpty(step.table.key(), put.item());
          KeyRules.checkIndexKeysNotEmpty(step.table, put.item());
        } else if (step.action instanceof WriteAction.Change change) {
          KeyRules.checkIndexKeysNotEmpty(step.table, change.update());
        }
      }
    }
    for (Step step : steps) {
      attempt(step, () -> locate(step));
    }
    if (steps.size() > 1) {
      refuseRepeatedItems();
    }
    for (Step step : steps) {
      if (step.fault != null) {
        // Only the first schema fault is reported.
        throw canceled(step);
      }
    }
  }

  private void locate(Step step) {
    switch (step.action) {
      case WriteAction.Put put -> {
        KeyRules.checkItemKey(step.table, put.item(), request.kind() == WriteRequest.Kind.BATCH);
        step.key = step.table.key().of(put.item());
      }
      case WriteAction.Delete delete -> step.key = delete.key();
      case WriteAction.Change change -> step.key = change.key();
      case WriteAction.Check check -> step.key = check.key();
      case WriteAction.Expire expire -> step.key = expire.key();
      case WriteAction.Replicate replicate -> step.key = replicate.key();
    }
    if (!(step.action instanceof WriteAction.Put)) {
      KeyRules.checkKey(step.table, step.key);
    }
    step.row = RowKeys.item(step.table, step.key);
    if (step.action instanceof WriteAction.Put put) {
      KeyRules.checkIndexKeys(step.table, put.item(), null, null);
      VectorRules.check(step.table, put.item(), null);
    } else if (step.action instanceof WriteAction.Change change) {
      KeyRules.checkPaths(step.table, change.update());
      KeyRules.checkIndexKeyTypes(step.table, change.update());
    }
  }

  private void refuseRepeatedItems() {
    var rows = HashSet.<ByteBuffer>newHashSet(steps.size());
    for (Step step : steps) {
      if (step.row.length > 0 && !rows.add(ByteBuffer.wrap(step.row))) {
        throw ApiError.validation(
            request.kind() == WriteRequest.Kind.BATCH
                ? "Provided list of item keys contains duplicates"
                : "Transaction request cannot include multiple operations on one item");
      }
    }
  }

  private void load() {
    for (int i = 0; i < evaluated.size(); i++) {
      steps.get(i).evaluated = evaluated.get(i);
    }
    var read = steps.stream().filter(step -> !step.skipsRead).toList();
    var stored = tx.getAll(read.stream().map(step -> step.row).toList());
    for (int i = 0; i < read.size(); i++) {
      byte[] row = stored.get(i);
      Step step = read.get(i);
      if (step.evaluated != null && step.evaluated.isOf(row)) {
        step.before = step.evaluated.before();
      } else {
        step.evaluated = null;
        step.before = row == null ? null : before(row);
      }
    }
  }

  private boolean passes(Step step, Condition condition) {
    return step.evaluated != null
        ? step.evaluated.passes()
        : condition.test(step.before == null ? Item.empty() : step.before, request.budget());
  }

  private Item updated(Step step, WriteAction.Change change) {
    return step.evaluated != null
        ? step.evaluated.requireUpdated()
        : change.update().apply(step.before, change.key(), request.budget());
  }

  private Item before(byte[] row) {
    RequestBudget budget = request.budget();
    budget.spend(row.length);
    Item item = ItemCodec.decode(row);
    reserve(HeapSize.of(item));
    return item;
  }

  private void reserve(long bytes) {
    request.budget().reserve(bytes);
    reservedBytes += bytes;
  }

  /** Releases the memory of an attempt before the next attempt. */
  void release() {
    request.budget().release(reservedBytes);
    reservedBytes = 0;
  }

  /** Reserves memory for the new rows. In a batch, items without memory remain unprocessed. */
  private void reserveRows() {
    for (Step step : steps) {
      Item after = step.after;
      if (after == null || step.unprocessed || step.action instanceof WriteAction.Check) {
        continue;
      }
      try {
        reserve((long) ROW_COPIES * after.sizeBytes() * rows(step.table));
      } catch (ApiError overloaded) {
        if (request.kind() != WriteRequest.Kind.BATCH) {
          throw overloaded;
        }
        step.unprocessed = true;
      }
    }
    if (steps.stream().allMatch(step -> step.unprocessed)) {
      throw RequestBudget.overloaded();
    }
    if (request.answersItems()) {
      steps.forEach(this::reserveAnswer);
    }
  }

  /** Reserves the bytes of the item in the response: the larger of the old and the new item. */
  private void reserveAnswer(Step step) {
    long before = step.before == null ? 0 : AnswerSize.of(step.before);
    long after = step.after == null ? 0 : AnswerSize.of(step.after);
    long bytes = Math.max(before, after);
    request.budget().expectAnswer(bytes);
    reservedBytes += bytes;
  }

  /** The maximum number of rows with a copy of an item: its own, and an entry in each index. */
  private static int rows(TableDefinition table) {
    return 1 + table.localIndexes().size() + table.globalIndexes().size();
  }

  private static @Nullable Item decoded(byte @Nullable [] stored) {
    return stored == null ? null : ItemCodec.decode(stored);
  }

  /**
   * Whether the write is independent of the item before: no condition, no index, no log, no expiry.
   * If reads are local, a request with several actions reads the old items all the same, because
   * their memory must be reserved before anything is written.
   */
  private boolean canSkipRead(Step step) {
    TableDefinition table = step.table;
    TimeToLive timeToLive = table.features().timeToLive();
    return pass == null
        && (sharedStore || steps.size() == 1)
        && (step.action instanceof WriteAction.Put || step.action instanceof WriteAction.Delete)
        && step.action.condition() == null
        && table.localIndexes().isEmpty()
        && table.globalIndexes().isEmpty()
        && table.vectorIndexes().isEmpty()
        && (timeToLive == null || !timeToLive.isOn())
        && (table.features().log() == null || !table.features().log().isKept());
  }

  /** Writes the new item without a read; the old item is known after the commit. */
  private Supplier<ItemChange> replace(Step step) {
    Item after = step.after;
    var before = tx.replace(step.row, after == null ? null : ItemCodec.encode(after));
    return () ->
        new ItemChange(
            step.table,
            step.key,
            decoded(before.get()),
            after,
            request.cause(),
            List.of(),
            0,
            List.of());
  }

  /**
   * The item after the action, with its attributes in a fixed order. The service does not promise
   * an order, but tests of clients often compare responses as text, in the order of DynamoDB Local.
   */
  private void compute(Step step) {
    step.after =
        switch (step.action) {
          case WriteAction.Put put -> put.item().inOrder();
          case WriteAction.Delete delete -> null;
          case WriteAction.Check check -> step.before;
          case WriteAction.Expire expire -> unlessExpired(step, expire);
          case WriteAction.Replicate replicate ->
              isLater(step, replicate) ? replicate.item() : step.before;
          case WriteAction.Change change ->
              step.before == null && !change.update().createsItem()
                  ? null
                  : ItemRules.checkUpdated(step.table, change, step.before, updated(step, change))
                      .inOrder();
        };
  }

  private static @Nullable Item unlessExpired(Step step, WriteAction.Expire expire) {
    Item item = step.before;
    TimeToLive timeToLive = step.table.features().timeToLive();
    return item != null
            && timeToLive != null
            && ExpiryRows.isExpired(timeToLive, item, expire.now())
        ? null
        : item;
  }

  private ItemChange apply(Step step) {
    Item before = step.before;
    Item after = step.after;
    if (step.action instanceof WriteAction.Check) {
      return unchanged(step);
    }
    if (after != null) {
      tx.put(step.row, ItemCodec.encode(after));
    } else if (before != null) {
      tx.delete(step.row);
    }
    List<IndexChange> indexes = IndexRows.changeAll(tx, step.table, before, after);
    ExpiryRows.change(tx, step.table, step.row, before, after);
    if (request.cause() != ItemChange.Cause.IMPORT) {
      log(step);
    }
    long collectionBytes =
        step.table.localIndexes().isEmpty()
            ? 0
            : ItemCollection.resize(
                tx, step.table, step.key, before, after, indexes, collectionLimitBytes);
    return new ItemChange(
        step.table,
        step.key,
        before,
        after,
        request.cause(),
        indexes,
        collectionBytes,
        VectorRows.changeAll(tx, step.table, before, after));
  }

  /** Logs the change, and stores its version if the table has replicas. */
  private void log(Step step) {
    boolean global = step.table.features().isGlobal();
    if (step.action instanceof WriteAction.Replicate replicate
        && replicate.version().time() > 0
        && isLater(step, replicate)) {
      VersionRows.put(tx, step.row, step.key, replicate.version(), step.after == null);
    }
    boolean versioned = global && !(step.action instanceof WriteAction.Replicate);
    var moment = versioned ? VersionRows.moment(tx, step.row, now) : now;
    long sequence =
        LogWriter.append(
            tx, step.table, step.row, origin(request.cause()), step.before, step.after, moment);
    if (versioned && sequence != LogWriter.NOT_KEPT) {
      var version = new ItemVersion(sequence, step.table.region());
      VersionRows.put(tx, step.row, step.key, version, step.after == null);
    }
  }

  private boolean isLater(Step step, WriteAction.Replicate replicate) {
    return replicate.version().compareTo(VersionRows.of(tx, step.row)) > 0;
  }

  /**
   * The table of an action. Replication and imports also write to tables that are not yet visible.
   */
  private TableDefinition table(WriteAction action) {
    if (action instanceof WriteAction.Replicate) {
      return catalog.existing(tx, action.table());
    }
    return request.cause() == ItemChange.Cause.IMPORT
        ? catalog.currentOrCreating(tx, action.table())
        : catalog.current(tx, action.table());
  }

  private static LoggedChange.Origin origin(ItemChange.Cause cause) {
    return switch (cause) {
      case CLIENT, IMPORT -> LoggedChange.Origin.CLIENT;
      case EXPIRY -> LoggedChange.Origin.EXPIRY;
      case REPLICA -> LoggedChange.Origin.REPLICA;
    };
  }

  /** Runs a stage of a step. In a transaction an error becomes the step's cancellation reason. */
  private void attempt(Step step, Runnable stage) {
    try {
      stage.run();
    } catch (ApiError error) {
      if (request.kind() != WriteRequest.Kind.TRANSACTION) {
        throw error;
      }
      step.fault =
          error.type() == ErrorType.ITEM_COLLECTION_SIZE_LIMIT_EXCEEDED
              ? new CancellationReason(
                  "ItemCollectionSizeLimitExceeded", "Collection size exceeded.", null)
              : CancellationReason.validationError(error.text().orElse(""));
    }
  }

  private void cancelIfFaulty() {
    for (Step step : steps) {
      if (step.fault != null) {
        if (request.kind() != WriteRequest.Kind.TRANSACTION) {
          throw ApiError.conditionalCheckFailed(step.fault.item());
        }
        throw canceled(null);
      }
    }
  }

  /** The cancellation with the reasons of all steps, or of a single step. */
  private ApiError canceled(@Nullable Step alone) {
    return ApiError.transactionCanceled(
        steps.stream()
            .map(step ->
                step.fault == null || (alone != null && alone != step)
                    ? CancellationReason.NONE
                    : step.fault)
            .toList());
  }
}
