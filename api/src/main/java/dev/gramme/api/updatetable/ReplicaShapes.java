package dev.gramme.api.updatetable;

import dev.gramme.api.table.TableShapes;
import dev.gramme.wire.Member;
import dev.gramme.wire.Shape;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.List;

/** The members of UpdateTable for replicas and global table witnesses. */
final class ReplicaShapes {
  static final Member<List<Structure>> REPLICAS =
      Member.optional("ReplicaUpdates", TableShapes.list(Action.SHAPE).sizeAtLeast(1));
  static final Member<String> CONSISTENCY =
      Member.optional("MultiRegionConsistency", Shape.string().oneOf("EVENTUAL", "STRONG"));
  static final Member<List<Structure>> WITNESSES =
      Member.optional("GlobalTableWitnessUpdates", TableShapes.list(Witness.SHAPE).size(1, 1));

  private ReplicaShapes() {}

  private static Member<String> region() {
    return Member.required("RegionName", Shape.string());
  }

  private static Shape<String> tableClass() {
    return Shape.string().oneOf("STANDARD", "STANDARD_INFREQUENT_ACCESS");
  }

  /** An element of ReplicaUpdates. */
  static final class Action {
    static final Member<Structure> CREATE = Member.optional("Create", Create.SHAPE);
    static final Member<Structure> UPDATE = Member.optional("Update", Update.SHAPE);
    static final Member<Structure> DELETE = Member.optional("Delete", Delete.SHAPE);
    static final StructureShape SHAPE =
        StructureShape.of("ReplicationGroupUpdate", CREATE, UPDATE, DELETE);

    private Action() {}
  }

  /** A new replica and its settings. */
  static final class Create {
    /** The service's error for an absent member does not contain its name (October 2026). */
    static final Member<String> REGION_NAME = Member.optional("RegionName", Shape.string());

    static final SettingsMembers SETTINGS = new SettingsMembers();
    static final StructureShape SHAPE =
        SETTINGS.shape("CreateReplicationGroupMemberAction", REGION_NAME);

    private Create() {}
  }

  /** A replica and its new settings. */
  static final class Update {
    static final Member<String> REGION_NAME = region();
    static final SettingsMembers SETTINGS = new SettingsMembers();
    static final StructureShape SHAPE =
        SETTINGS.shape("UpdateReplicationGroupMemberAction", REGION_NAME);

    private Update() {}
  }

  /**
   * The settings of a replica; a member belongs to exactly one shape, so each shape has its own
   * instance.
   */
  static final class SettingsMembers {
    final Member<String> key = Member.optional("KMSMasterKeyId", Shape.string().lengthAtLeast(1));
    final Member<Structure> throughput =
        Member.optional("ProvisionedThroughputOverride", Throughput.SHAPE);
    final Member<Structure> onDemand =
        Member.optional("OnDemandThroughputOverride", OnDemand.SHAPE);
    final Member<List<Structure>> indexes =
        Member.optional("GlobalSecondaryIndexes", TableShapes.list(Index.SHAPE).sizeAtLeast(1));
    final Member<String> tableClass = Member.optional("TableClassOverride", tableClass());

    private StructureShape shape(String name, Member<String> region) {
      return StructureShape.of(name, region, key, throughput, onDemand, indexes, tableClass);
    }
  }

  /** A replica to delete. */
  static final class Delete {
    static final Member<String> REGION_NAME = region();
    static final StructureShape SHAPE =
        StructureShape.of("DeleteReplicationGroupMemberAction", REGION_NAME);

    private Delete() {}
  }

  /** The read units of a replica. */
  static final class Throughput {
    static final Member<Long> READ_UNITS =
        Member.optional("ReadCapacityUnits", Shape.longInteger().atLeast(1));
    static final StructureShape SHAPE =
        StructureShape.of("ProvisionedThroughputOverride", READ_UNITS);

    private Throughput() {}
  }

  /** The read ceiling of a replica. */
  static final class OnDemand {
    static final Member<Long> MAX_READS =
        Member.optional("MaxReadRequestUnits", Shape.longInteger());
    static final StructureShape SHAPE = StructureShape.of("OnDemandThroughputOverride", MAX_READS);

    private OnDemand() {}
  }

  /** The settings of an index of a replica. */
  static final class Index {
    static final Member<String> INDEX_NAME = Member.required("IndexName", TableShapes.INDEX_NAME);
    static final Member<Structure> THROUGHPUT =
        Member.optional("ProvisionedThroughputOverride", Throughput.SHAPE);
    static final Member<Structure> ON_DEMAND =
        Member.optional("OnDemandThroughputOverride", OnDemand.SHAPE);
    static final StructureShape SHAPE =
        StructureShape.of("ReplicaGlobalSecondaryIndex", INDEX_NAME, THROUGHPUT, ON_DEMAND);

    private Index() {}
  }

  /** An element of GlobalTableWitnessUpdates. */
  static final class Witness {
    static final Member<String> CREATED_IN = region();
    static final Member<String> DELETED_IN = region();
    static final Member<Structure> CREATE =
        Member.optional(
            "Create", StructureShape.of("CreateGlobalTableWitnessGroupMemberAction", CREATED_IN));
    static final Member<Structure> DELETE =
        Member.optional(
            "Delete", StructureShape.of("DeleteGlobalTableWitnessGroupMemberAction", DELETED_IN));
    static final StructureShape SHAPE =
        StructureShape.of("GlobalTableWitnessGroupUpdate", CREATE, DELETE);

    private Witness() {}
  }
}
