package dev.gramme.functions;

import dev.gramme.engine.catalog.Lease;
import dev.gramme.engine.catalog.ServerNumbers;
import dev.gramme.storage.Store;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

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
    return "function/" + function + "/";
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
    int others = 0;
    for (String other : Lease.names(store, SERVERS)) {
      if (!other.equals(server) && !endIfFree(other)) {
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
    boolean only = true;
    for (String name : earlierLeases(function, lanes)) {
      only &= endIfFree(name);
    }
    return only;
  }

  private List<String> earlierLeases(String function, int lanes) {
    // Versions before 29 November 2026 had one lease for a function, without a slash at the end.
    String whole = "function/" + function;
    return Lease.names(store, whole).stream()
        .filter(name -> name.equals(whole) || name.startsWith(lanes(function)))
        .filter(name -> !name.startsWith(lanes(function, lanes)))
        .toList();
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
   * @param changing names of functions whose leases are kept
   */
  void retain(Set<String> needed, Set<String> changing) {
    leases
        .entrySet()
        .removeIf(entry -> {
          String name = entry.getKey();
          boolean isNeeded =
              needed.contains(name)
                  || name.startsWith(SERVERS)
                  || changing.stream().anyMatch(function -> name.startsWith(lanes(function)));
          if (!isNeeded) {
            entry.getValue().release();
          }
          return !isNeeded;
        });
  }

  /** Releases all leases, so that other servers need not wait. */
  void release() {
    leases.values().forEach(Lease::release);
  }
}
