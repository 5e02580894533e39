package dev.gramme.engine.replication;

import dev.gramme.engine.catalog.Blocking;
import dev.gramme.engine.catalog.Catalog;
import dev.gramme.engine.key.SystemKeys;
import dev.gramme.engine.stream.LogRows;
import dev.gramme.engine.version.ItemVersion;
import dev.gramme.model.AttributeValue.M;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.Item;
import dev.gramme.model.ItemCodec;
import dev.gramme.model.Replica;
import dev.gramme.model.TableDefinition;
import dev.gramme.storage.Store;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the settings alike that all replicas of a table share. They have a version as items have,
 * kept in a row with what they were when it was given; where the definition differs from that, it
 * was changed here, and the other regions are told. The last change wins as a whole.
 */
final class SettingsExchange {
  private static final Logger LOG = LoggerFactory.getLogger(SettingsExchange.class);
  private static final int KIND = 4;
  private static final Duration PAUSE = Duration.ofMillis(200);

  private final Store store;
  private final Catalog catalog;
  private final Replication replication;

  /** Changes of definitions are few; one lock for all tables is enough. */
  private final ReentrantLock lock = new ReentrantLock();

  private record Shared(SharedSettings settings, ItemVersion version) {}

  SettingsExchange(Store store, Catalog catalog, Replication replication) {
    this.store = store;
    this.catalog = catalog;
    this.replication = replication;
  }

  /** Tells the other regions, if settings were changed here or on the last way out got lost. */
  void share(String table) {
    Optional<TableDefinition> definition = catalog.find(table);
    if (definition.isEmpty() || !definition.get().isGlobal()) {
      return;
    }
    Shared shared = current(definition.get());
    if (!shared.version.region().equals(replication.region())) {
      return;
    }
    var message = Message.share(table, replication.region(), shared.settings, shared.version);
    for (Replica replica : definition.get().replicas()) {
      tell(table, replica.region(), shared, message);
    }
  }

  private void tell(String table, String region, Shared shared, Message message) {
    while (!replication.isClosed()) {
      Optional<TableDefinition> now = catalog.find(table);
      if (now.isEmpty() || now.get().replica(region).isEmpty()) {
        return;
      }
      Shared latest = read(now.get().number());
      if (latest == null || !latest.version.equals(shared.version)) {
        // Somebody else has something later to tell.
        return;
      }
      try {
        switch (replication.reply(region, message)) {
          case DONE, REFUSED -> {
            return;
          }
          case NO_TABLE, NOT_A_REPLICA, BUSY -> {}
        }
      } catch (Peer.UnreachableException e) {
        LOG.debug("settings of table {} do not reach region {} now", table, region, e);
      }
      replication.pause(PAUSE);
    }
  }

  /** Takes over settings of another region, if they are later than those here. */
  void received(String table, SharedSettings settings, ItemVersion version) {
    lock.lock();
    try {
      Optional<TableDefinition> definition = catalog.find(table);
      if (definition.isEmpty() || current(definition.get()).version.compareTo(version) >= 0) {
        return;
      }
      catalog
          .change(
              table, (current, numbers) -> settings.applyTo(current, numbers, replication.now()))
          .join();
      write(definition.get().number(), new Shared(settings, version));
    } finally {
      lock.unlock();
    }
  }

  /** The settings as they are, with a new version if they were changed here. */
  private Shared current(TableDefinition table) {
    lock.lock();
    try {
      Shared stored = read(table.number());
      var settings = SharedSettings.of(catalog.find(table.name()).orElse(table));
      if (stored == null) {
        var first = new Shared(settings, ItemVersion.NONE);
        write(table.number(), first);
        return first;
      }
      if (stored.settings.isSame(settings)) {
        return stored;
      }
      long time = Math.max(LogRows.sequence(replication.now()), stored.version.time() + 1);
      var changed = new Shared(settings, new ItemVersion(time, replication.region()));
      write(table.number(), changed);
      return changed;
    } finally {
      lock.unlock();
    }
  }

  private @Nullable Shared read(int table) {
    byte[] stored = store.get(row(table));
    if (stored == null) {
      return null;
    }
    Item in = ItemCodec.decode(stored);
    if (!(in.get("Settings") instanceof M(var document))) {
      throw new IllegalStateException("damaged settings of a global table");
    }
    return new Shared(
        new SharedSettings(document),
        new ItemVersion(Message.number(in, "Time"), Message.text(in, "Region")));
  }

  private void write(int table, Shared shared) {
    Item row =
        Item.builder(3)
            .put("Settings", new M(shared.settings.document()))
            .put("Time", N.of(shared.version.time()))
            .put("Region", new S(shared.version.region()))
            .build();
    Blocking.transact(
        store,
        tx -> {
          tx.put(row(table), ItemCodec.encode(row));
          return true;
        });
  }

  private static byte[] row(int table) {
    return SystemKeys.start(SystemKeys.REPLICATION).writeInt(table).writeByte(KIND).toByteArray();
  }
}
