package dev.gramme.api.table;

import dev.gramme.model.ApiError;
import dev.gramme.model.Replica;
import dev.gramme.model.TableDefinition;
import java.time.Duration;
import java.time.Instant;

/** The rule for a table from which replicas were copied. */
public final class ReplicaSource {
  /** How long the table cannot be deleted. */
  private static final Duration STAYS = Duration.ofHours(24);

  private ReplicaSource() {}

  /**
   * Refuses to delete a table within a day after a replica was copied from it, as long as that
   * replica exists.
   */
  public static void check(TableDefinition table, Instant now) {
    boolean source =
        table.features().replicas().stream()
            .map(Replica::copied)
            .anyMatch(copied -> copied != null && copied.plus(STAYS).isAfter(now));
    if (source) {
      throw ApiError.validation(
          "Replica cannot be deleted because it has acted as a source region for new replica(s)"
              + " being added to the table in the last 24 hours.");
    }
  }
}
