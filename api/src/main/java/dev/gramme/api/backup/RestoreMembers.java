package dev.gramme.api.backup;

import dev.gramme.api.table.TableShapes;
import dev.gramme.api.table.TableShapes.GlobalSecondaryIndex;
import dev.gramme.api.table.TableShapes.LocalSecondaryIndex;
import dev.gramme.api.table.TableShapes.OnDemandThroughputShape;
import dev.gramme.api.table.TableShapes.ProvisionedThroughput;
import dev.gramme.api.table.TableShapes.SseSpecificationShape;
import dev.gramme.api.table.VectorIndexShapes.VectorIndexShape;
import dev.gramme.wire.Member;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.ArrayList;
import java.util.List;

/**
 * What both restores take: the new table's name, and what is to be different in it. Members belong
 * to one request, so each of the two has its own.
 */
public final class RestoreMembers {
  final Member<String> targetTableName =
      Member.required("TargetTableName", TableShapes.PLAIN_TABLE_NAME.exempt(String::isEmpty));
  final Member<String> billingMode =
      Member.optional("BillingModeOverride", TableShapes.BILLING_MODE);
  final Member<List<Structure>> globalIndexes =
      Member.optional("GlobalSecondaryIndexOverride", TableShapes.list(GlobalSecondaryIndex.SHAPE));
  final Member<List<Structure>> localIndexes =
      Member.optional("LocalSecondaryIndexOverride", TableShapes.list(LocalSecondaryIndex.SHAPE));
  final Member<Structure> throughput =
      Member.optional("ProvisionedThroughputOverride", ProvisionedThroughput.SHAPE);
  final Member<Structure> onDemand =
      Member.optional("OnDemandThroughputOverride", OnDemandThroughputShape.SHAPE);
  final Member<Structure> encryption =
      Member.optional("SSESpecificationOverride", SseSpecificationShape.SHAPE);
  final Member<List<Structure>> vectorIndexes =
      Member.optional("VectorIndexOverride", VectorIndexShape.LIST);

  /** The request of a restore, with the members that tell its source. */
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
}
