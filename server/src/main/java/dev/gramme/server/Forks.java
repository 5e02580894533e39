package dev.gramme.server;

import dev.gramme.server.settings.DatabaseSharing;
import dev.gramme.server.settings.Settings;
import dev.gramme.storage.Store;
import dev.gramme.storage.memory.MemoryStore;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.regex.Pattern;

/**
 * Copies of whole databases in memory, which requests reach by signing for the fork's name as their
 * region. A fork takes constant time, since both begin with the same immutable tree of rows. It is
 * not connected with other regions, so it replicates nothing, and it keeps the region of the
 * original in its ARNs.
 */
public final class Forks {
  /** The maximum number of forks of a process. */
  public static final int MOST = 8;

  /** The form of AWS's names of regions. A fork with such a name would answer for the region. */
  static final Pattern REGION = Pattern.compile("[a-z]{2}(?:-[a-z]+)+-[0-9]+");

  private final Optional<String> obstacle;
  private final BiFunction<Store, String, Database> open;
  private final Map<String, MemoryStore> stores = new ConcurrentHashMap<>();
  private final AtomicInteger count = new AtomicInteger();

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
          "forks are not available with --regions, --peers, --identities or --databases, because a"
              + " fork is addressed by its region name");
    }
    return settings.functions() || settings.kafka().isPresent()
        ? Optional.of(
            "a fork would repeat the effects of functions and Kafka outside of the database")
        : Optional.empty();
  }

  /** How many forks there are. */
  int count() {
    return count.get();
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
    Database database = this.open.apply(copy, region);
    stores.put(name, copy);
    count.incrementAndGet();
    return Optional.of(database);
  }

  void forget(String name) {
    stores.remove(name);
    count.decrementAndGet();
  }
}
