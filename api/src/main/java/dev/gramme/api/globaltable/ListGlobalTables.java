package dev.gramme.api.globaltable;

import dev.gramme.api.Caller;
import dev.gramme.api.Output;
import dev.gramme.api.ResourceOperation;
import dev.gramme.api.table.TableShapes;
import dev.gramme.wire.Member;
import dev.gramme.wire.Shape;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Lists the global tables of version 2017.11.29; there are none. */
public final class ListGlobalTables implements ResourceOperation {
  private static final StructureShape SHAPE =
      StructureShape.of(
          "ListGlobalTablesInput",
          Member.optional("ExclusiveStartGlobalTableName", TableShapes.PLAIN_TABLE_NAME),
          Member.optional("Limit", Shape.integer().atLeast(1)),
          Member.optional("RegionName", Shape.string()));

  @Override
  public String name() {
    return "ListGlobalTables";
  }

  @Override
  public StructureShape input() {
    return SHAPE;
  }

  @Override
  public CompletionStage<Output> execute(Structure input, Caller caller) {
    return CompletableFuture.completedFuture(
        out -> out.name("GlobalTables").beginArray().endArray());
  }
}
