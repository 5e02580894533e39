package dev.gramme.api.autoscaling;

import dev.gramme.api.Caller;
import dev.gramme.api.Operation;
import dev.gramme.api.Output;
import dev.gramme.api.table.TableNameRules;
import dev.gramme.api.table.TableReference;
import dev.gramme.api.table.TableShapes;
import dev.gramme.engine.catalog.Catalog;
import dev.gramme.wire.Member;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.concurrent.CompletionStage;

/**
 * Shows how the replicas of a global table are scaled. No table has replicas yet, so that every one
 * is answered as the service answers for a table of one region.
 */
public final class DescribeTableReplicaAutoScaling implements Operation {
  private static final Member<String> TABLE_NAME =
      Member.required("TableName", TableShapes.TABLE_NAME);
  private static final StructureShape SHAPE =
      StructureShape.of("DescribeTableReplicaAutoScalingInput", TABLE_NAME);

  private final Catalog catalog;

  public DescribeTableReplicaAutoScaling(Catalog catalog) {
    this.catalog = catalog;
  }

  @Override
  public String name() {
    return "DescribeTableReplicaAutoScaling";
  }

  @Override
  public StructureShape input() {
    return SHAPE;
  }

  @Override
  public CompletionStage<Output> execute(Structure input, Caller caller) {
    String name = TableReference.name(input.require(TABLE_NAME), caller);
    throw AutoScalingRules.notGlobal(TableNameRules.require(catalog, name).name());
  }
}
