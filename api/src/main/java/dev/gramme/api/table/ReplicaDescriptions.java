package dev.gramme.api.table;

import dev.gramme.model.Replica;
import dev.gramme.model.TableDefinition;
import dev.gramme.wire.JsonWriter;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes the replicas of a table in its description: those in other regions, without the replica in
 * the region itself (November 2026).
 */
final class ReplicaDescriptions {
  private ReplicaDescriptions() {}

  static void write(TableDefinition table, JsonWriter out) {
    if (!table.features().isGlobal()) {
      return;
    }
    out.name("GlobalTableVersion").string("2019.11.21");
    var strong = table.features().strong();
    out.name("MultiRegionConsistency").string(strong == null ? "EVENTUAL" : "STRONG");
    if (strong != null && strong.witnessRegion() != null) {
      out.name("GlobalTableWitnesses").beginArray().beginObject();
      out.name("RegionName").string(strong.witnessRegion());
      out.name("WitnessStatus").string("ACTIVE");
      out.endObject().endArray();
    }
    out.name("Replicas").beginArray();
    for (Replica replica : table.features().replicas()) {
      out.beginObject();
      write(replica, out);
      out.endObject();
    }
    out.endArray();
  }

  private static void write(Replica replica, JsonWriter out) {
    out.name("RegionName").string(replica.region());
    out.name("ReplicaStatus").string(replica.status().name());
    var settings = replica.settings();
    if (settings.keyArn() != null) {
      out.name("KMSMasterKeyId").string(settings.keyArn());
    }
    var ceilings = settings.ceilings();
    writeCeiling(ceilings.ofTable(), out);
    if (!ceilings.ofIndexes().isEmpty()) {
      out.name("GlobalSecondaryIndexes").beginArray();
      new TreeMap<>(ceilings.ofIndexes())
          .forEach((index, units) -> {
            out.beginObject();
            out.name("IndexName").string(index);
            writeCeiling(units, out);
            out.endObject();
          });
      out.endArray();
    }
    if (settings.tableClass() != null) {
      out.name("ReplicaTableClassSummary").beginObject();
      out.name("TableClass").string(settings.tableClass()).endObject();
    }
  }

  private static void writeCeiling(@Nullable Long units, JsonWriter out) {
    if (units != null) {
      out.name("OnDemandThroughputOverride").beginObject();
      out.name("MaxReadRequestUnits").number(units).endObject();
    }
  }
}
