package dev.gramme.api.backup;

import dev.gramme.api.table.TableShapes;
import dev.gramme.api.table.TableShapes.GlobalSecondaryIndex;
import dev.gramme.api.table.TableShapes.LocalSecondaryIndex;
import dev.gramme.api.table.TableShapes.OnDemandThroughputShape;
import dev.gramme.api.table.TableShapes.ProvisionedThroughput;
import dev.gramme.api.table.Unsupported;
import dev.gramme.wire.Member;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.ArrayList;
import java.util.List;

/** What both restores take: the new table's name, and what is to be different in it. */
public final class RestoreShapes {
  public static final Member<String> TARGET_TABLE_NAME =
      Member.required("TargetTableName", TableShapes.PLAIN_TABLE_NAME);

  static final Member<String> BILLING_MODE =
      Member.optional("BillingModeOverride", TableShapes.BILLING_MODE);
  static final Member<List<Structure>> GLOBAL_INDEXES =
      Member.optional("GlobalSecondaryIndexOverride", TableShapes.list(GlobalSecondaryIndex.SHAPE));
  static final Member<List<Structure>> LOCAL_INDEXES =
      Member.optional("LocalSecondaryIndexOverride", TableShapes.list(LocalSecondaryIndex.SHAPE));
  static final Member<Structure> THROUGHPUT =
      Member.optional("ProvisionedThroughputOverride", ProvisionedThroughput.SHAPE);
  static final Member<Structure> ON_DEMAND =
      Member.optional("OnDemandThroughputOverride", OnDemandThroughputShape.SHAPE);

  static final List<Member<?>> UNSUPPORTED =
      List.of(
          Unsupported.structure("SSESpecificationOverride"),
          Unsupported.list("VectorIndexOverride"));

  private RestoreShapes() {}

  /** The request of a restore, with the members that tell its source. */
  public static StructureShape shape(String name, Member<?>... source) {
    var members = new ArrayList<Member<?>>(List.of(source));
    members.addAll(
        List.of(
            TARGET_TABLE_NAME,
            BILLING_MODE,
            GLOBAL_INDEXES,
            LOCAL_INDEXES,
            THROUGHPUT,
            ON_DEMAND));
    members.addAll(UNSUPPORTED);
    return StructureShape.of(name, members.toArray(Member<?>[]::new));
  }
}
