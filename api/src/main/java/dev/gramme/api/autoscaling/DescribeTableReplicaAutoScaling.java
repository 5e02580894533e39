package dev.gramme.api.autoscaling;

import dev.gramme.api.Caller;
import dev.gramme.api.Output;
import dev.gramme.api.ResourceOperation;
import dev.gramme.api.table.TableReference;
import dev.gramme.api.table.TableShapes;
import dev.gramme.engine.catalog.Catalog;
import dev.gramme.model.Replica;
import dev.gramme.model.TableDefinition;
import dev.gramme.wire.JsonWriter;
import dev.gramme.wire.Member;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Describes the auto scaling of a global table's replicas. Tables with replicas must be on demand
 * in Gramme, so auto scaling is disabled for every replica.
 */
public final class DescribeTableReplicaAutoScaling implements ResourceOperation {
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
    TableDefinition table = AutoScalingRules.require(catalog, name);
    return CompletableFuture.completedFuture(out -> write(table, out));
  }

  static void write(TableDefinition table, JsonWriter out) {
    out.name("TableAutoScalingDescription").beginObject();
    out.name("TableName").string(table.name());
    out.name("TableStatus").string(table.status().name());
    out.name("Replicas").beginArray();
    var replicas = new TreeMap<String, Replica.Status>();
    replicas.put(table.region(), Replica.Status.ACTIVE);
    table
        .features()
        .replicas()
        .forEach(replica -> replicas.put(replica.region(), replica.status()));
    replicas.forEach((region, status) -> write(region, status, out));
    out.endArray();
    out.endObject();
  }

  private static void write(String region, Replica.Status status, JsonWriter out) {
    out.beginObject();
    out.name("RegionName").string(region);
    out.name("GlobalSecondaryIndexes").beginArray().endArray();
    writeDisabled("ReplicaProvisionedReadCapacityAutoScalingSettings", out);
    writeDisabled("ReplicaProvisionedWriteCapacityAutoScalingSettings", out);
    out.name("ReplicaStatus").string(status.name());
    out.endObject();
  }

  /**
   * Writes disabled settings, which the service also returns for on-demand tables (October 2026).
   */
  private static void writeDisabled(String name, JsonWriter out) {
    out.name(name).beginObject();
    out.name("AutoScalingDisabled").bool(true);
    out.name("ScalingPolicies").beginArray().endArray();
    out.endObject();
  }
}
