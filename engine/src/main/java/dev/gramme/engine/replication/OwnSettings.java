package dev.gramme.engine.replication;

import dev.gramme.engine.catalog.BlockingTransactions;
import dev.gramme.engine.catalog.Catalog;
import dev.gramme.engine.catalog.ReplicaCodec;
import dev.gramme.engine.replication.LastPropagatedSettings.Kind;
import dev.gramme.engine.stream.LogRows;
import dev.gramme.engine.version.ItemVersion;
import dev.gramme.model.Replica;
import dev.gramme.model.ReplicaSettings;
import dev.gramme.model.TableDefinition;
import dev.gramme.storage.Store;
import dev.gramme.storage.Transaction;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The settings that each replica has for itself. Only the replica's own region changes them.
 * Another region sends a request with the settings that it knows; so of two concurrent requests one
 * is rejected, because its known settings are outdated. The new settings are sent to all other
 * regions with an increasing time, so that a late message changes nothing.
 */
final class OwnSettings {
  private final Store store;
  private final Catalog catalog;
  private final Replication replication;

  OwnSettings(Store store, Catalog catalog, Replication replication) {
    this.store = store;
    this.catalog = catalog;
    this.replication = replication;
  }

  /** The message with the settings of this region's replica. */
  Message message(TableDefinition table) {
    LastPropagatedSettings last = current(table);
    return Message.own(
        table.name(),
        replication.region(),
        ReplicaCodec.settings(last.document()),
        last.version().time());
  }

  /** Stores the settings of another region's replica. */
  void received(String table, String from, ReplicaSettings settings, long time) {
    Optional<Replica> known = catalog.find(table).flatMap(found -> found.features().replica(from));
    if (known.isPresent() && known.get().settingsMicros() < time) {
      catalog
          .change(table, (current, numbers) -> withSettings(current, from, settings, time))
          .join();
    }
  }

  /**
   * The table with the settings of another region's replica, if they are later than the known ones.
   */
  static TableDefinition withSettings(
      TableDefinition table, String region, ReplicaSettings settings, long time) {
    return table
        .features()
        .replica(region)
        .filter(replica -> replica.settingsMicros() < time)
        .map(replica -> table.toBuilder().replica(replica.withSettings(settings, time)).build())
        .orElse(table);
  }

  /**
   * Changes the settings of this region's replica at the request of another region.
   *
   * @param known the settings that the requesting region expects
   */
  Peer.Reply change(String table, ReplicaSettings known, ReplicaSettings requested, long time) {
    var done = new AtomicBoolean();
    catalog
        .change(
            table,
            (current, numbers) -> {
              var own = ReplicaSettings.of(current);
              boolean fits =
                  own.equals(requested) || (own.equals(known) && fits(requested, current));
              done.set(fits);
              return fits ? requested.change(current, replication.now()) : current;
            },
            (tx, changed) -> {
              if (done.get()) {
                var stored = LastPropagatedSettings.read(tx, Kind.OWN, changed.number());
                long later = stored == null ? time : Math.max(time, stored.version().time() + 1);
                var _ = write(tx, changed, later);
              }
            })
        .join();
    return done.get() ? Peer.Reply.DONE : Peer.Reply.BUSY;
  }

  /** Whether the table can be changed, and already has the indexes that the request refers to. */
  private static boolean fits(ReplicaSettings requested, TableDefinition table) {
    return switch (table.status()) {
      case CREATING, DELETING -> false;
      case UPDATING, ACTIVE ->
          requested.ceilings().ofIndexes().keySet().stream()
              .allMatch(index -> table.globalIndex(index).isPresent());
    };
  }

  private LastPropagatedSettings current(TableDefinition table) {
    return BlockingTransactions.transact(
        store,
        tx -> {
          TableDefinition latest = catalog.existing(tx, table.name());
          var stored = LastPropagatedSettings.read(tx, Kind.OWN, latest.number());
          if (stored == null) {
            return write(tx, latest, LogRows.sequence(replication.now()));
          }
          boolean same =
              ReplicaCodec.settings(stored.document()).equals(ReplicaSettings.of(latest));
          return same ? stored : write(tx, latest, replication.timeAfter(stored.version()));
        });
  }

  private LastPropagatedSettings write(Transaction tx, TableDefinition table, long time) {
    var last =
        new LastPropagatedSettings(
            ReplicaCodec.encode(ReplicaSettings.of(table)),
            new ItemVersion(time, replication.region()));
    last.write(tx, Kind.OWN, table.number());
    return last;
  }
}
