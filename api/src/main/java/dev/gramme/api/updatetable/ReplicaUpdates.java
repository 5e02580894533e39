package dev.gramme.api.updatetable;

import dev.gramme.api.Caller;
import dev.gramme.api.updatetable.ReplicaShapes.Action;
import dev.gramme.api.updatetable.ReplicaShapes.Create;
import dev.gramme.api.updatetable.ReplicaShapes.Delete;
import dev.gramme.api.updatetable.ReplicaShapes.Update;
import dev.gramme.engine.catalog.Catalog;
import dev.gramme.engine.catalog.InUseErrors;
import dev.gramme.engine.replication.Peer;
import dev.gramme.engine.replication.Replication;
import dev.gramme.model.ApiError;
import dev.gramme.model.Replica;
import dev.gramme.model.ReplicaSettings;
import dev.gramme.model.StrongConsistency;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.Transition;
import dev.gramme.wire.Structure;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Adds a replica to a table, changes the settings of replicas, or deletes a replica. */
final class ReplicaUpdates {
  private final Catalog catalog;
  private final Replication replication;
  private final Caller caller;

  ReplicaUpdates(Catalog catalog, Replication replication, Caller caller) {
    this.catalog = catalog;
    this.replication = replication;
    this.caller = caller;
  }

  /**
   * Starts the replica actions of a request that has passed its own rules. The calling thread waits
   * for other regions.
   */
  CompletableFuture<TableDefinition> begin(Structure input, TableDefinition table, Instant now) {
    ReplicaRules.checkConsistency(input, table);
    List<Structure> actions = ReplicaRules.actions(input);
    if (ReplicaRules.isStrong(input)) {
      return createStrong(input, actions, table, now);
    }
    boolean hasLostRegion = replication.hasLostRegion(table);
    if (table.features().strong() != null && ReplicaRules.areDeletions(actions)) {
      StrongRules.checkDelete(input, actions, table, hasLostRegion);
      return replication.removeStrong(
          table.name(), current -> StrongRules.checkDelete(input, actions, current, hasLostRegion));
    }
    Structure action = actions.getFirst();
    Structure create = action.get(Action.CREATE);
    if (create != null) {
      return create(create, table, now);
    }
    if (action.has(Action.UPDATE)) {
      List<Change> changes =
          actions.stream().map(each -> change(each.require(Action.UPDATE), table)).toList();
      apply(changes, table);
      return catalog.change(table.name(), (current, numbers) -> updating(current, changes, now));
    }
    String region = action.require(Action.DELETE).require(Delete.REGION_NAME);
    if (region.isEmpty()) {
      throw ApiError.validation(
          "Region  is not supported. The latest version of global tables are only supported in the"
              + " following regions: "
              + replication.regions());
    }
    return replication.remove(
        table.name(),
        region,
        current -> {
          ReplicaRules.checkDelete(current, Set.of(region), hasLostRegion);
          if (current.features().strong() != null) {
            throw InUseErrors.ofReplicas(); // It has become strongly consistent meanwhile.
          }
        });
  }

  private CompletableFuture<TableDefinition> create(
      Structure create, TableDefinition table, Instant now) {
    String region = create.require(Create.REGION_NAME);
    ReplicaRules.checkCreate(table, region);
    var settings = new RequestedSettings(create, Create.SETTINGS, region, table, caller).ofNew();
    checkFree(table, region);
    return replication.add(
        table.name(),
        List.of(Replica.creating(region, now, settings)),
        null,
        current -> ReplicaRules.checkCreate(current, region));
  }

  private CompletableFuture<TableDefinition> createStrong(
      Structure input, List<Structure> actions, TableDefinition table, Instant now) {
    List<Structure> creates =
        actions.stream().map(action -> action.require(Action.CREATE)).toList();
    String witness = StrongRules.newWitness(input);
    StrongRules.checkRegions(creates, witness, table.region());
    var replicas = new ArrayList<Replica>();
    for (Structure create : creates) {
      String region = create.require(Create.REGION_NAME);
      ReplicaRules.checkCreate(table, region);
      checkLocal(region);
      checkFree(table, region);
      var settings = new RequestedSettings(create, Create.SETTINGS, region, table, caller).ofNew();
      replicas.add(Replica.creating(region, now, settings));
    }
    if (witness != null) {
      checkLocal(witness);
    }
    return replication.add(
        table.name(),
        replicas,
        new StrongConsistency(table.region(), witness),
        current -> {
          StrongRules.checkTable(current);
          replicas.forEach(replica -> ReplicaRules.checkCreate(current, replica.region()));
        });
  }

  /** Checks that a region always answers when this one does. */
  private void checkLocal(String region) {
    checkKnown(region);
    if (!replication.isLocal(region)) {
      throw ApiError.validation(
          "Region "
              + region
              + " is in another process: MultiRegionConsistency STRONG needs regions that are in one"
              + " process (--regions)");
    }
  }

  /** The new settings of a replica. */
  private record Change(String region, RequestedSettings requested) {
    ReplicaSettings settings(TableDefinition table) {
      return requested.over(
          table
              .features()
              .replica(region)
              .map(Replica::settings)
              .orElseGet(() -> ReplicaSettings.of(table)));
    }
  }

  /** A change that has passed the rules. */
  private Change change(Structure update, TableDefinition table) {
    String region = update.require(Update.REGION_NAME);
    ReplicaRules.checkUpdate(table, region);
    var requested = new RequestedSettings(update, Update.SETTINGS, region, table, caller);
    requested.checkUpdate();
    var change = new Change(region, requested);
    change.settings(table);
    if (!region.equals(table.region())) {
      checkKnown(region);
    }
    return change;
  }

  /**
   * Changes replicas sequentially, each in its region. If a change fails, the changes before it
   * remain in effect.
   *
   * <p>The thread of the request waits for each change. A change must not start when the future of
   * the one before completes: that happens on the thread that commits this region's transactions.
   * While a message waits for another region there, two regions can wait for each other forever.
   */
  private void apply(List<Change> changes, TableDefinition table) {
    var latest = table;
    for (Change change : changes) {
      latest = apply(change, latest).join();
    }
  }

  private CompletableFuture<TableDefinition> apply(Change change, TableDefinition table) {
    String region = change.region();
    try {
      return replication.update(table, region, change.settings(table));
    } catch (Peer.UnreachableException e) {
      throw ApiError.validation(
          "Region "
              + region
              + " does not answer now, and its replica has not been changed as far as is known");
    }
  }

  /**
   * The table with its replicas in the state UPDATING, which lasts for the simulated duration of a
   * transition.
   */
  private TableDefinition updating(TableDefinition table, List<Change> changes, Instant now) {
    var after = table;
    for (Change change : changes) {
      after = catalog.states().begin(after, Transition.Kind.REPLICA_UPDATE, change.region(), now);
    }
    return after;
  }

  private void checkKnown(String region) {
    if (!replication.knows(region)) {
      throw ApiError.validation(
          "Region "
              + region
              + " is not known here: Gramme replicates to its own regions and to those of --peers,"
              + " now "
              + replication.regions());
    }
  }

  private void checkFree(TableDefinition table, String region) {
    checkKnown(region);
    try {
      if (!replication.isFree(table.name(), region)) {
        throw ReplicaRules.alreadyExists(table.name());
      }
    } catch (Peer.UnreachableException e) {
      throw ApiError.validation("Region " + region + " cannot be reached now");
    }
  }
}
