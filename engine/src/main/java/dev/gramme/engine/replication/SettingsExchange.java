package dev.gramme.engine.replication;

import dev.gramme.engine.catalog.BackgroundJob;
import dev.gramme.engine.catalog.Catalog;
import dev.gramme.engine.stream.LogRows;
import dev.gramme.engine.version.ItemVersion;
import dev.gramme.model.TableDefinition;
import dev.gramme.storage.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the settings alike that all replicas of a table share, and tells the other regions what
 * this one has of its own. Both have a version as items have, kept in a row with what they were
 * when it was given; where the definition differs from that, it was changed here, and the other
 * regions are told. Of what is shared the last change wins as a whole.
 */
final class SettingsExchange {
  private static final Logger LOG = LoggerFactory.getLogger(SettingsExchange.class);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

  private final Store store;
  private final Catalog catalog;
  private final Replication replication;
  private final OwnSettings own;

  /** Changes of definitions are few; one lock for all tables is enough. */
  private final ReentrantLock lock = new ReentrantLock();

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
   * Sends a region the present settings, however long that takes.
   *
   * @param job is informed while the region does not take them
   */
  void tell(String table, String region, BackgroundJob job) {
    var pause = FIRST_PAUSE;
    while (!replication.isClosed()) {
      Optional<TableDefinition> definition =
          catalog.find(table).filter(found -> found.replica(region).isPresent());
      if (definition.isEmpty() || arrives(definition.get(), region, job)) {
        return;
      }
      replication.pause(pause);
      Duration twice = pause.multipliedBy(2);
      pause = twice.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : twice;
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

  private boolean arrives(TableDefinition definition, String region, BackgroundJob job) {
    try {
      for (Message message : messages(definition)) {
        Peer.Reply reply = replication.reply(region, message);
        switch (reply) {
          case DONE, REFUSED -> {}
          case NO_TABLE, NOT_A_REPLICA, BUSY ->
              throw new Peer.UnreachableException("region " + region + " says " + reply);
        }
      }
      return true;
    } catch (Peer.UnreachableException e) {
      LOG.debug("settings of table {} do not reach region {} now", definition.name(), region, e);
      job.waitsFor(e);
      return false;
    }
  }

  /** Takes over settings of another region, if they are later than those here. */
  void received(String table, SharedSettings settings, ItemVersion version) {
    lock.lock();
    try {
      Optional<TableDefinition> definition = catalog.find(table);
      if (definition.isEmpty() || current(definition.get()).version().compareTo(version) >= 0) {
        return;
      }
      catalog
          .change(
              table, (current, numbers) -> settings.applyTo(current, numbers, replication.now()))
          .join();
      write(definition.get().number(), new LastPropagatedSettings(settings.document(), version));
    } finally {
      lock.unlock();
    }
  }

  /** The shared settings as they are, with a new version if they were changed here. */
  private LastPropagatedSettings current(TableDefinition table) {
    lock.lock();
    try {
      var stored =
          LastPropagatedSettings.read(store, LastPropagatedSettings.Kind.SHARED, table.number());
      var settings = SharedSettings.of(catalog.find(table.name()).orElse(table));
      if (stored == null) {
        return write(
            table.number(), new LastPropagatedSettings(settings.document(), ItemVersion.NONE));
      }
      if (new SharedSettings(stored.document()).isSame(settings)) {
        return stored;
      }
      long time = Math.max(LogRows.sequence(replication.now()), stored.version().time() + 1);
      return write(
          table.number(),
          new LastPropagatedSettings(
              settings.document(), new ItemVersion(time, replication.region())));
    } finally {
      lock.unlock();
    }
  }

  private LastPropagatedSettings write(int table, LastPropagatedSettings told) {
    told.write(store, LastPropagatedSettings.Kind.SHARED, table);
    return told;
  }
}
