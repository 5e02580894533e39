package dev.gramme.apps.incidents.table;

import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Ksuid;

/**
 * The details of an incident from the customer's systems: up to 300 KB, so they are in a separate
 * item and partition, in no index, and read only on demand.
 */
@Entity(pk = "acct_{account}#inc_{incident}", sk = "data")
public record IncidentDetails(Ksuid account, Ksuid incident, String details) {
  /** The maximum size, in bytes of UTF-8. */
  public static final int MAX_BYTES = 300 * 1024;
}
