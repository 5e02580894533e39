package dev.gramme.api.updatetable;

import dev.gramme.api.access.AccessScope;
import dev.gramme.api.updatetable.ReplicaShapes.Action;
import dev.gramme.api.updatetable.ReplicaShapes.Create;
import dev.gramme.api.updatetable.ReplicaShapes.Delete;
import dev.gramme.api.updatetable.ReplicaShapes.Witness;
import dev.gramme.auth.policy.Access;
import dev.gramme.wire.Structure;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The permissions that the caller of UpdateTable needs beside that for UpdateTable in the region of
 * the request. Otherwise a caller who may update a table could copy it to a region where the caller
 * may read it, or delete it in another region.
 *
 * <p>Source: the service's developer guide, "DynamoDB global tables security" (read in November
 * 2026). An update of a replica's settings needs no more than UpdateTable.
 */
final class ReplicaAccesses {
  private static final List<String> CREATE =
      List.of(
          "CreateTable",
          "CreateTableReplica",
          "Scan",
          "Query",
          "UpdateItem",
          "PutItem",
          "GetItem",
          "DeleteItem",
          "BatchWriteItem");

  private static final List<String> DELETE = List.of("DeleteTable", "DeleteTableReplica");

  private ReplicaAccesses() {}

  static List<Access> of(Structure input, AccessScope scope) {
    String table = input.getOrDefault(UpdateTableShape.TABLE_NAME, "");
    Set<String> created = new LinkedHashSet<>();
    Set<String> deleted = new LinkedHashSet<>();
    List<Structure> actions = ReplicaRules.requested(input);
    // The rules refuse more of them, but only after the decision.
    int decided = Math.min(actions.size(), ReplicaRules.MOST_ACTIONS);
    for (Structure action : actions.subList(0, decided)) {
      Structure create = action.get(Action.CREATE);
      if (create != null) {
        created.add(create.getOrDefault(Create.REGION_NAME, ""));
      }
      Structure delete = action.get(Action.DELETE);
      if (delete != null) {
        deleted.add(delete.require(Delete.REGION_NAME));
      }
    }
    var accesses = new ArrayList<Access>();
    for (String region : created) {
      CREATE.forEach(name -> accesses.add(scope.ofReplica(name, table, region)));
    }
    for (String region : deleted) {
      DELETE.forEach(name -> accesses.add(scope.ofReplica(name, table, region)));
    }
    for (Structure witness : input.getOrDefault(ReplicaShapes.WITNESSES, List.of())) {
      Structure create = witness.get(Witness.CREATE);
      if (create != null) {
        String region = create.require(Witness.CREATED_IN);
        accesses.addAll(ofWitness("CreateGlobalTableWitness", scope, table, created, region));
      }
      Structure delete = witness.get(Witness.DELETE);
      if (delete != null) {
        String region = delete.require(Witness.DELETED_IN);
        accesses.addAll(ofWitness("DeleteGlobalTableWitness", scope, table, deleted, region));
      }
    }
    return accesses;
  }

  /**
   * A global table witness needs its permission in all participating regions: that of the request,
   * those of the replicas, and its own. The rules require that a request which creates or deletes
   * one creates or deletes all replicas, too.
   */
  private static List<Access> ofWitness(
      String operation, AccessScope scope, String table, Set<String> replicas, String witness) {
    var accesses = new ArrayList<Access>();
    accesses.add(Access.of(operation, scope.tableArn(table)));
    var others = new TreeSet<String>(replicas);
    others.add(witness);
    others.forEach(region -> accesses.add(scope.ofReplica(operation, table, region)));
    return accesses;
  }
}
