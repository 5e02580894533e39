package dev.gramme.apps.incidents.table;

import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Gsi;
import dev.gramme.toolkit.Ksuid;
import java.time.Instant;

/**
 * The participation of a user or team in an incident: a copy of the incident under other keys. The
 * sort key is the participant, so there is one per participant. The index lists the incidents of a
 * participant by state, in the order of creation.
 *
 * @param revision the revision of the copied incident
 */
@Entity(pk = "acct_{account}#inc_{incident}#incpart", sk = "{participant}")
@Gsi(
    name = "GSI1",
    pk = "acct_{account}#{participant}#incpart",
    sk = "{state}#{createdAt}#{incident}")
public record Participation(
    Ksuid account,
    Ksuid incident,
    String participant,
    long number,
    String title,
    Status status,
    State state,
    Instant createdAt,
    Instant updatedAt,
    long revision)
    implements IncidentSummary {

  /** The copy of an incident for a participant. */
  public static Participation of(Incident incident, String participant) {
    return new Participation(
        incident.account(),
        incident.incident(),
        participant,
        incident.number(),
        incident.title(),
        incident.status(),
        incident.state(),
        incident.createdAt(),
        incident.updatedAt(),
        incident.revision());
  }
}
