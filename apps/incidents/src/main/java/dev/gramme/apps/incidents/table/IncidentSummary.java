package dev.gramme.apps.incidents.table;

import dev.gramme.toolkit.Ksuid;
import java.time.Instant;

/** The data of an incident in lists: some hundred bytes, independent of its details. */
public interface IncidentSummary {
  /** The incident's id. */
  Ksuid incident();

  /** Its number, which users use as its name. */
  long number();

  /** Its title. */
  String title();

  /** Its status. */
  Status status();

  /** The list that contains it. */
  State state();

  /** When it was reported. */
  Instant createdAt();

  /** When it was last changed. */
  Instant updatedAt();
}
