package dev.gramme.api.updatetable;

import dev.gramme.api.Caller;
import dev.gramme.api.table.CeilingRules;
import dev.gramme.api.table.EncryptionRules;
import dev.gramme.api.table.InvalidParameters;
import dev.gramme.api.updatetable.ReplicaShapes.Asked;
import dev.gramme.api.updatetable.ReplicaShapes.Index;
import dev.gramme.api.updatetable.ReplicaShapes.OnDemand;
import dev.gramme.model.ApiError;
import dev.gramme.model.Encryption;
import dev.gramme.model.ReadCeilings;
import dev.gramme.model.ReplicaSettings;
import dev.gramme.model.TableDefinition;
import dev.gramme.wire.Structure;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a request asks a replica to have of its own (texts of October 2026). */
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

  /**
   * Those of a new replica: what the table has, but for what is asked. Provisioned units mean
   * nothing on demand, and indexes that the table does not have are ignored (October 2026).
   */
  ReplicaSettings ofNew() {
    Encryption key = encryption();
    var before =
        new ReplicaSettings(
            table.tableClass(), key == null ? null : key.keyArn(), ReadCeilings.NONE);
    List<Structure> known =
        action.getOrDefault(asked.indexes, List.of()).stream()
            .filter(index -> table.globalIndex(index.require(Index.INDEX_NAME)).isPresent())
            .toList();
    return over(before, known);
  }

  /** Those of a replica, with what is asked in place of what it had. */
  ReplicaSettings over(ReplicaSettings before) {
    return over(before, action.getOrDefault(asked.indexes, List.of()));
  }

  private ReplicaSettings over(ReplicaSettings before, List<Structure> indexes) {
    var after = before.withCeilings(ceilings(before.ceilings(), indexes));
    String key = action.get(asked.key);
    if (key != null) {
      after = after.withKey(EncryptionRules.of(key, region, caller.account()));
    }
    String tableClass = action.get(asked.tableClass);
    return tableClass == null ? after : after.withTableClass(tableClass);
  }

  /** The rules of a change: it has to change something, and neither the key nor units. */
  void checkUpdate() {
    if (action.has(asked.key)) {
      throw keyMissing();
    }
    boolean any =
        action.has(asked.throughput)
            || hasCeiling(action.get(asked.onDemand))
            || action.has(asked.tableClass)
            || action.getOrDefault(asked.indexes, List.of()).stream()
                .anyMatch(
                    index -> index.has(Index.THROUGHPUT) || hasCeiling(index.get(Index.ON_DEMAND)));
    if (!any) {
      throw ReplicaRules.noActions();
    }
    refuseProvisioned();
  }

  private static boolean hasCeiling(@Nullable Structure override) {
    return override != null && override.has(OnDemand.MAX_READS);
  }

  private static ApiError keyMissing() {
    return InvalidParameters.of("KMSMasterKeyId must be specified for each replica.");
  }

  /** A table with a key of its own has one in each region (October 2026). */
  private @Nullable Encryption encryption() {
    Encryption source = table.encryption();
    String key = action.get(asked.key);
    if (source == null) {
      return null;
    }
    boolean managed = source.equals(EncryptionRules.managed(table.region(), caller.account()));
    Encryption managedThere = EncryptionRules.managed(region, caller.account());
    if (key == null) {
      if (!managed) {
        throw keyMissing();
      }
      return managedThere;
    }
    if (!managed && EncryptionRules.of(key, region, caller.account()).equals(managedThere)) {
      throw InvalidParameters.of(
          "All replica keys must either be Customer Managed CMK or AWS Managed CMK.");
    }
    return source;
  }

  /** Replicas are on demand. */
  private void refuseProvisioned() {
    String units = "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified ";
    String onDemand = "when BillingMode is PAY_PER_REQUEST";
    if (action.has(asked.throughput)) {
      throw ApiError.validation(units + onDemand);
    }
    for (Structure index : action.getOrDefault(asked.indexes, List.of())) {
      if (index.has(Index.THROUGHPUT)) {
        // The text is that of UpdateTable's own units of an index.
        throw InvalidParameters.of(
            units + "for index: " + index.require(Index.INDEX_NAME) + " " + onDemand);
      }
    }
  }

  private ReadCeilings ceilings(ReadCeilings before, List<Structure> indexes) {
    var after = before;
    Long ofTable = ceiling(action.get(asked.onDemand), CeilingRules.FOR_TABLE);
    if (ofTable != null) {
      after = after.withTable(ofTable);
    }
    Set<String> seen = new HashSet<>();
    for (Structure index : indexes) {
      String name = index.require(Index.INDEX_NAME);
      UpdateTableRules.requireIndex(table, name);
      if (!seen.add(name)) {
        throw InvalidParameters.of(
            "Only one global secondary index update per index is allowed simultaneously. Index: "
                + name);
      }
      Long ofIndex = ceiling(index.get(Index.ON_DEMAND), CeilingRules.forIndex(name));
      if (ofIndex != null) {
        after = after.withIndex(name, ofIndex);
      }
    }
    return after;
  }

  /** The ceiling of an override; null if it has none. */
  private @Nullable Long ceiling(@Nullable Structure override, String whose) {
    Long units = override == null ? null : override.get(OnDemand.MAX_READS);
    // The service takes -1 too, keeps it and shows it (August 2026).
    if (units == null || units == ReadCeilings.UNLIMITED) {
      return units;
    }
    return CeilingRules.readCeiling(units, whose, region);
  }
}
