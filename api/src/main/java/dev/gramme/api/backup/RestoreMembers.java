package dev.gramme.api.backup;

import dev.gramme.api.table.TableShapes;
import dev.gramme.api.table.TableShapes.KeySchemaElement;
import dev.gramme.api.table.TableShapes.OnDemandThroughputShape;
import dev.gramme.api.table.TableShapes.ProjectionShape;
import dev.gramme.api.table.TableShapes.ProvisionedThroughput;
import dev.gramme.api.table.TableShapes.SseSpecificationShape;
import dev.gramme.api.table.TableShapes.WarmThroughputShape;
import dev.gramme.api.table.VectorIndexShapes.VectorIndexShape;
import dev.gramme.wire.Member;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.ArrayList;
import java.util.List;

/**
 * The members that both restore operations share: the new table's name and the overrides. A member
 * belongs to exactly one request shape, so each operation has its own instance.
 */
public final class RestoreMembers {
  final Member<String> targetTableName =
      Member.required("TargetTableName", TableShapes.PLAIN_TABLE_NAME.exempt(String::isEmpty));
  final Member<String> billingMode =
      Member.optional("BillingModeOverride", TableShapes.BILLING_MODE);
  final Member<List<Structure>> globalIndexes =
      Member.optional("GlobalSecondaryIndexOverride", TableShapes.list(GlobalIndexOverride.SHAPE));
  final Member<List<Structure>> localIndexes =
      Member.optional("LocalSecondaryIndexOverride", TableShapes.list(LocalIndexOverride.SHAPE));
  final Member<Structure> throughput =
      Member.optional("ProvisionedThroughputOverride", ProvisionedThroughput.SHAPE);
  final Member<Structure> onDemand =
      Member.optional("OnDemandThroughputOverride", OnDemandThroughputShape.SHAPE);
  final Member<Structure> encryption =
      Member.optional("SSESpecificationOverride", SseSpecificationShape.SHAPE);
  final Member<List<Structure>> vectorIndexes =
      Member.optional("VectorIndexOverride", VectorIndexShape.LIST);

  /** The request shape of a restore, with the members that identify its source. */
  public StructureShape shape(String name, Member<?>... source) {
    var members = new ArrayList<Member<?>>(List.of(source));
    members.addAll(
        List.of(
            targetTableName,
            billingMode,
            globalIndexes,
            localIndexes,
            throughput,
            onDemand,
            encryption,
            vectorIndexes));
    return StructureShape.of(name, members.toArray(Member<?>[]::new));
  }

  /** A local index; its errors come in another order than in CreateTable (October 2026). */
  static final class LocalIndexOverride {
    static final Member<String> INDEX_NAME = Member.required("IndexName", TableShapes.INDEX_NAME);
    static final Member<List<Structure>> KEY_SCHEMA =
        Member.required("KeySchema", KeySchemaElement.LIST);
    static final Member<Structure> PROJECTION =
        Member.required("Projection", ProjectionShape.SHAPE);
    static final StructureShape SHAPE =
        StructureShape.of("LocalSecondaryIndex", INDEX_NAME, KEY_SCHEMA, PROJECTION);

    private LocalIndexOverride() {}
  }

  /** A global index, also with its own order of errors. */
  static final class GlobalIndexOverride {
    static final Member<String> INDEX_NAME = Member.required("IndexName", TableShapes.INDEX_NAME);
    static final Member<List<Structure>> KEY_SCHEMA =
        Member.required("KeySchema", KeySchemaElement.GLOBAL_INDEX_LIST);
    static final Member<Structure> PROJECTION =
        Member.required("Projection", ProjectionShape.SHAPE);
    static final Member<Structure> PROVISIONED_THROUGHPUT =
        Member.optional("ProvisionedThroughput", ProvisionedThroughput.SHAPE);
    static final Member<Structure> ON_DEMAND_THROUGHPUT =
        Member.optional("OnDemandThroughput", OnDemandThroughputShape.SHAPE);
    static final Member<Structure> WARM_THROUGHPUT =
        Member.optional("WarmThroughput", WarmThroughputShape.SHAPE);
    static final StructureShape SHAPE =
        StructureShape.of(
            "GlobalSecondaryIndex",
            INDEX_NAME,
            KEY_SCHEMA,
            PROJECTION,
            PROVISIONED_THROUGHPUT,
            ON_DEMAND_THROUGHPUT,
            WARM_THROUGHPUT);

    private GlobalIndexOverride() {}
  }
}
