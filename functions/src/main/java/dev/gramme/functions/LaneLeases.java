package dev.gramme.functions;

import dev.gramme.engine.catalog.Lease;
import dev.gramme.engine.catalog.ServerNumbers;
import dev.gramme.storage.Store;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * The leases of this server on a store: one for each lane that it runs or waits for, and one that
 * shows the other servers that it lives. A lane's lease is named {@code
 * function/NAME/LANES/SHARD/LANE}. The number of lanes is part of the name, because with another
 * number the items of a lane are others.
 *
 * <p>Thread-safe.
 */
final class LaneLeases {
  private static final String SERVERS = "functions of server/";

  private final Store store;
  private final InstantSource clock;
  private final Map<String, Lease> leases = new ConcurrentHashMap<>();
  private final String server;

  LaneLeases(Store store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
    this.server = store.isShared() ? SERVERS + ServerNumbers.next(store) : SERVERS;
    lease(server).acquire();
  }

  /** The name of a lane's lease. */
  static String name(String function, int lanes, int shard, int lane) {
    return "%s%d/%d".formatted(lanes(function, lanes), shard, lane);
  }

  private static String lanes(String function, int lanes) {
    return "%s%d/".formatted(lanes(function), lanes);
  }

  private static String lanes(String function) {
    return whole(function) + "/";
  }

  /** The lease with this name. */
  Lease lease(String name) {
    // Leases on a store that is not shared have no state.
    return store.isShared()
        ? leases.computeIfAbsent(name, it -> new Lease(store, clock, it))
        : new Lease(store, clock, name);
  }

  /** The number of living servers on the store, with this one. */
  int servers() {
    lease(server).acquire();
    var names = Lease.names(store, SERVERS);
    forgetAllBut(names, name -> name.startsWith(SERVERS) && !name.equals(server));
    int others = 0;
    for (String name : names) {
      if (!name.equals(server) && !endIfFree(name)) {
        others++;
      }
    }
    return others + 1;
  }

  /**
   * Whether no server runs lanes of a function that was divided into another number of lanes. Ends
   * such leases of this server and of dead ones.
   */
  boolean onlyLanesOf(String function, int lanes) {
    var earlier =
        Lease.names(store, whole(function)).stream()
            .filter(name -> isEarlier(name, function, lanes))
            .toList();
    forgetAllBut(earlier, name -> isEarlier(name, function, lanes));
    boolean only = true;
    for (String name : earlier) {
      only &= endIfFree(name);
    }
    return only;
  }

  /** Whether a lease is one of a function, but not with this number of lanes. */
  private static boolean isEarlier(String name, String function, int lanes) {
    return name.equals(whole(function))
        || (name.startsWith(lanes(function)) && !name.startsWith(lanes(function, lanes)));
  }

  /** The name of the one lease that a function had in versions before 29 November 2026. */
  private static String whole(String function) {
    return "function/" + function;
  }

  /** Forgets leases whose rows another server has deleted. */
  private void forgetAllBut(List<String> existing, Predicate<String> which) {
    leases.keySet().removeIf(name -> which.test(name) && !existing.contains(name));
  }

  /** Deletes the row of a lease, if this server has or can take the lease. */
  private boolean endIfFree(String name) {
    if (lease(name).acquire().isEmpty()) {
      return false;
    }
    release(name);
    return true;
  }

  /** Lets other servers take a lease. */
  void release(String name) {
    Lease lease = leases.remove(name);
    if (lease != null) {
      lease.release();
    }
  }

  /** Renews the leases that this server has. */
  void renew() {
    leases.values().forEach(Lease::renew);
  }

  /**
   * Releases the leases of functions' lanes that are not needed any more.
   *
   * @param needed the names of those that are
   * @param lanes the functions that run, with their numbers of lanes; their earlier leases are
   *     kept, because {@link #onlyLanesOf} watches them
   * @param changing names of functions whose leases are kept
   */
  void retain(Set<String> needed, Map<String, Integer> lanes, Set<String> changing) {
    for (String name : leases.keySet()) {
      boolean isKept =
          needed.contains(name)
              || name.startsWith(SERVERS)
              || changing.stream().anyMatch(function -> name.startsWith(lanes(function)))
              || lanes.entrySet().stream()
                  .anyMatch(function -> isEarlier(name, function.getKey(), function.getValue()));
      if (!isKept) {
        release(name);
      }
    }
  }

  /** Releases all leases, so that other servers need not wait. */
  void release() {
    leases.values().forEach(Lease::release);
  }
}
