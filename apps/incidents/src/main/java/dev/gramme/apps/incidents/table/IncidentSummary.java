package dev.gramme.apps.incidents.table;

import dev.gramme.toolkit.Ksuid;
import java.time.Instant;

/** What lists show of an incident: some hundred bytes, whatever its details are. */
public interface IncidentSummary {
  /** The incident's id. */
  Ksuid incident();

  /** Its number, by which people speak of it. */
  long number();

  /** What it is about. */
  String title();

  /** What is being done about it. */
  Status status();

  /** The list that it is in. */
  State state();

  /** When it began. */
  Instant createdAt();

  /** When it was changed last. */
  Instant updatedAt();
}
