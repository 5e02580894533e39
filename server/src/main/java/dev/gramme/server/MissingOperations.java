package dev.gramme.server;

import dev.gramme.server.settings.Settings;
import java.util.Set;

/** The operations that a store does not support. */
final class MissingOperations {
  /**
   * An export reads a snapshot for as long as it takes, but Cassandra's history is short. An import
   * writes 128 items in one transaction, each in a partition of its own.
   */
  private static final Set<String> ON_CASSANDRA = Set.of("ExportTableToPointInTime", "ImportTable");

  private MissingOperations() {}

  /** The names of the operations that the store of these settings does not support. */
  static Set<String> of(Settings settings) {
    return settings.cassandra().isPresent() ? ON_CASSANDRA : Set.of();
  }
}
