package dev.gramme.engine.replication;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The other regions that tables can have replicas in. */
public interface Peers {
  /** Their names. */
  Set<String> regions();

  /** A region; empty if there is none of the name. Others than {@link #regions} may come to be. */
  Optional<Peer> of(String region);

  /** Regions that stay the same. */
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
