package dev.gramme.api.deletetable;

import dev.gramme.api.Caller;
import dev.gramme.api.Output;
import dev.gramme.api.ResourceOperation;
import dev.gramme.api.table.ChangeLimits;
import dev.gramme.api.table.TableDescription;
import dev.gramme.api.table.TableNameRules;
import dev.gramme.engine.catalog.Catalog;
import dev.gramme.engine.catalog.ControlPlaneLimits;
import dev.gramme.engine.replication.Replication;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CompletionStage;

/** Deletes a table. The answer shows the status DELETING, even if the table is gone immediately. */
public final class DeleteTable implements ResourceOperation {
  private final Catalog catalog;
  private final Replication replication;
  private final InstantSource clock;

  public DeleteTable(Catalog catalog, Replication replication, InstantSource clock) {
    this.catalog = catalog;
    this.replication = replication;
    this.clock = clock;
  }

  @Override
  public String name() {
    return "DeleteTable";
  }

  @Override
  public StructureShape input() {
    return DeleteTableShape.SHAPE;
  }

  @Override
  public CompletionStage<Output> execute(Structure input, Caller caller) {
    String name = TableNameRules.name(input.get(DeleteTableShape.TABLE_NAME), caller);
    Instant now = clock.instant();
    boolean locked = catalog.lifecycle().pace().limits() == ControlPlaneLimits.SERVICE;
    boolean hasLostRegion = catalog.find(name).filter(replication::hasLostRegion).isPresent();
    return replication
        .delete(
            name,
            table ->
                DeleteTableRules.check(
                    table, now, locked && ChangeLimits.areTagsChanging(table, now), hasLostRegion))
        .thenApply(table ->
            TableDescription.output("TableDescription", table, catalog.statistics(), caller, now));
  }
}
