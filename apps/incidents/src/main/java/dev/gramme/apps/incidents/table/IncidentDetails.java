package dev.gramme.apps.incidents.table;

import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Ksuid;

/**
 * What the customer's systems say about an incident: up to 300 KB, so in an item and a partition of
 * its own, in no index, and read only when somebody looks at it.
 */
@Entity(pk = "acct_{account}#inc_{incident}", sk = "data")
public record IncidentDetails(Ksuid account, Ksuid incident, String details) {
  /** The longest details, in bytes of UTF-8. */
  public static final int MOST_BYTES = 300 * 1024;
}
