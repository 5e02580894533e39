package dev.gramme.api.autoscaling;

import dev.gramme.api.Caller;
import dev.gramme.api.Output;
import dev.gramme.api.ResourceOperation;
import dev.gramme.api.autoscaling.AutoScalingShapes.SettingsUpdate;
import dev.gramme.api.table.TableReference;
import dev.gramme.api.table.TableShapes;
import dev.gramme.engine.catalog.Catalog;
import dev.gramme.model.TableDefinition;
import dev.gramme.wire.Member;
import dev.gramme.wire.Shape;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Changes the auto scaling of a global table's replicas. Replicas here are on demand, so scaling
 * can only be disabled, as on the service (October 2026).
 */
public final class UpdateTableReplicaAutoScaling implements ResourceOperation {
  private static final Member<List<Structure>> INDEXES =
      Member.optional(
          "GlobalSecondaryIndexUpdates", TableShapes.list(IndexWrites.SHAPE).sizeAtLeast(1));
  private static final Member<String> TABLE_NAME =
      Member.required("TableName", TableShapes.TABLE_NAME);
  private static final Member<Structure> WRITES =
      Member.optional("ProvisionedWriteCapacityAutoScalingUpdate", SettingsUpdate.SHAPE);
  private static final Member<List<Structure>> REPLICAS =
      Member.optional("ReplicaUpdates", TableShapes.list(Replica.SHAPE).sizeAtLeast(1));
  private static final StructureShape SHAPE =
      StructureShape.of(
          "UpdateTableReplicaAutoScalingInput", INDEXES, TABLE_NAME, WRITES, REPLICAS);

  private final Catalog catalog;

  public UpdateTableReplicaAutoScaling(Catalog catalog) {
    this.catalog = catalog;
  }

  /** The write settings of an index, which are the same in all regions. */
  private static final class IndexWrites {
    static final Member<String> INDEX_NAME = Member.optional("IndexName", TableShapes.INDEX_NAME);
    static final Member<Structure> WRITES =
        Member.optional("ProvisionedWriteCapacityAutoScalingUpdate", SettingsUpdate.SHAPE);
    static final StructureShape SHAPE =
        StructureShape.of("GlobalSecondaryIndexAutoScalingUpdate", INDEX_NAME, WRITES);
  }

  /** The read settings of a replica. */
  private static final class Replica {
    static final Member<String> REGION_NAME = Member.required("RegionName", Shape.string());
    static final Member<List<Structure>> INDEXES =
        Member.optional("ReplicaGlobalSecondaryIndexUpdates", TableShapes.list(IndexReads.SHAPE));
    static final Member<Structure> READS =
        Member.optional("ReplicaProvisionedReadCapacityAutoScalingUpdate", SettingsUpdate.SHAPE);
    static final StructureShape SHAPE =
        StructureShape.of("ReplicaAutoScalingUpdate", REGION_NAME, INDEXES, READS);
  }

  /** The read settings of an index of a replica. */
  private static final class IndexReads {
    static final Member<String> INDEX_NAME = Member.optional("IndexName", TableShapes.INDEX_NAME);
    static final Member<Structure> READS =
        Member.optional("ProvisionedReadCapacityAutoScalingUpdate", SettingsUpdate.SHAPE);
    static final StructureShape SHAPE =
        StructureShape.of("ReplicaGlobalSecondaryIndexAutoScalingUpdate", INDEX_NAME, READS);
  }

  @Override
  public String name() {
    return "UpdateTableReplicaAutoScaling";
  }

  @Override
  public StructureShape input() {
    return SHAPE;
  }

  @Override
  public CompletionStage<Output> execute(Structure input, Caller caller) {
    String name = TableReference.name(input.require(TABLE_NAME), caller);
    AutoScalingRules.check(name, input.get(WRITES));
    for (Structure index : input.getOrDefault(INDEXES, List.of())) {
      AutoScalingRules.check(name, index.get(IndexWrites.WRITES));
    }
    for (Structure replica : input.getOrDefault(REPLICAS, List.of())) {
      AutoScalingRules.check(name, replica.get(Replica.READS));
      for (Structure index : replica.getOrDefault(Replica.INDEXES, List.of())) {
        AutoScalingRules.check(name, index.get(IndexReads.READS));
      }
    }
    TableDefinition table = AutoScalingRules.require(catalog, name);
    checkSome(input, name);
    refuseScaling(input, table);
    return CompletableFuture.completedFuture(
        out -> DescribeTableReplicaAutoScaling.write(table, out));
  }

  private static void checkSome(Structure input, String table) {
    List<Structure> replicas = input.getOrDefault(REPLICAS, List.of());
    boolean some = input.has(WRITES) || input.has(INDEXES) || !replicas.isEmpty();
    AutoScalingRules.checkSome(
        table,
        some,
        replicas.stream().map(replica -> replica.require(Replica.REGION_NAME)).toList(),
        replicas.stream()
            .filter(replica -> !replica.has(Replica.READS) && !replica.has(Replica.INDEXES))
            .map(replica -> replica.require(Replica.REGION_NAME))
            .toList());
  }

  /** The messages use the parameter names of the older version of global tables. */
  private static void refuseScaling(Structure input, TableDefinition table) {
    if (AutoScalingRules.isOn(input.get(WRITES))) {
      throw AutoScalingRules.onDemand(
          table, "GlobalTableProvisionedWriteCapacityAutoScalingSettingsUpdate");
    }
    // The parameter names for indexes are not known (November 2026).
    if (input.getOrDefault(INDEXES, List.of()).stream()
        .anyMatch(index -> AutoScalingRules.isOn(index.get(IndexWrites.WRITES)))) {
      throw AutoScalingRules.onDemand(table, "GlobalTableGlobalSecondaryIndexSettingsUpdate");
    }
    for (Structure replica : input.getOrDefault(REPLICAS, List.of())) {
      if (AutoScalingRules.isOn(replica.get(Replica.READS))) {
        throw AutoScalingRules.onDemand(
            table, "ReplicaProvisionedReadCapacityAutoScalingSettingsUpdate");
      }
      if (replica.getOrDefault(Replica.INDEXES, List.of()).stream()
          .anyMatch(index -> AutoScalingRules.isOn(index.get(IndexReads.READS)))) {
        throw AutoScalingRules.onDemand(table, "ReplicaGlobalSecondaryIndexSettingsUpdate");
      }
    }
  }
}
