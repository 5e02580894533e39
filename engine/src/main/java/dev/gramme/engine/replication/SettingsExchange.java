package dev.gramme.engine.replication;

import dev.gramme.engine.catalog.BackgroundJob;
import dev.gramme.engine.catalog.BlockingTransactions;
import dev.gramme.engine.catalog.Catalog;
import dev.gramme.engine.replication.LastPropagatedSettings.Kind;
import dev.gramme.engine.version.ItemVersion;
import dev.gramme.model.ApiError;
import dev.gramme.model.TableDefinition;
import dev.gramme.storage.BackOff;
import dev.gramme.storage.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Synchronizes the settings that all replicas of a table share, and sends the settings of this
 * region's replica to the other regions. Both have a version like an item. A row stores the last
 * propagated settings with their version; if the definition differs from them, it was changed in
 * this region, and the other regions are informed. The last change of the shared settings wins as a
 * whole. The row and the definition change in one transaction, because several servers can have the
 * same store.
 */
final class SettingsExchange {
  private static final Logger LOG = LoggerFactory.getLogger(SettingsExchange.class);
  private static final BackOff BACK_OFF = new BackOff(Duration.ofMillis(50), Duration.ofSeconds(2));

  private final Store store;
  private final Catalog catalog;
  private final Replication replication;
  private final OwnSettings own;

  SettingsExchange(Store store, Catalog catalog, Replication replication) {
    this.store = store;
    this.catalog = catalog;
    this.replication = replication;
    this.own = new OwnSettings(store, catalog, replication);
  }

  OwnSettings own() {
    return own;
  }

  /**
   * Sends the current settings to a region, and retries until they arrive.
   *
   * @param job receives the failures
   */
  void propagate(String table, String region, BackgroundJob job) {
    for (int failures = 1; !replication.isClosed(); failures++) {
      Optional<TableDefinition> definition =
          catalog.find(table).filter(found -> found.features().replica(region).isPresent());
      if (definition.isEmpty() || tryToSend(definition.get(), region, job)) {
        return;
      }
      replication.pause(BACK_OFF.pause(failures));
    }
  }

  private List<Message> messages(TableDefinition definition) {
    var messages = new ArrayList<Message>(2);
    LastPropagatedSettings shared = current(definition);
    if (shared.version().region().equals(replication.region())) {
      messages.add(
          Message.share(
              definition.name(),
              replication.region(),
              new SharedSettings(shared.document()),
              shared.version()));
    }
    messages.add(own.message(definition));
    return messages;
  }

  private boolean tryToSend(TableDefinition definition, String region, BackgroundJob job) {
    try {
      for (Message message : messages(definition)) {
        Peer.Reply reply = replication.send(region, message);
        switch (reply) {
          case DONE, REFUSED -> {}
          case NO_TABLE, NOT_A_REPLICA, BUSY ->
              throw new Peer.UnreachableException("region " + region + " replied " + reply);
        }
      }
      return true;
    } catch (Peer.UnreachableException e) {
      LOG.debug("could not send settings of table {} to region {}", definition.name(), region, e);
      job.waitsFor(e);
      return false;
    } catch (ApiError e) {
      if (Catalog.isMissing(e)) {
        return false; // The table was deleted in the meantime.
      }
      throw e;
    }
  }

  /** Applies settings of another region, if they are later than the current ones. */
  void received(String table, SharedSettings settings, ItemVersion version) {
    Optional<TableDefinition> definition = catalog.find(table);
    if (definition.isEmpty() || isLater(current(definition.get()), version)) {
      return;
    }
    var received = new LastPropagatedSettings(settings.document(), version);
    try {
      catalog
          .change(
              table,
              (current, numbers) -> settings.applyTo(current, numbers, replication.now()),
              (tx, changed) -> {
                var stored = LastPropagatedSettings.read(tx, Kind.SHARED, changed.number());
                if (stored != null && isLater(stored, version)) {
                  throw new OutdatedSettingsException();
                }
                received.write(tx, Kind.SHARED, changed.number());
              })
          .join();
    } catch (CompletionException e) {
      if (!(e.getCause() instanceof OutdatedSettingsException)) {
        throw e;
      }
    }
  }

  /** Ends the transaction of a change that has become outdated in the meantime. */
  private static final class OutdatedSettingsException extends RuntimeException {
    private static final long serialVersionUID = 1;

    OutdatedSettingsException() {
      super("outdated settings", null, false, false);
    }
  }

  private static boolean isLater(LastPropagatedSettings stored, ItemVersion version) {
    return stored.version().compareTo(version) >= 0;
  }

  /** The current shared settings, with a new version if they were changed in this region. */
  private LastPropagatedSettings current(TableDefinition table) {
    return BlockingTransactions.transact(
        store,
        tx -> {
          var stored = LastPropagatedSettings.read(tx, Kind.SHARED, table.number());
          var settings = SharedSettings.of(catalog.existing(tx, table.name()));
          if (stored != null && new SharedSettings(stored.document()).isSame(settings)) {
            return stored;
          }
          ItemVersion version =
              stored == null
                  ? ItemVersion.NONE
                  : new ItemVersion(replication.timeAfter(stored.version()), replication.region());
          var changed = new LastPropagatedSettings(settings.document(), version);
          changed.write(tx, Kind.SHARED, table.number());
          return changed;
        });
  }
}
