package dev.gramme.engine.replication;

import dev.gramme.engine.catalog.BackgroundJob;
import dev.gramme.engine.catalog.BlockingTransactions;
import dev.gramme.engine.catalog.Catalog;
import dev.gramme.engine.catalog.Lease;
import dev.gramme.engine.catalog.RowRange;
import dev.gramme.engine.catalog.StoredJobs;
import dev.gramme.engine.version.VersionRows;
import dev.gramme.model.ApiError;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.Transition;
import dev.gramme.storage.Store;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;

/**
 * Removes replicas that no longer exist from the definitions of tables. A table without other
 * replicas needs no versions of its items. They are removed in the background, in transactions of a
 * limited number of rows. Until then the table has the transition {@link
 * Transition.Kind#VERSION_REMOVAL}, and no new replica is copied: the removal could remove versions
 * that are newer than the copy. On a shared store, one server removes the versions of a table.
 */
final class FormerReplicas {
  private final Store store;
  private final Catalog catalog;
  private final StoredJobs<Versions> jobs;

  /** The removal of the versions of a table. */
  private record Versions(String table, int number) implements StoredJobs.Key {
    @Override
    public String id() {
      return Integer.toString(number);
    }

    @Override
    public String subject() {
      return table;
    }
  }

  FormerReplicas(Store store, Catalog catalog) {
    this.store = store;
    this.catalog = catalog;
    this.jobs =
        new StoredJobs<>(
            store, catalog.lifecycle(), "removal of versions", this::removals, this::remove);
  }

  /** Records that a region no longer has a replica, unless the table itself is gone. */
  void left(String table, String there) {
    try {
      catalog
          .change(
              table,
              (current, numbers) -> {
                TableDefinition left = without(current, there);
                return current.features().isGlobal() && !left.features().isGlobal()
                    ? withRemoval(left, catalog.lifecycle().clock().instant())
                    : left;
              },
              (tx, changed) -> {
                if (changed.features().replica(there).isEmpty()) {
                  Position.remove(tx, changed.number(), there);
                }
              })
          .join();
    } catch (CompletionException e) {
      if (!Catalog.isMissing(e)) {
        throw e;
      }
    }
  }

  /**
   * The table without the replica of a region. A table that is being deleted keeps it, and
   * therefore refuses writes. If the region that left was about to delete this replica, this one
   * remains and accepts writes again; any other region that is about to do so sends its next
   * message soon, and writes are refused again. A replica that its own region deletes keeps
   * refusing writes.
   */
  private static TableDefinition without(TableDefinition table, String there) {
    if (table.changes().find(Transition.Kind.DELETION).isPresent()) {
      return table;
    }
    var left =
        table.toBuilder()
            .replicas(
                table.features().replicas().stream()
                    .filter(replica -> !replica.region().equals(there))
                    .toList())
            .build();
    boolean isToRemain = left.changes().find(Transition.Kind.REPLICA_DELETION).isEmpty();
    if (isToRemain && left.status() == TableDefinition.Status.DELETING) {
      left = left.toBuilder().status(TableDefinition.Status.ACTIVE).build();
    }
    return left.features().isGlobal()
        ? left
        : left.toBuilder().mergedCeilings().strong(null).build();
  }

  /** The table with a new transition in place of an earlier one. */
  private static TableDefinition withRemoval(TableDefinition table, Instant now) {
    var underWay = new ArrayList<>(withoutRemoval(table).changes().underWay());
    underWay.add(new Transition(Transition.Kind.VERSION_REMOVAL, "", now));
    return table.toBuilder().changes(table.changes().withUnderWay(underWay)).build();
  }

  private static TableDefinition withoutRemoval(TableDefinition table) {
    List<Transition> others =
        table.changes().underWay().stream()
            .filter(transition -> transition.kind() != Transition.Kind.VERSION_REMOVAL)
            .toList();
    return table.toBuilder().changes(table.changes().withUnderWay(others)).build();
  }

  private static Optional<Transition> removal(TableDefinition table) {
    return table.changes().find(Transition.Kind.VERSION_REMOVAL);
  }

  /** Whether a table still has versions of the time before its last replica was removed. */
  static boolean hasFormerVersions(TableDefinition table) {
    return removal(table).isPresent();
  }

  /** Removes the versions of a table in the background, if it has the transition. */
  void removeVersions(TableDefinition table) {
    if (hasFormerVersions(table)) {
      Optional<BackgroundJob> _ = jobs.start(new Versions(table.name(), table.number()));
    }
  }

  private List<Versions> removals() {
    return catalog.tables().stream()
        .filter(FormerReplicas::hasFormerVersions)
        .map(table -> new Versions(table.name(), table.number()))
        .toList();
  }

  /**
   * Removes the versions, then the transition. If the table has lost its last replica again
   * meanwhile, it has another transition, whose removal follows.
   */
  private void remove(Versions versions, Lease.Term term, BackgroundJob progress) {
    Optional<Transition> removal =
        catalog.find(versions.table).flatMap(table -> removal(table, versions));
    if (removal.isEmpty()) {
      return;
    }
    var rows = new RowRange(VersionRows.first(versions.number), VersionRows.end(versions.number));
    try {
      while (!rows.isEmpty()) {
        if (catalog.lifecycle().isClosed() || !term.isHeld()) {
          return;
        }
        rows = removeSome(rows, versions, removal);
        progress.progressed();
      }
      catalog
          .change(
              versions.table,
              (current, numbers) ->
                  removal(current, versions).equals(removal) ? withoutRemoval(current) : current)
          .join();
    } catch (ApiError | CompletionException e) {
      if (!Catalog.isMissing(e)) {
        throw e;
      }
    }
  }

  /** Removes some versions; returns the range of the others, which is empty without transition. */
  private RowRange removeSome(RowRange rows, Versions versions, Optional<Transition> removal) {
    return BlockingTransactions.transact(
        store,
        tx -> {
          var current = catalog.currentOrCreating(tx, versions.table);
          return removal(current, versions).equals(removal)
              ? rows.removeSome(tx, store.deletionRows())
              : new RowRange(rows.to(), rows.to());
        });
  }

  private static Optional<Transition> removal(TableDefinition table, Versions versions) {
    return table.number() == versions.number ? removal(table) : Optional.empty();
  }
}
