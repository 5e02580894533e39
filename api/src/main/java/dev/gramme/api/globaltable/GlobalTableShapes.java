package dev.gramme.api.globaltable;

import dev.gramme.api.autoscaling.AutoScalingShapes;
import dev.gramme.api.autoscaling.AutoScalingShapes.SettingsUpdate;
import dev.gramme.api.table.TableShapes;
import dev.gramme.wire.Member;
import dev.gramme.wire.Shape;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.List;

/** The request shapes of the operations on global tables. */
final class GlobalTableShapes {
  private static final String NAME = "GlobalTableName";

  private GlobalTableShapes() {}

  /**
   * Creates the name member; each shape needs its own, because a member belongs to exactly one
   * shape.
   */
  static Member<String> name() {
    return Member.required(NAME, TableShapes.NAME_OF_ANY_LENGTH);
  }

  /** The request shape of CreateGlobalTable. */
  static StructureShape create() {
    return StructureShape.of(
        "CreateGlobalTableInput",
        name(),
        Member.required("ReplicationGroup", TableShapes.list(replica("Replica", false))));
  }

  /** The request shape of UpdateGlobalTable, with the given members. */
  static StructureShape update(Member<String> name, Member<List<Structure>> updates) {
    return StructureShape.of("UpdateGlobalTableInput", name, updates);
  }

  /** Creates the ReplicaUpdates member of UpdateGlobalTable. */
  static Member<List<Structure>> updates() {
    var update =
        StructureShape.of(
            "ReplicaUpdate",
            Member.optional("Create", replica("CreateReplicaAction", true)),
            Member.optional("Delete", replica("DeleteReplicaAction", true)));
    return Member.required("ReplicaUpdates", TableShapes.list(update));
  }

  private static StructureShape replica(String shape, boolean named) {
    return StructureShape.of(
        shape,
        named
            ? Member.required("RegionName", Shape.string())
            : Member.optional("RegionName", Shape.string()));
  }

  /** The request shape of UpdateGlobalTableSettings, with the given name member. */
  static StructureShape updateSettings(Member<String> name) {
    return StructureShape.of(
        "UpdateGlobalTableSettingsInput",
        name,
        Member.optional("GlobalTableBillingMode", TableShapes.BILLING_MODE),
        units("GlobalTableProvisionedWriteCapacityUnits"),
        scaling("GlobalTableProvisionedWriteCapacityAutoScalingSettingsUpdate"),
        Member.optional(
            "GlobalTableGlobalSecondaryIndexSettingsUpdate",
            TableShapes.list(indexWrites()).size(1, 20)),
        Member.optional("ReplicaSettingsUpdate", TableShapes.list(replicaSettings()).size(1, 50)));
  }

  private static StructureShape indexWrites() {
    return StructureShape.of(
        "GlobalTableGlobalSecondaryIndexSettingsUpdate",
        Member.required("IndexName", TableShapes.INDEX_NAME),
        units("ProvisionedWriteCapacityUnits"),
        scaling("ProvisionedWriteCapacityAutoScalingSettingsUpdate"));
  }

  private static StructureShape replicaSettings() {
    var index =
        StructureShape.of(
            "ReplicaGlobalSecondaryIndexSettingsUpdate",
            Member.required("IndexName", TableShapes.INDEX_NAME),
            units("ProvisionedReadCapacityUnits"),
            scaling("ProvisionedReadCapacityAutoScalingSettingsUpdate"));
    Member<List<Structure>> indexes =
        Member.optional(
            "ReplicaGlobalSecondaryIndexSettingsUpdate", TableShapes.list(index).size(1, 20));
    return StructureShape.of(
        "ReplicaSettingsUpdate",
        Member.required("RegionName", Shape.string()),
        units("ReplicaProvisionedReadCapacityUnits"),
        scaling("ReplicaProvisionedReadCapacityAutoScalingSettingsUpdate"),
        indexes,
        Member.optional(
            "ReplicaTableClass", Shape.string().oneOf("STANDARD", "STANDARD_INFREQUENT_ACCESS")));
  }

  private static Member<Long> units(String name) {
    return Member.optional(name, AutoScalingShapes.UNITS);
  }

  private static Member<Structure> scaling(String name) {
    return Member.optional(name, SettingsUpdate.SHAPE);
  }
}
