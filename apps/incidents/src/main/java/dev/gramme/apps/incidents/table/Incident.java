package dev.gramme.apps.incidents.table;

import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Gsi;
import dev.gramme.toolkit.Ksuid;
import dev.gramme.toolkit.Version;
import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;

/**
 * An incident. It contains its participants, so that its {@link Participation participations} are a
 * function of it and can be recomputed at any time.
 *
 * @param createdBy the user who reported it
 * @param participants the participants in the form of {@link Participant}
 * @param revision counts the changes
 */
@Entity(pk = "acct_{account}#inc", sk = "inc_{incident}")
@Gsi(name = "GSI2", pk = "acct_{account}#number", sk = "number_{number}")
public record Incident(
    Ksuid account,
    Ksuid incident,
    long number,
    String title,
    Status status,
    State state,
    Instant createdAt,
    Instant updatedAt,
    Ksuid createdBy,
    Set<String> participants,
    @Version long revision)
    implements IncidentSummary {
  public Incident {
    participants = Set.copyOf(participants);
  }

  /** The incident with another status. */
  public Incident in(Status other, Instant now) {
    return new Incident(
        account,
        incident,
        number,
        title,
        other,
        other.state(),
        createdAt,
        now,
        createdBy,
        participants,
        revision);
  }

  /** The incident with an additional participant. */
  public Incident with(Participant participant, Instant now) {
    var more = new TreeSet<>(participants);
    more.add(participant.toString());
    return of(more, now);
  }

  /** The incident without a participant. */
  public Incident without(Participant participant, Instant now) {
    var fewer = new TreeSet<>(participants);
    fewer.remove(participant.toString());
    return of(fewer, now);
  }

  private Incident of(Set<String> others, Instant now) {
    return new Incident(
        account, incident, number, title, status, state, createdAt, now, createdBy, others,
        revision);
  }
}
