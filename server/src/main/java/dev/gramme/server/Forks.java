package dev.gramme.server;

import dev.gramme.server.settings.DatabaseSharing;
import dev.gramme.server.settings.Settings;
import dev.gramme.storage.Store;
import dev.gramme.storage.memory.MemoryStore;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;

/**
 * Copies of whole databases in memory, which requests reach by signing for the fork's name as their
 * region. A fork takes constant time, since both share the tree of rows until one of them writes.
 * It is not connected with other regions, so it replicates nothing, and it keeps the region of the
 * original in its ARNs.
 */
public final class Forks {
  /** The most forks at a time. */
  public static final int MOST = 8;

  private final Optional<String> obstacle;
  private final BiFunction<Store, String, Database> open;
  private final Map<String, MemoryStore> stores = new ConcurrentHashMap<>();

  /**
   * @param open opens the database of a store for a region
   */
  Forks(Settings settings, BiFunction<Store, String, Database> open) {
    this.obstacle = obstacle(settings);
    this.open = open;
  }

  private static Optional<String> obstacle(Settings settings) {
    if (!settings.inMemory()) {
      return Optional.of("only a server with --in-memory can fork its databases");
    }
    if (settings.regionsAreFixed() || settings.sharing() != DatabaseSharing.REGION) {
      return Optional.of(
          "a fork is reached as a region, so there is none with --regions, --peers, --identities"
              + " or --databases");
    }
    return settings.functions() || settings.kafka().isPresent()
        ? Optional.of(
            "a fork would repeat the effects of functions and Kafka outside of the database")
        : Optional.empty();
  }

  /** Why this server cannot fork; empty if it can. */
  public Optional<String> obstacle() {
    return obstacle;
  }

  /** A new store for a region, which can be forked later. */
  MemoryStore newStore(String region) {
    var store = new MemoryStore();
    stores.put(region, store);
    return store;
  }

  /**
   * Opens a copy of a database as it is now. Empty if there is no such database.
   *
   * @param of the region, or the fork, that is copied
   * @param name the name of the new fork
   * @param region the region in the ARNs of the copy
   */
  Optional<Database> open(String of, String name, String region) {
    MemoryStore original = stores.get(of);
    if (original == null) {
      return Optional.empty();
    }
    MemoryStore copy = original.fork();
    stores.put(name, copy);
    return Optional.of(open.apply(copy, region));
  }

  void forget(String name) {
    stores.remove(name);
  }
}
