package dev.gramme.api.updatetable;

import dev.gramme.api.table.InvalidParameters;
import dev.gramme.api.updatetable.ReplicaShapes.Action;
import dev.gramme.api.updatetable.ReplicaShapes.Create;
import dev.gramme.api.updatetable.ReplicaShapes.Witness;
import dev.gramme.engine.catalog.InUseErrors;
import dev.gramme.model.ApiError;
import dev.gramme.model.BillingMode;
import dev.gramme.model.Replica;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.Transition;
import dev.gramme.wire.EchoJson;
import dev.gramme.wire.JsonWriter;
import dev.gramme.wire.Member;
import dev.gramme.wire.Structure;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The rules of replicas and global table witnesses (texts of October 2026). The rules of the
 * request come first; the service's order of the others is uncertain.
 */
final class ReplicaRules {
  /** The most actions on replicas in a request. The service had 36 regions in October 2026. */
  static final int MOST_ACTIONS = 100;

  private ReplicaRules() {}

  /** Whether a request contains members for replicas or global table witnesses. */
  static boolean concern(Structure input) {
    return changeReplicas(input) || input.has(ReplicaShapes.CONSISTENCY);
  }

  /** Whether a request contains actions on replicas, or on global table witnesses with a region. */
  static boolean changeReplicas(Structure input) {
    return input.has(ReplicaShapes.REPLICAS)
        || input.getOrDefault(ReplicaShapes.WITNESSES, List.of()).stream()
            .anyMatch(witness ->
                hasRegion(witness.get(Witness.CREATE), Witness.CREATED_IN)
                    || hasRegion(witness.get(Witness.DELETE), Witness.DELETED_IN));
  }

  private static boolean hasRegion(@Nullable Structure action, Member<String> region) {
    return action != null && !action.require(region).isEmpty();
  }

  /** The rules that depend on the request alone. */
  static void checkRequest(Structure input) {
    checkAlone(input);
    List<Structure> actions = requested(input);
    if (actions.size() > MOST_ACTIONS) {
      throw severalReplicas();
    }
    actions.forEach(ReplicaRules::checkAction);
    actions = different(actions);
    checkConsistency(input, actions);
    if (isStrong(input) || areDeletions(actions)) {
      return;
    }
    long comingOrGoing = actions.stream().filter(action -> !action.has(Action.UPDATE)).count();
    if (comingOrGoing > 1) {
      throw severalReplicas();
    }
    if (actions.size() > 1 && comingOrGoing > 0) {
      throw severalKinds();
    }
  }

  /** The actions of a request that has passed the rules. */
  static List<Structure> actions(Structure input) {
    return different(requested(input));
  }

  /** The actions of a request as it contains them: any number, some of them equal. */
  static List<Structure> requested(Structure input) {
    return input.getOrDefault(ReplicaShapes.REPLICAS, List.of());
  }

  /** The actions without duplicates: the service treats equal actions as one (October 2026). */
  private static List<Structure> different(List<Structure> actions) {
    var byText = new LinkedHashMap<String, Structure>();
    for (Structure action : actions) {
      var text = new JsonWriter();
      EchoJson.structure(text, action);
      byText.put(text.toString(), action);
    }
    return List.copyOf(byText.values());
  }

  /** All replicas of a strongly consistent table are deleted together. */
  static boolean areDeletions(List<Structure> actions) {
    return actions.stream().allMatch(action -> action.has(Action.DELETE));
  }

  private static ApiError severalReplicas() {
    return ApiError.validation(
        "Update table operation with more than one create or delete replica actions not allowed");
  }

  private static void checkAlone(Structure input) {
    boolean replicas = input.has(ReplicaShapes.REPLICAS);
    boolean others =
        Stream.of(
                UpdateTableShape.ATTRIBUTE_DEFINITIONS,
                UpdateTableShape.BILLING_MODE,
                UpdateTableShape.PROVISIONED_THROUGHPUT,
                UpdateTableShape.INDEX_UPDATES,
                UpdateTableShape.VECTOR_INDEX_UPDATES,
                UpdateTableShape.STREAM,
                UpdateTableShape.TABLE_CLASS,
                UpdateTableShape.DELETION_PROTECTION,
                UpdateTableShape.ON_DEMAND,
                UpdateTableShape.WARM,
                UpdateTableShape.SSE)
            .anyMatch(input::has);
    if (others) {
      throw InvalidParameters.of(
          replicas
              ? "Replica modification must be the only operation in the request"
              : "Requests that modify replicas or witnesses must not also modify other fields");
    }
  }

  private static void checkAction(Structure action) {
    long kinds = Stream.of(Action.CREATE, Action.UPDATE, Action.DELETE).filter(action::has).count();
    if (kinds == 0) {
      throw noActions();
    }
    if (kinds > 1) {
      throw severalKinds();
    }
    Structure create = action.get(Action.CREATE);
    if (create != null && !create.has(Create.REGION_NAME)) {
      throw ApiError.validation("One or more parameter values were invalid");
    }
  }

  /** The error for a request that changes nothing of a replica. */
  static ApiError noActions() {
    return ApiError.validation(
        "There are no actions specified in the Replica Update Action of the request.");
  }

  private static ApiError severalKinds() {
    return ApiError.validation(
        "Update table operation with more than one type of replica actions not allowed.");
  }

  private static void checkConsistency(Structure input, List<Structure> actions) {
    List<Structure> witnesses = input.getOrDefault(ReplicaShapes.WITNESSES, List.of());
    String consistency = input.get(ReplicaShapes.CONSISTENCY);
    boolean strong = "STRONG".equals(consistency);
    boolean newWitness = witnesses.stream().anyMatch(witness -> witness.has(Witness.CREATE));
    if (newWitness && !strong) {
      throw ApiError.validation(
          "MultiRegionConsistency must be set as STRONG when GlobalTableWitnessUpdates parameter is"
              + " present.");
    }
    if (consistency != null
        && (actions.isEmpty() || actions.stream().anyMatch(a -> !a.has(Action.CREATE)))) {
      throw ApiError.validation(
          "Only Replica Create actions are supported when MultiRegionConsistency parameter is"
              + " provided.");
    }
  }

  /** The rules that depend on the table's definition. */
  static void checkConsistency(Structure input, TableDefinition table) {
    if (input.has(ReplicaShapes.CONSISTENCY) && table.features().isGlobal()) {
      throw ApiError.validation(
          "MultiRegionConsistency parameter is unsupported on existing global table");
    }
    List<Structure> actions = actions(input);
    if (table.features().strong() == null && actions.size() > 1 && areDeletions(actions)) {
      throw severalReplicas();
    }
    StrongRules.checkWitness(input, actions, table);
  }

  /** Whether a request makes a table strongly consistent. */
  static boolean isStrong(Structure input) {
    return "STRONG".equals(input.get(ReplicaShapes.CONSISTENCY));
  }

  /** Checks that a replica of the table can be created in a region. */
  static void checkCreate(TableDefinition table, String region) {
    if (table.features().strong() != null) {
      throw ApiError.validation(
          "Cannot add replicas to a global table with strong MultiRegionConsistency");
    }
    checkChangeable(table);
    checkRegion(table, region);
    checkNoneChanges(table);
    if (table.features().replica(region).isPresent()) {
      throw alreadyExists(table.name());
    }
    if (table.capacity().billingMode() != BillingMode.PAY_PER_REQUEST) {
      throw ApiError.validation(
          "Table write capacity should either be Pay-Per-Request or AutoScaled.");
    }
  }

  /** Checks that the replica of a table in a region, which may be this one, can be changed. */
  static void checkUpdate(TableDefinition table, String region) {
    checkChangeable(table);
    checkNoneChanges(table);
    boolean local = table.features().isGlobal() && region.equals(table.region());
    if (!local && table.features().replica(region).isEmpty()) {
      throw noReplica(region);
    }
  }

  /**
   * Checks that the replicas of a table in these regions can be deleted in one request. The region
   * that copies a new replica can delete it before the copy is complete: the replica's region may
   * be gone for good.
   *
   * @param hasLostRegion whether a region with a replica is not configured any more. It may be the
   *     one that copies a new replica, so each region can delete that replica
   */
  static void checkDelete(TableDefinition table, Set<String> regions, boolean hasLostRegion) {
    checkChangeable(table);
    regions.forEach(region -> checkRegion(table, region));
    checkNoneChanges(
        table,
        replica ->
            regions.contains(replica.region())
                && replica.status() == Replica.Status.CREATING
                && (replica.isToBeCopied() || hasLostRegion));
    for (String region : regions) {
      if (table.features().replica(region).isEmpty()) {
        throw noReplica(region);
      }
    }
  }

  private static ApiError noReplica(String region) {
    return ApiError.validation(
        "Update global table operation failed because one or more replicas were not part of the"
            + " global table. Please retry the request without these replicas: ["
            + region
            + "].");
  }

  /** The error for a region that already contains a table with the same name. */
  static ApiError alreadyExists(String table) {
    return ApiError.validation(
        "Failed to create a the new replica of table with name: \u2018"
            + table
            + "\u2019 because one or more replicas already existed as tables.");
  }

  private static void checkRegion(TableDefinition table, String region) {
    if (region.equals(table.region())) {
      throw ApiError.validation(
          "Cannot add or delete the local region through ReplicaUpdates. Use CreateTable, DeleteTable,"
              + " or UpdateTable as required.");
    }
  }

  private static void checkNoneChanges(TableDefinition table) {
    checkNoneChanges(table, replica -> false);
  }

  private static void checkNoneChanges(TableDefinition table, Predicate<Replica> except) {
    for (Replica replica : table.features().replicas()) {
      switch (replica.status()) {
        case CREATING, DELETING -> {
          if (!except.test(replica)) {
            throw InUseErrors.ofReplicas();
          }
        }
        case UPDATING, ACTIVE -> {}
      }
    }
    if (table.changes().find(Transition.Kind.REPLICA_UPDATE).isPresent()) {
      throw InUseErrors.ofReplicas();
    }
  }

  /** Refuses to change the replicas of a table that is itself being created as a replica. */
  private static void checkChangeable(TableDefinition table) {
    if (table.features().isGlobal() && table.status() == TableDefinition.Status.CREATING) {
      throw ApiError.validation(
          "Create/Update/Delete of replica is not allowed while the replica is being added to"
              + " table with name: \u2018"
              + table.name()
              + "\u2019 in region: \u2018"
              + table.region()
              + "\u2019.");
    }
    InUseErrors.checkChangeable(table);
  }
}
