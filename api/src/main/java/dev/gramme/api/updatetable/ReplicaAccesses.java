package dev.gramme.api.updatetable;

import dev.gramme.api.access.AccessScope;
import dev.gramme.api.updatetable.ReplicaShapes.Action;
import dev.gramme.api.updatetable.ReplicaShapes.Create;
import dev.gramme.api.updatetable.ReplicaShapes.Delete;
import dev.gramme.api.updatetable.ReplicaShapes.Update;
import dev.gramme.auth.policy.Access;
import dev.gramme.wire.Structure;
import java.util.ArrayList;
import java.util.List;

/**
 * The permissions that the caller of UpdateTable needs in the regions of replicas. Otherwise who
 * may update a table could copy it to a region where he may read it, or delete it in another
 * region.
 */
final class ReplicaAccesses {
  /** From the service's developer guide, "Using IAM with global tables" (read in November 2026). */
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

  /** The guide does not name what an update of a replica's settings needs. */
  private static final List<String> UPDATE = List.of("UpdateTable");

  private ReplicaAccesses() {}

  static List<Access> of(Structure input, AccessScope scope) {
    String table = input.getOrDefault(UpdateTableShape.TABLE_NAME, "");
    var accesses = new ArrayList<Access>();
    for (Structure action : input.getOrDefault(ReplicaShapes.REPLICAS, List.of())) {
      Structure create = action.get(Action.CREATE);
      if (create != null) {
        add(accesses, scope, CREATE, table, create.getOrDefault(Create.REGION_NAME, ""));
      }
      Structure update = action.get(Action.UPDATE);
      if (update != null) {
        add(accesses, scope, UPDATE, table, update.require(Update.REGION_NAME));
      }
      Structure delete = action.get(Action.DELETE);
      if (delete != null) {
        add(accesses, scope, DELETE, table, delete.require(Delete.REGION_NAME));
      }
    }
    return accesses;
  }

  private static void add(
      List<Access> accesses,
      AccessScope scope,
      List<String> operations,
      String table,
      String region) {
    String arn = scope.replicaArn(table, region);
    operations.forEach(operation -> accesses.add(Access.of(operation, arn)));
  }
}
