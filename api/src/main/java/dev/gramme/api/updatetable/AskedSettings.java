package dev.gramme.api.updatetable;

import dev.gramme.api.Caller;
import dev.gramme.api.table.CeilingRules;
import dev.gramme.api.table.EncryptionRules;
import dev.gramme.api.table.InvalidParameters;
import dev.gramme.api.updatetable.ReplicaShapes.Asked;
import dev.gramme.api.updatetable.ReplicaShapes.Index;
import dev.gramme.api.updatetable.ReplicaShapes.OnDemand;
import dev.gramme.model.Encryption;
import dev.gramme.model.ReadCeilings;
import dev.gramme.model.ReplicaSettings;
import dev.gramme.model.TableDefinition;
import dev.gramme.wire.Structure;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a request asks a replica to have of its own. Where no other source is named the texts are
 * Gramme's, as those of the service were not seen (November 2026).
 */
final class AskedSettings {
  private final Structure action;
  private final Asked asked;
  private final String region;
  private final TableDefinition table;
  private final Caller caller;

  /**
   * Settings in a request.
   *
   * @param action a Create or an Update
   * @param region of the replica
   * @param table as the region that was asked knows it
   */
  AskedSettings(
      Structure action, Asked asked, String region, TableDefinition table, Caller caller) {
    this.action = action;
    this.asked = asked;
    this.region = region;
    this.table = table;
    this.caller = caller;
  }

  /** Those of a new replica: what the table has, but for what is asked. */
  ReplicaSettings ofNew() {
    Encryption key = encryption();
    var before =
        new ReplicaSettings(
            table.tableClass(), key == null ? null : key.keyArn(), ReadCeilings.NONE);
    return over(before);
  }

  /** Those of a replica, with what is asked in place of what it had. */
  ReplicaSettings over(ReplicaSettings before) {
    refuseProvisioned();
    var after = before.withCeilings(ceilings(before.ceilings()));
    String key = action.get(asked.key);
    if (key != null) {
      after = after.withKey(EncryptionRules.of(key, region, caller.account()));
    }
    String tableClass = action.get(asked.tableClass);
    return tableClass == null ? after : after.withTableClass(tableClass);
  }

  /** A change has to change something. */
  void checkAny() {
    boolean any =
        action.has(asked.key)
            || action.has(asked.throughput)
            || action.has(asked.onDemand)
            || action.has(asked.indexes)
            || action.has(asked.tableClass);
    if (!any) {
      throw InvalidParameters.of(
          "At least one of KMSMasterKeyId, ProvisionedThroughputOverride,"
              + " OnDemandThroughputOverride, GlobalSecondaryIndexes or TableClassOverride must be"
              + " specified for the replica in region: "
              + region);
    }
  }

  /** Whoever has a key of his own for the table has one in each region (text of 2023). */
  private @Nullable Encryption encryption() {
    Encryption source = table.encryption();
    if (source == null || action.has(asked.key)) {
      return source;
    }
    if (!source.equals(EncryptionRules.managed(table.region(), caller.account()))) {
      throw InvalidParameters.of("KMSMasterKeyId must be specified for each replica.");
    }
    return EncryptionRules.managed(region, caller.account());
  }

  /** Replicas are on demand: the texts are those of UpdateTable's own units. */
  private void refuseProvisioned() {
    String units = "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified ";
    String onDemand = "when BillingMode is PAY_PER_REQUEST";
    if (action.has(asked.throughput)) {
      throw InvalidParameters.of(units + onDemand);
    }
    for (Structure index : action.getOrDefault(asked.indexes, List.of())) {
      if (index.has(Index.THROUGHPUT)) {
        throw InvalidParameters.of(
            units + "for index: " + index.require(Index.INDEX_NAME) + " " + onDemand);
      }
    }
  }

  private ReadCeilings ceilings(ReadCeilings before) {
    var after = before;
    Structure onDemand = action.get(asked.onDemand);
    if (onDemand != null) {
      after = after.withTable(ceiling(onDemand, CeilingRules.FOR_TABLE));
    }
    Set<String> seen = new HashSet<>();
    for (Structure index : action.getOrDefault(asked.indexes, List.of())) {
      String name = index.require(Index.INDEX_NAME);
      UpdateTableRules.requireIndex(table, name);
      if (!seen.add(name)) {
        throw InvalidParameters.of(
            "Only one global secondary index update per index is allowed simultaneously. Index: "
                + name);
      }
      Structure ofIndex = index.get(Index.ON_DEMAND);
      if (ofIndex == null) {
        throw InvalidParameters.of("An override must be specified for index: " + name);
      }
      after = after.withIndex(name, ceiling(ofIndex, CeilingRules.forIndex(name)));
    }
    return after;
  }

  private long ceiling(Structure override, String whose) {
    Long units = override.get(OnDemand.MAX_READS);
    if (units == null) {
      throw InvalidParameters.of(
          "MaxReadRequestUnits must be specified for OnDemandThroughputOverride " + whose);
    }
    // The service takes -1 too, keeps it and shows it (August 2026).
    return units == ReadCeilings.UNLIMITED ? units : CeilingRules.readCeiling(units, whose, region);
  }
}
