package dev.gramme.api.updatetable;

import dev.gramme.api.table.AccountLimits;
import dev.gramme.api.table.ChangeLimits;
import dev.gramme.api.table.TableShapes.GlobalSecondaryIndex;
import dev.gramme.api.table.TableShapes.StreamSpecificationShape;
import dev.gramme.api.table.VectorIndexShapes.VectorIndexShape;
import dev.gramme.api.updatetable.UpdateTableShape.Delete;
import dev.gramme.api.updatetable.UpdateTableShape.Update;
import dev.gramme.engine.catalog.Catalog;
import dev.gramme.engine.catalog.ControlPlaneLimits;
import dev.gramme.model.BillingMode;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.TableChanges.Limited;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.Transition.Kind;
import dev.gramme.wire.Structure;
import java.time.Instant;

/**
 * Starts the state transitions of a request that has passed the rules, and refuses changes that are
 * too frequent.
 */
final class UpdateProgress {
  private final Catalog catalog;
  private final Structure input;
  private final Instant now;
  private final TableDefinition before;

  UpdateProgress(Catalog catalog, Structure input, Instant now, TableDefinition before) {
    this.catalog = catalog;
    this.input = input;
    this.now = now;
    this.before = before;
  }

  /** The table with all transitions started. */
  TableDefinition begin(TableDefinition changed) {
    var after = beginIndexes(beginThroughput(remembered(changed)));
    Structure stream = input.get(UpdateTableShape.STREAM);
    if (stream != null) {
      after = begin(after, Kind.STREAM, streamSubject(stream, after));
    }
    String tableClass = input.get(UpdateTableShape.TABLE_CLASS);
    if (tableClass != null) {
      after = begin(after, Kind.TABLE_CLASS, tableClass);
    }
    if (input.has(UpdateTableShape.SSE)) {
      var shown =
          after.properties().encryption() == null
              ? before.properties().encryption()
              : after.properties().encryption();
      after = begin(after, Kind.ENCRYPTION, shown == null ? "" : shown.keyArn());
    }
    if (before.status() == TableDefinition.Status.ACTIVE
        && after.status() != TableDefinition.Status.ACTIVE) {
      AccountLimits.checkSimultaneous(catalog);
    }
    return after;
  }

  /** Checks and records the changes whose frequency is limited. */
  private TableDefinition remembered(TableDefinition changed) {
    var after = changed;
    if (input.has(UpdateTableShape.TABLE_CLASS)) {
      ChangeLimits.checkTableClass(before, now);
      after = with(after, Limited.TABLE_CLASS);
    }
    if (input.has(UpdateTableShape.SSE)) {
      ChangeLimits.checkEncryption(before, now);
      after = with(after, Limited.ENCRYPTION);
    }
    if (isSwitched(changed) && changed.capacity().billingMode() == BillingMode.PAY_PER_REQUEST) {
      ChangeLimits.checkOnDemand(before, now);
      after = with(after, Limited.ON_DEMAND);
    }
    if (input.has(UpdateTableShape.DELETION_PROTECTION)
        && catalog.lifecycle().pace().limits() == ControlPlaneLimits.SERVICE) {
      ChangeLimits.checkProtection(before, now);
      after = with(after, Limited.DELETION_PROTECTION);
    }
    return after;
  }

  private TableDefinition with(TableDefinition table, Limited limited) {
    return table.toBuilder().changes(table.changes().with(limited, now)).build();
  }

  private boolean isSwitched(TableDefinition changed) {
    return changed.capacity().billingMode() != before.capacity().billingMode();
  }

  private TableDefinition beginThroughput(TableDefinition changed) {
    if (isSwitched(changed)) {
      return begin(changed, Kind.BILLING_MODE, "");
    }
    if (input.has(UpdateTableShape.PROVISIONED_THROUGHPUT)) {
      return begin(changed, Kind.THROUGHPUT, "");
    }
    if (input.has(UpdateTableShape.ON_DEMAND)) {
      return begin(changed, Kind.CEILINGS, "");
    }
    return input.has(UpdateTableShape.WARM) ? begin(changed, Kind.WARM_THROUGHPUT, "") : changed;
  }

  private TableDefinition beginIndexes(TableDefinition changed) {
    var actions = IndexActions.of(input);
    var after = changed;
    for (Structure create : actions.creates()) {
      after =
          catalog.states().beginIndex(after, create.require(GlobalSecondaryIndex.INDEX_NAME), now);
    }
    for (Structure update : actions.updates()) {
      String name = update.require(Update.INDEX_NAME);
      // An index that is still being backfilled keeps the status CREATING.
      boolean active =
          after.globalIndex(name).stream()
              .anyMatch(index -> index.status() == GlobalIndex.Status.ACTIVE);
      after = begin(after, active ? Kind.INDEX_UPDATE : Kind.THROUGHPUT, active ? name : "");
    }
    for (Structure delete : actions.deletes()) {
      after = begin(after, Kind.INDEX_DELETION, delete.require(Delete.INDEX_NAME));
    }
    return beginVectors(after);
  }

  /** Vector indexes are created and deleted like global indexes. */
  private TableDefinition beginVectors(TableDefinition changed) {
    var actions = VectorActions.of(input);
    var after = changed;
    for (Structure create : actions.creates()) {
      after = catalog.states().beginIndex(after, create.require(VectorIndexShape.INDEX_NAME), now);
    }
    for (String name : actions.deletes()) {
      after = begin(after, Kind.INDEX_DELETION, name);
    }
    return after;
  }

  private String streamSubject(Structure stream, TableDefinition after) {
    boolean enable = stream.require(StreamSpecificationShape.STREAM_ENABLED);
    var specification = enable ? after.features().stream() : before.features().stream();
    return (specification == null ? "" : specification.label()) + (enable ? " ENABLE" : " DISABLE");
  }

  private TableDefinition begin(TableDefinition table, Kind kind, String subject) {
    return catalog.states().begin(table, kind, subject, now);
  }
}
