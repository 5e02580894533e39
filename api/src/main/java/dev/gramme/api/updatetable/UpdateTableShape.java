package dev.gramme.api.updatetable;

import dev.gramme.api.table.TableShapes;
import dev.gramme.api.table.TableShapes.AttributeDefinition;
import dev.gramme.api.table.TableShapes.GlobalSecondaryIndex;
import dev.gramme.api.table.TableShapes.OnDemandThroughputShape;
import dev.gramme.api.table.TableShapes.ProvisionedThroughput;
import dev.gramme.api.table.TableShapes.SseSpecificationShape;
import dev.gramme.api.table.TableShapes.StreamSpecificationShape;
import dev.gramme.api.table.TableShapes.WarmThroughputShape;
import dev.gramme.api.table.Unsupported;
import dev.gramme.api.table.VectorIndexShapes.UpdateShape;
import dev.gramme.wire.Member;
import dev.gramme.wire.Shape;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.List;

/** The request of UpdateTable. */
final class UpdateTableShape {
  static final Member<List<Structure>> ATTRIBUTE_DEFINITIONS =
      Member.optional("AttributeDefinitions", TableShapes.list(AttributeDefinition.SHAPE));
  static final Member<String> TABLE_NAME = Member.optional("TableName", TableShapes.TABLE_NAME);
  static final Member<String> BILLING_MODE =
      Member.optional("BillingMode", TableShapes.BILLING_MODE);
  static final Member<Structure> PROVISIONED_THROUGHPUT =
      Member.optional("ProvisionedThroughput", ProvisionedThroughput.SHAPE);
  static final Member<List<Structure>> INDEX_UPDATES =
      Member.optional("GlobalSecondaryIndexUpdates", TableShapes.list(IndexUpdate.SHAPE));
  static final Member<List<Structure>> VECTOR_INDEX_UPDATES =
      Member.optional("VectorIndexUpdates", TableShapes.list(UpdateShape.SHAPE));
  static final Member<Structure> STREAM =
      Member.optional("StreamSpecification", StreamSpecificationShape.SHAPE);
  static final Member<String> TABLE_CLASS = Member.optional("TableClass", Shape.string());
  static final Member<Boolean> DELETION_PROTECTION =
      Member.optional("DeletionProtectionEnabled", Shape.bool());
  static final Member<Structure> ON_DEMAND =
      Member.optional("OnDemandThroughput", OnDemandThroughputShape.SHAPE);
  static final Member<Structure> WARM =
      Member.optional("WarmThroughput", WarmThroughputShape.SHAPE);
  static final Member<Structure> SSE =
      Member.optional("SSESpecification", SseSpecificationShape.SHAPE);

  private static final Member<String> REPLICATION =
      Unsupported.string("GlobalTableSettingsReplicationMode");

  /** The members for replicas in other accounts. */
  static final List<Member<?>> OTHER_ACCOUNTS = List.of(REPLICATION);

  static final StructureShape SHAPE =
      StructureShape.of(
          "UpdateTableInput",
          ATTRIBUTE_DEFINITIONS,
          TABLE_NAME,
          BILLING_MODE,
          PROVISIONED_THROUGHPUT,
          INDEX_UPDATES,
          STREAM,
          TABLE_CLASS,
          DELETION_PROTECTION,
          ON_DEMAND,
          WARM,
          SSE,
          ReplicaShapes.REPLICAS,
          ReplicaShapes.CONSISTENCY,
          ReplicaShapes.WITNESSES,
          REPLICATION,
          VECTOR_INDEX_UPDATES);

  private UpdateTableShape() {}

  /** An element of GlobalSecondaryIndexUpdates. */
  static final class IndexUpdate {
    static final Member<Structure> UPDATE = Member.optional("Update", Update.SHAPE);
    static final Member<Structure> CREATE = Member.optional("Create", GlobalSecondaryIndex.SHAPE);
    static final Member<Structure> DELETE = Member.optional("Delete", Delete.SHAPE);
    static final StructureShape SHAPE =
        StructureShape.of("GlobalSecondaryIndexUpdate", UPDATE, CREATE, DELETE);

    private IndexUpdate() {}
  }

  /** A change of an index's throughput. */
  static final class Update {
    static final Member<String> INDEX_NAME = Member.required("IndexName", TableShapes.INDEX_NAME);
    static final Member<Structure> PROVISIONED_THROUGHPUT =
        Member.optional("ProvisionedThroughput", ProvisionedThroughput.SHAPE);
    static final Member<Structure> ON_DEMAND =
        Member.optional("OnDemandThroughput", OnDemandThroughputShape.SHAPE);
    static final Member<Structure> WARM =
        Member.optional("WarmThroughput", WarmThroughputShape.SHAPE);
    static final StructureShape SHAPE =
        StructureShape.of(
            "UpdateGlobalSecondaryIndexAction",
            INDEX_NAME,
            PROVISIONED_THROUGHPUT,
            ON_DEMAND,
            WARM);

    private Update() {}
  }

  /** The deletion of an index. */
  static final class Delete {
    static final Member<String> INDEX_NAME = Member.required("IndexName", TableShapes.INDEX_NAME);
    static final StructureShape SHAPE =
        StructureShape.of("DeleteGlobalSecondaryIndexAction", INDEX_NAME);

    private Delete() {}
  }
}
