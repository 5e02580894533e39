package dev.gramme.engine.replication;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The other regions in which tables can have replicas. */
public interface Peers {
  /** Their names. */
  Set<String> regions();

  /**
   * The region with a name, empty if it does not exist. This may be a new region that is not in
   * {@link #regions} yet.
   */
  Optional<Peer> of(String region);

  /** Whether a region is in this process, so that it answers whenever this one does. */
  default boolean isLocal(String region) {
    return false;
  }

  /** A fixed set of regions. */
  static Peers of(Map<String, Peer> byRegion) {
    var regions = Map.copyOf(byRegion);
    return new Peers() {
      @Override
      public Set<String> regions() {
        return regions.keySet();
      }

      @Override
      public Optional<Peer> of(String region) {
        return Optional.ofNullable(regions.get(region));
      }
    };
  }
}
