package dev.gramme.engine.replication;

import dev.gramme.engine.catalog.BackgroundJob;
import dev.gramme.engine.catalog.Catalog;
import dev.gramme.engine.catalog.InUseErrors;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.model.Replica;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.Transition;
import dev.gramme.storage.BackOff;
import dev.gramme.storage.Store;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes this region's replica of a table when a client of this region requests it. First the
 * table refuses writes, then its last changes are sent, then it is deleted. So no acknowledged
 * write is lost. If another region cannot be reached, the table is deleted after a while without.
 *
 * <p>The deletion is a transition in the definition, so it continues after a restart. On a shared
 * store each server waits for the changes, and the first one deletes the table.
 */
final class OwnDeletion {
  private static final Logger LOG = LoggerFactory.getLogger(OwnDeletion.class);
  private static final BackOff BACK_OFF = new BackOff(Duration.ofMillis(50), Duration.ofSeconds(5));

  /** After this many checks, about a second, the client receives its answer. */
  private static final int CHECKS_BEFORE_ANSWER = 5;

  private final Store store;
  private final Catalog catalog;
  private final Replication replication;
  private final Set<String> running = ConcurrentHashMap.newKeySet();

  OwnDeletion(Store store, Catalog catalog, Replication replication) {
    this.store = store;
    this.catalog = catalog;
    this.replication = replication;
  }

  /** Implements {@link Replication#delete}. */
  CompletableFuture<TableDefinition> delete(String table, Consumer<TableDefinition> rule) {
    if (replication.region().isEmpty()) {
      return catalog.delete(table, current -> checkAlone(current, rule));
    }
    boolean isReplica =
        catalog.find(table).filter(found -> found.features().isGlobal()).isPresent();
    return isReplica
        ? catalog.change(
            table,
            (current, numbers) -> {
              rule.accept(current);
              checkReplicas(current);
              return catalog
                  .states()
                  .begin(current, Transition.Kind.REPLICA_DELETION, "", replication.now());
            })
        : catalog.delete(table, rule);
  }

  /**
   * Checks that a table of a database without regions can be deleted. In a fork that was taken
   * while a replica was deleted, the table still refuses writes. There it can be deleted again,
   * because no other region waits for its changes.
   */
  private static void checkAlone(TableDefinition table, Consumer<TableDefinition> rule) {
    boolean refusesWrites =
        table.status() == TableDefinition.Status.DELETING
            && table.changes().find(Transition.Kind.DELETION).isEmpty();
    if (!refusesWrites) {
      rule.accept(table);
    }
  }

  /**
   * Checks that this region neither copies nor deletes another replica. Without its table it could
   * not complete that: a new replica would never open, and the replicas of a table that was
   * strongly consistent would keep a home that no longer exists.
   */
  private static void checkReplicas(TableDefinition table) {
    for (Replica replica : table.features().replicas()) {
      if (replica.isToBeCopied() || replica.status() == Replica.Status.DELETING) {
        throw InUseErrors.ofReplicas();
      }
    }
  }

  /** Continues the deletion of a table, if one has begun; returns the started job. */
  Optional<BackgroundJob> resume(TableDefinition table) {
    if (!isSending(table) || !running.add(table.name())) {
      return Optional.empty();
    }
    var unconfirmed = new AtomicReference<@Nullable TableDefinition>();
    return Optional.of(
        catalog
            .lifecycle()
            .start(
                "deletion of a replica",
                table.name(),
                job -> {
                  run(table.name(), unconfirmed, job);
                  running.remove(table.name());
                }));
  }

  private static boolean isSending(TableDefinition table) {
    return table.changes().find(Transition.Kind.REPLICA_DELETION).isPresent()
        && table.changes().find(Transition.Kind.DELETION).isEmpty();
  }

  /**
   * Sends the last changes and deletes the table.
   *
   * @param unconfirmed a table whose deletion failed in an earlier run, although the store may have
   *     executed it
   */
  private void run(
      String name, AtomicReference<@Nullable TableDefinition> unconfirmed, BackgroundJob job) {
    for (int checks = 1; !replication.isClosed(); checks++) {
      Optional<TableDefinition> table = catalog.find(name).filter(OwnDeletion::isSending);
      if (table.isEmpty()) {
        leaveIfDeleted(unconfirmed.get());
        return;
      }
      boolean hasSent = replication.hasSentToAll(table.get());
      if (hasSent || checks > Sender.maxDropAttempts(store)) {
        if (!hasSent) {
          LOG.warn("table {} is deleted; some regions may not have its last changes", name);
        }
        finish(table.get(), unconfirmed);
        return;
      }
      if (checks == CHECKS_BEFORE_ANSWER) {
        job.progressed();
      }
      replication.pause(BACK_OFF.pause(checks));
    }
  }

  private void finish(
      TableDefinition table, AtomicReference<@Nullable TableDefinition> unconfirmed) {
    try {
      leave(catalog.delete(table.name(), OwnDeletion::requireSending).join());
    } catch (CompletionException e) {
      if (!Catalog.isMissing(e)) {
        unconfirmed.set(table);
        throw e;
      }
      leaveIfDeleted(unconfirmed.get());
    }
  }

  private void leaveIfDeleted(@Nullable TableDefinition unconfirmed) {
    if (unconfirmed != null && catalog.find(unconfirmed.name()).isEmpty()) {
      leave(unconfirmed);
    }
  }

  private static void requireSending(TableDefinition table) {
    if (!isSending(table)) {
      throw ApiError.of(
          ErrorType.RESOURCE_NOT_FOUND, "Another server has deleted table " + table.name());
    }
  }

  /** Informs the other regions that this region's replica is deleted. */
  private void leave(TableDefinition table) {
    for (Replica replica : table.features().replicas()) {
      var left =
          Message.about(
              Message.Kind.LEAVE, table.name(), replication.region(), replication.region());
      catalog
          .lifecycle()
          .start(
              "notification of a deleted replica",
              table.name() + "/" + replica.region(),
              () -> {
                try {
                  replication.send(replica.region(), left);
                } catch (Peer.UnreachableException e) {
                  // That region learns it from the reply to the next change that it sends.
                  return;
                }
              });
    }
  }
}
