package dev.gramme.server;

import dev.gramme.server.settings.Settings;
import java.util.Set;

/** The operations that a store does not support. */
final class MissingOperations {
  /** Each server that shares a store would send each change. */
  private static final Set<String> ON_SHARED_STORES = Set.of("EnableKinesisStreamingDestination");

  /**
   * An export reads a snapshot for as long as it takes, but Cassandra's history is short. An import
   * writes 128 items in one transaction, each in a partition of its own.
   */
  private static final Set<String> ON_CASSANDRA =
      Set.of("EnableKinesisStreamingDestination", "ExportTableToPointInTime", "ImportTable");

  private MissingOperations() {}

  /** The names of the operations that the store of these settings does not support. */
  static Set<String> of(Settings settings) {
    if (settings.cassandra().isPresent()) {
      return ON_CASSANDRA;
    }
    return settings.isShared() ? ON_SHARED_STORES : Set.of();
  }
}
