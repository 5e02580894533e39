package dev.gramme.api.updatetable;

import dev.gramme.api.Caller;
import dev.gramme.api.Output;
import dev.gramme.api.ResourceOperation;
import dev.gramme.api.access.AccessScope;
import dev.gramme.api.table.AccountLimits;
import dev.gramme.api.table.TableDescription;
import dev.gramme.api.table.TableNameRules;
import dev.gramme.api.table.TableShapes.OnDemandThroughputShape;
import dev.gramme.auth.policy.Access;
import dev.gramme.engine.catalog.Catalog;
import dev.gramme.engine.replication.Replication;
import dev.gramme.model.OnDemandThroughput;
import dev.gramme.model.TableDefinition;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Changes a table. The answer shows the status UPDATING. New settings take effect immediately, even
 * while the table is shown as UPDATING; a new index must first be backfilled, and a deleted index
 * disappears later.
 */
public final class UpdateTable implements ResourceOperation {
  private final Catalog catalog;
  private final Replication replication;
  private final InstantSource clock;

  public UpdateTable(Catalog catalog, Replication replication, InstantSource clock) {
    this.catalog = catalog;
    this.replication = replication;
    this.clock = clock;
  }

  @Override
  public String name() {
    return "UpdateTable";
  }

  @Override
  public StructureShape input() {
    return UpdateTableShape.SHAPE;
  }

  @Override
  public List<Access> accesses(Structure input, AccessScope scope) {
    var accesses = new ArrayList<Access>();
    accesses.add(scope.general(name(), input));
    accesses.addAll(ReplicaAccesses.of(input, scope));
    return accesses;
  }

  @Override
  public CompletionStage<Output> execute(Structure input, Caller caller) {
    String name = TableNameRules.name(input.get(UpdateTableShape.TABLE_NAME), caller);
    UpdateTableRules.checkRequest(input);
    Instant now = clock.instant();
    var before = TableNameRules.require(catalog, name);
    if (ReplicaRules.concern(input)) {
      return new ReplicaUpdates(catalog, replication, caller)
          .begin(input, before, now)
          .thenApply(after -> answer(input, after, caller, now));
    }
    return catalog
        .change(
            name,
            (table, numbers) -> {
              var after = new TableUpdate(input, caller, now, table).apply(numbers);
              AccountLimits.checkUnits(catalog, table, after, caller);
              return new UpdateProgress(catalog, input, now, table).begin(after);
            })
        .thenApply(after -> answer(input, after, caller, now));
  }

  /** A replica action sends a request to another region, which may take long. */
  @Override
  public boolean isLong() {
    return true;
  }

  private Output answer(Structure input, TableDefinition after, Caller caller, Instant now) {
    return TableDescription.output(
        "TableDescription", asUpdating(input, after), catalog.statistics(), caller, now);
  }

  /** The table in the answer: always UPDATING, even if no transition is in progress. */
  private static TableDefinition asUpdating(Structure input, TableDefinition after) {
    if (input.has(UpdateTableShape.SSE)) {
      return after;
    }
    return after.toBuilder()
        .status(TableDefinition.Status.UPDATING)
        .onDemand(ceilings(input, after))
        .build();
  }

  /** If the request removes a ceiling, the answer shows -1 in its place. */
  private static @Nullable OnDemandThroughput ceilings(Structure input, TableDefinition after) {
    Structure requested = input.get(UpdateTableShape.ON_DEMAND);
    OnDemandThroughput now = after.capacity().onDemand();
    if (requested == null) {
      return now;
    }
    return new OnDemandThroughput(
        shown(
            requested.get(OnDemandThroughputShape.MAX_READ_REQUEST_UNITS),
            now == null ? null : now.maxReadRequestUnits()),
        shown(
            requested.get(OnDemandThroughputShape.MAX_WRITE_REQUEST_UNITS),
            now == null ? null : now.maxWriteRequestUnits()));
  }

  private static @Nullable Long shown(@Nullable Long requested, @Nullable Long now) {
    return requested == null ? now : requested;
  }
}
