package dev.gramme.api.updatetable;

import dev.gramme.api.table.TableShapes;
import dev.gramme.wire.Member;
import dev.gramme.wire.Shape;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.List;

/** What UpdateTable takes about replicas and witnesses. */
final class ReplicaShapes {
  static final Member<String> REGION_NAME = Member.required("RegionName", Shape.string());

  private static final StructureShape ONLY_REGION =
      StructureShape.of("DeleteReplicationGroupMemberAction", REGION_NAME);

  static final Member<List<Structure>> REPLICAS =
      Member.optional("ReplicaUpdates", TableShapes.list(Action.SHAPE).sizeAtLeast(1));
  static final Member<String> CONSISTENCY =
      Member.optional("MultiRegionConsistency", Shape.string().oneOf("EVENTUAL", "STRONG"));
  static final Member<List<Structure>> WITNESSES =
      Member.optional(
          "GlobalTableWitnessUpdates", TableShapes.list(Witness.SHAPE).size(1, 1));

  private ReplicaShapes() {}

  /** An element of ReplicaUpdates. */
  static final class Action {
    static final Member<Structure> CREATE = Member.optional("Create", Replica.CREATION);
    static final Member<Structure> UPDATE = Member.optional("Update", Replica.UPDATE);
    static final Member<Structure> DELETE = Member.optional("Delete", ONLY_REGION);
    static final StructureShape SHAPE =
        StructureShape.of("ReplicationGroupUpdate", CREATE, UPDATE, DELETE);

    private Action() {}
  }

  /** A replica and what is asked for it. */
  static final class Replica {
    static final Member<String> KEY = Member.optional("KMSMasterKeyId", Shape.string());
    static final Member<Long> READ_UNITS =
        Member.optional("ReadCapacityUnits", Shape.longInteger().atLeast(1));
    static final Member<Structure> THROUGHPUT =
        Member.optional(
            "ProvisionedThroughputOverride",
            StructureShape.of("ProvisionedThroughputOverride", READ_UNITS));
    static final Member<Long> MAX_READS = Member.optional("MaxReadRequestUnits", Shape.longInteger());
    static final Member<Structure> ON_DEMAND =
        Member.optional(
            "OnDemandThroughputOverride",
            StructureShape.of("OnDemandThroughputOverride", MAX_READS));
    static final Member<List<Structure>> INDEXES =
        Member.optional(
            "GlobalSecondaryIndexes",
            TableShapes.list(StructureShape.of("ReplicaGlobalSecondaryIndex")).sizeAtLeast(1));
    static final Member<String> TABLE_CLASS =
        Member.optional("TableClassOverride", Shape.string());
    static final StructureShape CREATION =
        StructureShape.of(
            "CreateReplicationGroupMemberAction",
            REGION_NAME,
            KEY,
            THROUGHPUT,
            ON_DEMAND,
            INDEXES,
            TABLE_CLASS);
    static final StructureShape UPDATE =
        StructureShape.of(
            "UpdateReplicationGroupMemberAction",
            REGION_NAME,
            KEY,
            THROUGHPUT,
            ON_DEMAND,
            INDEXES,
            TABLE_CLASS);

    private Replica() {}
  }

  /** An element of GlobalTableWitnessUpdates. */
  static final class Witness {
    static final Member<Structure> CREATE =
        Member.optional(
            "Create",
            StructureShape.of("CreateGlobalTableWitnessGroupMemberAction", REGION_NAME));
    static final Member<Structure> DELETE =
        Member.optional(
            "Delete",
            StructureShape.of("DeleteGlobalTableWitnessGroupMemberAction", REGION_NAME));
    static final StructureShape SHAPE =
        StructureShape.of("GlobalTableWitnessGroupUpdate", CREATE, DELETE);

    private Witness() {}
  }
}
