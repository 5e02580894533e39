package dev.gramme.api.deletetable;

import dev.gramme.api.table.ReplicaSource;
import dev.gramme.engine.catalog.InUseErrors;
import dev.gramme.model.ApiError;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.Transition;
import dev.gramme.model.VectorIndex;
import java.time.Instant;
import java.util.stream.Stream;

/** The rules of DeleteTable. */
final class DeleteTableRules {

  private DeleteTableRules() {}

  /**
   * Checks that the table can be deleted.
   *
   * @param tagsChanging whether its tags were changed a moment ago
   * @param hasLostRegion whether a region with a replica is not configured any more. It may be the
   *     one that copied the items to this table, which then never becomes active
   */
  static void check(
      TableDefinition table, Instant now, boolean tagsChanging, boolean hasLostRegion) {
    if (table.properties().deletionProtected() && table.features().isGlobal()) {
      throw ApiError.validation(
          "Cannot delete table "
              + table.name()
              + " in region "
              + table.region()
              + " because it has deletion protection enabled. Disable deletion protection first.");
    }
    if (table.properties().deletionProtected()) {
      throw ApiError.validation(
          "Resource cannot be deleted as it is currently protected against deletion. Disable"
              + " deletion protection first.");
    }
    boolean isNewReplica =
        table.features().isGlobal() && table.status() == TableDefinition.Status.CREATING;
    if (!(isNewReplica && hasLostRegion)) {
      InUseErrors.checkChangeable(table);
    }
    if (table.features().strong() != null) {
      throw ApiError.validation(
          "Table "
              + table.name()
              + " is part of a global table with MultiRegionConsistency set to STRONG: delete the"
              + " replicas in the other Regions with UpdateTable first");
    }
    ReplicaSource.check(table, now);
    boolean changing =
        Stream.concat(
                table.globalIndexes().stream().map(GlobalIndex::status),
                table.vectorIndexes().stream().map(VectorIndex::status))
            .anyMatch(status -> status != GlobalIndex.Status.ACTIVE);
    if (changing) {
      throw InUseErrors.of(
          "Cannot delete table while indexes are being created, updated, or deleted.");
    }
    if (table.changes().find(Transition.Kind.STREAM).isPresent()) {
      throw InUseErrors.of("Cannot delete table while stream is being enabled/disabled.");
    }
    if (table.status() == TableDefinition.Status.UPDATING) {
      throw InUseErrors.of("Table: " + table.name() + " is in the process of being updated.");
    }
    if (tagsChanging) {
      throw InUseErrors.of("Table tags are being updated: " + table.name());
    }
  }
}
