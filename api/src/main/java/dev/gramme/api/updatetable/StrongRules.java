package dev.gramme.api.updatetable;

import dev.gramme.api.updatetable.ReplicaShapes.Action;
import dev.gramme.api.updatetable.ReplicaShapes.Create;
import dev.gramme.api.updatetable.ReplicaShapes.Delete;
import dev.gramme.api.updatetable.ReplicaShapes.Witness;
import dev.gramme.model.ApiError;
import dev.gramme.model.Replica;
import dev.gramme.model.TableDefinition;
import dev.gramme.wire.Structure;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Rules for global tables with strong consistency across regions (MRSC). The service's texts are
 * known for a few of them (October 2026); the others are Gramme's.
 */
final class StrongRules {
  private static final int OTHER_REGIONS = 2;

  private StrongRules() {}

  /** The region of the new global table witness of a request, null for none. */
  static @Nullable String newWitness(Structure input) {
    for (Structure update : input.getOrDefault(ReplicaShapes.WITNESSES, List.of())) {
      Structure create = update.get(Witness.CREATE);
      if (create != null) {
        return create.require(Witness.CREATED_IN);
      }
    }
    return null;
  }

  /**
   * Checks that the replicas and the global table witness of a request are three regions with the
   * table's.
   */
  static void checkRegions(List<Structure> creates, @Nullable String witness, String own) {
    Set<String> regions = new HashSet<>();
    creates.forEach(create -> regions.add(create.require(Create.REGION_NAME)));
    if (witness != null) {
      regions.add(witness);
    }
    int wanted = creates.size() + (witness == null ? 0 : 1);
    if (creates.isEmpty()
        || wanted != OTHER_REGIONS
        || regions.size() != OTHER_REGIONS
        || regions.contains(own)) {
      throw ApiError.validation(
          "A global table with MultiRegionConsistency set to STRONG must have three different"
              + " Regions: three replicas, or two replicas and a global table witness");
    }
  }

  /** Checks that a table can become strongly consistent if it has no items. */
  static void checkTable(TableDefinition table) {
    if (!table.localIndexes().isEmpty()) {
      throw notSupported("Local secondary indexes are");
    }
    var timeToLive = table.features().timeToLive();
    if (timeToLive != null && timeToLive.isOn()) {
      throw notSupported("Time to live is");
    }
  }

  private static ApiError notSupported(String what) {
    return ApiError.validation(
        what + " not supported on global tables with MultiRegionConsistency set to STRONG");
  }

  /**
   * Checks that a request deletes all replicas and the global table witness of a strongly
   * consistent table.
   *
   * @param hasLostRegion whether a region with a replica is not configured any more
   */
  static void checkDelete(
      Structure input, List<Structure> actions, TableDefinition table, boolean hasLostRegion) {
    Set<String> deleted = new HashSet<>();
    actions.forEach(
        action -> deleted.add(action.require(Action.DELETE).require(Delete.REGION_NAME)));
    ReplicaRules.checkDelete(table, deleted, hasLostRegion);
    for (Replica replica : table.features().replicas()) {
      if (!deleted.contains(replica.region())) {
        throw ApiError.validation(
            "Deletion of only one table replica is not supported for global tables with"
                + " MultiRegionConsistency set to STRONG.");
      }
    }
    var strong = table.features().strong();
    String witness = strong == null ? null : strong.witnessRegion();
    if (witness != null && !isDeleted(input, witness)) {
      throw ApiError.validation("Update table delete operation does not include all witnesses.");
    }
  }

  private static boolean isDeleted(Structure input, String witness) {
    return deletedWitnesses(input).contains(witness);
  }

  private static List<String> deletedWitnesses(Structure input) {
    return input.getOrDefault(ReplicaShapes.WITNESSES, List.of()).stream()
        .filter(update -> update.has(Witness.DELETE))
        .map(update -> update.require(Witness.DELETE).require(Witness.DELETED_IN))
        .toList();
  }

  /**
   * Checks that a global table witness that a request deletes exists, and can be deleted with it.
   */
  static void checkWitness(Structure input, List<Structure> actions, TableDefinition table) {
    var strong = table.features().strong();
    for (String region : deletedWitnesses(input)) {
      if (strong == null || !region.equals(strong.witnessRegion())) {
        throw ApiError.validation(
            "Table %s has no global table witness in Region %s".formatted(table.name(), region));
      }
      if (!ReplicaRules.areDeletions(actions)) {
        throw ApiError.validation(
            "A global table witness is deleted together with the replicas of its table");
      }
    }
  }
}
