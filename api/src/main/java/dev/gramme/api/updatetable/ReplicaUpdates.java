package dev.gramme.api.updatetable;

import dev.gramme.api.updatetable.ReplicaShapes.Action;
import dev.gramme.api.updatetable.ReplicaShapes.Create;
import dev.gramme.api.updatetable.ReplicaShapes.Delete;
import dev.gramme.api.updatetable.ReplicaShapes.OnDemand;
import dev.gramme.api.updatetable.ReplicaShapes.Throughput;
import dev.gramme.engine.replication.Peer;
import dev.gramme.engine.replication.Replication;
import dev.gramme.model.ApiError;
import dev.gramme.model.Replica;
import dev.gramme.model.TableDefinition;
import dev.gramme.wire.Member;
import dev.gramme.wire.Structure;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Adds a replica to a table, or deletes one. */
final class ReplicaUpdates {
  private final Replication replication;

  ReplicaUpdates(Replication replication) {
    this.replication = replication;
  }

  /** Begins with what a request, which has passed its own rules, asks for. */
  CompletableFuture<TableDefinition> begin(Structure input, TableDefinition table, Instant now) {
    ReplicaRules.checkConsistency(input, table);
    List<Structure> actions = input.getOrDefault(ReplicaShapes.REPLICAS, List.of());
    Structure action = actions.getFirst();
    Structure create = action.get(Action.CREATE);
    if (create != null) {
      return create(create, table, now);
    }
    Structure delete = action.get(Action.DELETE);
    if (delete != null) {
      String region = delete.require(Delete.REGION_NAME);
      return replication.remove(
          table.name(), region, current -> ReplicaRules.checkDelete(current, region));
    }
    throw ApiError.validation("Gramme does not support Update of ReplicaUpdates yet");
  }

  private CompletableFuture<TableDefinition> create(
      Structure create, TableDefinition table, Instant now) {
    String region = create.require(Create.REGION_NAME);
    if (create.has(Create.KEY) || create.has(Create.INDEXES)) {
      throw ApiError.validation(
          "Gramme does not support KMSMasterKeyId and GlobalSecondaryIndexes of ReplicaUpdates yet");
    }
    ReplicaRules.checkCreate(table, region);
    checkFree(table, region);
    var replica =
        new Replica(
            region,
            Replica.Status.CREATING,
            now,
            create.get(Create.TABLE_CLASS),
            within(create.get(Create.THROUGHPUT), Throughput.READ_UNITS),
            within(create.get(Create.ON_DEMAND), OnDemand.MAX_READS));
    return replication.add(
        table.name(), replica, current -> ReplicaRules.checkCreate(current, region));
  }

  private void checkFree(TableDefinition table, String region) {
    if (!replication.regions().contains(region)) {
      throw ApiError.validation(
          "Region "
              + region
              + " is not known here: Gramme replicates to the regions that it is started with"
              + " (--regions, --peers), now "
              + replication.regions());
    }
    try {
      if (!replication.isFree(table.name(), region)) {
        throw ReplicaRules.alreadyExists(table.name());
      }
    } catch (Peer.UnreachableException e) {
      throw ApiError.validation("Region " + region + " cannot be reached now");
    }
  }

  private static @Nullable Long within(@Nullable Structure override, Member<Long> member) {
    return override == null ? null : override.get(member);
  }
}
