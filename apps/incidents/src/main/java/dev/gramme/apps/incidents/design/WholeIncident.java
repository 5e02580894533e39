package dev.gramme.apps.incidents.design;

import dev.gramme.apps.incidents.table.State;
import dev.gramme.apps.incidents.table.Status;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Ksuid;
import java.time.Instant;
import java.util.Set;

/** An incident in a single item, in the partition of the account. */
@Entity(pk = "acct_{account}", sk = "inc_{incident}", type = "Incident")
public record WholeIncident(
    Ksuid account,
    Ksuid incident,
    String title,
    Status status,
    State state,
    Instant createdAt,
    Set<String> participants,
    String details) {
  public WholeIncident {
    participants = Set.copyOf(participants);
  }
}
