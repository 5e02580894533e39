package dev.gramme.api.updatetable;

import dev.gramme.api.Caller;
import dev.gramme.api.Operation;
import dev.gramme.api.Output;
import dev.gramme.api.table.TableDescription;
import dev.gramme.api.table.TableNameRules;
import dev.gramme.api.table.TableShapes.OnDemandThroughputShape;
import dev.gramme.api.updatetable.UpdateTableShape.Delete;
import dev.gramme.engine.catalog.Catalog;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.OnDemandThroughput;
import dev.gramme.model.TableDefinition;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Changes a table, and answers that it is being updated. All changes hold at once but the creation
 * of an index, which has yet to be filled.
 */
public final class UpdateTable implements Operation {
  private final Catalog catalog;
  private final InstantSource clock;

  public UpdateTable(Catalog catalog, InstantSource clock) {
    this.catalog = catalog;
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
  public CompletionStage<Output> execute(Structure input, Caller caller) {
    String name = TableNameRules.name(input.get(UpdateTableShape.TABLE_NAME), caller);
    UpdateTableRules.checkRequest(input);
    Instant now = clock.instant();
    var before = TableNameRules.require(catalog, name);
    return catalog
        .change(name, (table, numbers) -> new TableUpdate(input, caller, now, table).apply(numbers))
        .thenApply(after ->
            TableDescription.output(
                "TableDescription",
                asUpdating(input, before, after),
                catalog.statistics(),
                caller,
                now));
  }

  /** The table as the answer shows it: in transition, with the indexes that are going. */
  private static TableDefinition asUpdating(
      Structure input, TableDefinition before, TableDefinition after) {
    var indexes = new ArrayList<GlobalIndex>();
    for (Structure delete : IndexActions.of(input).deletes()) {
      before
          .globalIndex(delete.require(Delete.INDEX_NAME))
          .map(index -> index.withStatus(GlobalIndex.Status.DELETING, false))
          .ifPresent(indexes::add);
    }
    for (GlobalIndex index : after.globalIndexes()) {
      boolean isNew = before.globalIndex(index.name()).isEmpty();
      indexes.add(isNew ? index.withStatus(GlobalIndex.Status.CREATING, false) : index);
    }
    return after.toBuilder()
        .status(TableDefinition.Status.UPDATING)
        .onDemand(ceilings(input, after))
        .globalIndexes(indexes)
        .vectorIndexes(VectorActions.of(input).shown(before, after))
        .build();
  }

  /** The answer to a request that removes a ceiling shows -1 in its place. */
  private static @Nullable OnDemandThroughput ceilings(Structure input, TableDefinition after) {
    Structure asked = input.get(UpdateTableShape.ON_DEMAND);
    OnDemandThroughput now = after.onDemand();
    if (asked == null) {
      return now;
    }
    return new OnDemandThroughput(
        shown(
            asked.get(OnDemandThroughputShape.MAX_READ_REQUEST_UNITS),
            now == null ? null : now.maxReadRequestUnits()),
        shown(
            asked.get(OnDemandThroughputShape.MAX_WRITE_REQUEST_UNITS),
            now == null ? null : now.maxWriteRequestUnits()));
  }

  private static @Nullable Long shown(@Nullable Long asked, @Nullable Long now) {
    return asked == null ? now : asked;
  }
}
