package dev.gramme.apps.incidents.account;

import dev.gramme.apps.incidents.table.Incident;
import dev.gramme.apps.incidents.table.IncidentQueries;
import dev.gramme.apps.incidents.table.Participation;
import dev.gramme.toolkit.Ksuid;
import dev.gramme.toolkit.entity.ConditionNotMet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Makes the participations of an incident match the incident: one for each participant, with its
 * latest revision, and no others.
 *
 * <p>It may be interrupted anywhere, repeated, and run several times concurrently. Each of its
 * writes is conditional on the revision of the item that it replaces, so that an older state never
 * replaces a newer one. One error remains possible: a run with an older state may recreate a
 * participation that a newer run has deleted. Its next round deletes it again; if the run is killed
 * before that, {@link PropagationFeed} deletes it. A run ends when the incident still has the
 * revision that was propagated, or after {@code MAX_ROUNDS} rounds. The next run completes the work
 * of a killed run.
 */
public final class Propagation {
  /**
   * An incident that changes faster than it can be propagated is left to the next run after this
   * many rounds.
   */
  private static final int MAX_ROUNDS = 20;

  private final IncidentQueries queries;

  /** A propagation in a table. */
  public Propagation(IncidentQueries queries) {
    this.queries = queries;
  }

  /**
   * Propagates an incident. If the incident does not exist, its participations are deleted.
   *
   * @return the number of participations written or deleted
   */
  public int run(Ksuid account, Ksuid incident) {
    return run(account, incident, queries.incident(account, incident));
  }

  /** Propagates an incident that was just read or written. */
  int run(Incident incident) {
    return run(incident.account(), incident.incident(), Optional.of(incident));
  }

  private int run(Ksuid account, Ksuid id, Optional<Incident> incident) {
    int writes = 0;
    Optional<Incident> known = incident;
    for (int round = 0; round < MAX_ROUNDS; round++) {
      writes += round(account, id, known);
      Optional<Incident> now = queries.incident(account, id);
      if (revision(now) == revision(known)) {
        return writes;
      }
      known = now;
    }
    return writes;
  }

  private static long revision(Optional<Incident> incident) {
    return incident.map(Incident::revision).orElse(Long.MAX_VALUE);
  }

  private int round(Ksuid account, Ksuid id, Optional<Incident> incident) {
    Map<String, Participation> existing = new HashMap<>();
    queries.participations(account, id).forEach(one -> existing.put(one.participant(), one));
    int writes = 0;
    if (incident.isPresent()) {
      for (String participant : incident.get().participants()) {
        Participation one = existing.remove(participant);
        if (one == null || one.revision() < incident.get().revision()) {
          writes += writeParticipation(incident.get(), participant);
        }
      }
    }
    for (String participant : existing.keySet()) {
      writes += withdraw(account, id, participant, revision(incident));
    }
    return writes;
  }

  private int writeParticipation(Incident incident, String participant) {
    try {
      queries.follow(Participation.of(incident, participant), incident.revision());
      return 1;
    } catch (ConditionNotMet newerExists) {
      return 0;
    }
  }

  private int withdraw(Ksuid account, Ksuid incident, String participant, long revision) {
    try {
      queries.withdraw(account, incident, participant, revision);
      return 1;
    } catch (ConditionNotMet newerOrMissing) {
      return 0;
    }
  }
}
