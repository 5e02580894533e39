package dev.gramme.api.updatetable;

import dev.gramme.api.updatetable.UpdateTableShape.Delete;
import dev.gramme.api.updatetable.UpdateTableShape.Update;
import dev.gramme.engine.catalog.InUseErrors;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.Transition;
import dev.gramme.model.Transition.Kind;
import dev.gramme.model.VectorIndex;
import dev.gramme.wire.Structure;
import java.util.List;
import java.util.Optional;

/**
 * Refuses changes that conflict with another change in progress (texts of October 2026). Not every
 * pair of changes was observed on the service. For a pair that was not, the error is the one that
 * the change in progress causes for other changes.
 */
final class StateRules {
  /** The changes that the service's messages call IOPS. */
  private static final List<Kind> UNITS =
      List.of(
          Kind.THROUGHPUT,
          Kind.BILLING_MODE,
          Kind.CEILINGS,
          Kind.WARM_THROUGHPUT,
          Kind.INDEX_UPDATE);

  private final Structure input;
  private final TableDefinition table;
  private final IndexActions actions;
  private final VectorActions vectors;

  private StateRules(
      Structure input, TableDefinition table, IndexActions actions, VectorActions vectors) {
    this.input = input;
    this.table = table;
    this.actions = actions;
    this.vectors = vectors;
  }

  /** Checks that the state of the table and its indexes allows the request. */
  static void check(
      Structure input, TableDefinition table, IndexActions actions, VectorActions vectors) {
    new StateRules(input, table, actions, vectors).check();
  }

  private void check() {
    if (input.has(UpdateTableShape.DELETION_PROTECTION)
        && table.status() != TableDefinition.Status.ACTIVE) {
      throw ApiError.of(
          ErrorType.RESOURCE_IN_USE,
          "Table needs to be in ACTIVE status to modify deletion protection setting.");
    }
    InUseErrors.checkChangeable(table);
    underWay(Kind.TABLE_CLASS).ifPresent(this::refuseDuringTableClass);
    if (input.has(UpdateTableShape.SSE) && underWay(Kind.ENCRYPTION).isPresent()) {
      throw InUseErrors.of("Server-Side Encryption is still being updated");
    }
    actions.updates().forEach(update -> checkIndex(update.require(Update.INDEX_NAME), true));
    actions.deletes().forEach(delete -> checkIndex(delete.require(Delete.INDEX_NAME), false));
    vectors.deletes().forEach(name -> checkIndex(name, false));
    checkSlot();
    checkUnits();
    underWay(Kind.STREAM).ifPresent(this::refuseDuringStream);
    checkAllocation();
  }

  private Optional<Transition> underWay(Kind kind) {
    return table.changes().find(kind);
  }

  private boolean changesUnits() {
    return input.has(UpdateTableShape.PROVISIONED_THROUGHPUT)
        || input.has(UpdateTableShape.BILLING_MODE)
        || !actions.updates().isEmpty();
  }

  private void refuseDuringTableClass(Transition tableClass) {
    throw InUseErrors.of(
        "Can't update table class when a table class update is in progress. Table: "
            + table.name()
            + " TableClassUpdateInProgress: "
            + tableClass.subject());
  }

  private void checkIndex(String name, boolean update) {
    String where = " Table: " + table.name() + " Index: " + name;
    GlobalIndex.Status status =
        table
            .globalIndex(name)
            .map(GlobalIndex::status)
            .or(() -> table.vectorIndex(name).map(VectorIndex::status))
            .orElse(GlobalIndex.Status.ACTIVE);
    switch (status) {
      case DELETING -> throw InUseErrors.of("Index is being deleted." + where);
      case UPDATING -> throw InUseErrors.of("Index is being updated." + where);
      case CREATING, ACTIVE -> {}
    }
    if (table.changes().has(Kind.INDEX_ALLOCATION, name)) {
      throw InUseErrors.of(
          update
              ? "Index is being created but is not backfilling yet." + where
              : "Index creation is in resource allocation phase. Retry deletion during backfilling"
                  + " phase or when the index is active."
                  + where);
    }
  }

  /** At most one index is created or deleted at a time; a deletion may cancel a creation. */
  private void checkSlot() {
    if (!actions.changeIndexes() && vectors.count() == 0) {
      return;
    }
    long others =
        table.globalIndexes().stream()
            .filter(index -> takesSlot(index.status()))
            .filter(index -> !actions.names().contains(index.name()))
            .count();
    long otherVectors =
        table.vectorIndexes().stream()
            .filter(index -> takesSlot(index.status()))
            .filter(index -> !vectors.names().contains(index.name()))
            .count();
    int changes = actions.creates().size() + actions.deletes().size() + vectors.count();
    if (others + otherVectors + changes > 1) {
      throw oneIndexAtATime();
    }
  }

  static ApiError oneIndexAtATime() {
    return ApiError.of(
        ErrorType.LIMIT_EXCEEDED,
        "Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously"
            + " per table");
  }

  private static boolean takesSlot(GlobalIndex.Status status) {
    return status == GlobalIndex.Status.CREATING || status == GlobalIndex.Status.DELETING;
  }

  private void checkUnits() {
    if (table.changes().underWay().stream().noneMatch(t -> UNITS.contains(t.kind()))) {
      return;
    }
    if (input.has(UpdateTableShape.STREAM)) {
      throw InUseErrors.of(
          "Can't enable or disable stream while table IOPS are being updated. Table: "
              + table.name());
    }
    if (input.has(UpdateTableShape.ON_DEMAND) && underWay(Kind.BILLING_MODE).isPresent()) {
      throw InUseErrors.of(
          "OnDemandThroughput cannot be updated while BillingMode update is in progress");
    }
    throw InUseErrors.of("Table IOPS are currently being updated. Table: " + table.name());
  }

  private void refuseDuringStream(Transition stream) {
    String[] subject = stream.subject().split(" ", 2);
    throw InUseErrors.of(
        (changesUnits()
                ? "Can't change table IOPS when stream status is being updated. Table: "
                : "A stream status change is currently in progress. Table: ")
            + table.name()
            + " Stream: "
            + subject[0]
            + " Operation: "
            + subject[1]);
  }

  private void checkAllocation() {
    underWay(Kind.INDEX_ALLOCATION)
        .ifPresent(allocation -> {
          String where =
              " when an index is being created. Table: "
                  + table.name()
                  + " Indexes: ["
                  + allocation.subject()
                  + "]";
          if (changesUnits()) {
            throw InUseErrors.of("Can't change table IOPS" + where);
          }
          if (input.has(UpdateTableShape.STREAM)) {
            throw InUseErrors.of("Can't change stream status" + where);
          }
        });
  }

  /** Checks the maximum number of indexes of a table, including those to be created. */
  static void checkIndexCount(TableDefinition table, IndexActions actions, int limit) {
    if (!actions.creates().isEmpty()
        && table.globalIndexes().size() + actions.creates().size() > limit) {
      throw ApiError.of(
          ErrorType.LIMIT_EXCEEDED,
          "Subscriber limit exceeded: Number of global secondary indexes exceeds per-table limit of"
              + " "
              + limit);
    }
  }
}
