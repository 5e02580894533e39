package dev.gramme.api.updatetable;

import dev.gramme.api.Caller;
import dev.gramme.api.table.CeilingRules;
import dev.gramme.api.table.EncryptionRules;
import dev.gramme.api.table.InvalidParameters;
import dev.gramme.api.updatetable.ReplicaShapes.Index;
import dev.gramme.api.updatetable.ReplicaShapes.OnDemand;
import dev.gramme.api.updatetable.ReplicaShapes.SettingsMembers;
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

/**
 * The settings in a request that override the table's settings in a replica (texts of October
 * 2026).
 */
final class RequestedSettings {
  private final Structure action;
  private final SettingsMembers members;
  private final String region;
  private final TableDefinition table;
  private final Caller caller;

  /**
   * Reads the settings in a request.
   *
   * @param action a Create or an Update
   * @param region the replica's region
   * @param table the table's definition in the region that received the request
   */
  RequestedSettings(
      Structure action,
      SettingsMembers members,
      String region,
      TableDefinition table,
      Caller caller) {
    this.action = action;
    this.members = members;
    this.region = region;
    this.table = table;
    this.caller = caller;
  }

  /**
   * The settings of a new replica: the table's settings, with those in the request in their place.
   * Provisioned units have no effect on demand, and indexes that the table does not have are
   * ignored (October 2026).
   */
  ReplicaSettings ofNew() {
    Encryption key = encryption();
    var before =
        new ReplicaSettings(
            table.properties().tableClass(), key == null ? null : key.keyArn(), ReadCeilings.NONE);
    List<Structure> known =
        action.getOrDefault(members.indexes, List.of()).stream()
            .filter(index -> table.globalIndex(index.require(Index.INDEX_NAME)).isPresent())
            .toList();
    return over(before, known);
  }

  /** The settings of an existing replica, with those in the request in their place. */
  ReplicaSettings over(ReplicaSettings before) {
    return over(before, action.getOrDefault(members.indexes, List.of()));
  }

  private ReplicaSettings over(ReplicaSettings before, List<Structure> indexes) {
    var after = before.withCeilings(ceilings(before.ceilings(), indexes));
    String key = action.get(members.key);
    if (key != null) {
      after = after.withKey(EncryptionRules.of(key, region, caller.account()));
    }
    String tableClass = action.get(members.tableClass);
    return tableClass == null ? after : after.withTableClass(tableClass);
  }

  /** The rules of a change: it must change something, but neither the key nor provisioned units. */
  void checkUpdate() {
    if (action.has(members.key)) {
      throw keyMissing();
    }
    boolean any =
        action.has(members.throughput)
            || hasCeiling(action.get(members.onDemand))
            || action.has(members.tableClass)
            || action.getOrDefault(members.indexes, List.of()).stream()
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

  /** If the table has a customer managed key, each replica has one in its region (October 2026). */
  private @Nullable Encryption encryption() {
    Encryption source = table.properties().encryption();
    String key = action.get(members.key);
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

  /** Refuses provisioned units, because replicas are on demand. */
  private void refuseProvisioned() {
    String units = "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified ";
    String onDemand = "when BillingMode is PAY_PER_REQUEST";
    if (action.has(members.throughput)) {
      throw ApiError.validation(units + onDemand);
    }
    for (Structure index : action.getOrDefault(members.indexes, List.of())) {
      if (index.has(Index.THROUGHPUT)) {
        // This is the text of UpdateTable for an index of the table itself.
        throw InvalidParameters.of(
            units + "for index: " + index.require(Index.INDEX_NAME) + " " + onDemand);
      }
    }
  }

  private ReadCeilings ceilings(ReadCeilings before, List<Structure> indexes) {
    var after = before;
    Long ofTable = ceiling(action.get(members.onDemand), CeilingRules.FOR_TABLE);
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

  /** The read ceiling of an override; null if there is none. */
  private @Nullable Long ceiling(@Nullable Structure override, String whose) {
    Long units = override == null ? null : override.get(OnDemand.MAX_READS);
    // The service also accepts -1, stores it and shows it (August 2026).
    if (units == null || units == ReadCeilings.UNLIMITED) {
      return units;
    }
    return CeilingRules.readCeiling(units, whose, region);
  }
}
