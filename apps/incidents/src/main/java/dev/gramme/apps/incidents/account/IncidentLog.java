package dev.gramme.apps.incidents.account;

import dev.gramme.apps.incidents.table.AccountState;
import dev.gramme.apps.incidents.table.Incident;
import dev.gramme.apps.incidents.table.IncidentDetails;
import dev.gramme.apps.incidents.table.IncidentQueries;
import dev.gramme.apps.incidents.table.Participant;
import dev.gramme.apps.incidents.table.Status;
import dev.gramme.toolkit.Ksuid;
import dev.gramme.toolkit.entity.ConditionNotMet;
import dev.gramme.toolkit.entity.ItemNotFound;
import dev.gramme.toolkit.entity.VersionConflict;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * Reports and changes the incidents of an account.
 *
 * <p>An incident is written first, its details and participations after it. So whatever a crash
 * leaves behind can be reached from the incident: propagation makes the participations again, and
 * the deletion of the account finds everything.
 */
public final class IncidentLog {
  /** An incident has so many participants at most, which keeps it small. */
  public static final int MOST_PARTICIPANTS = 50;

  private static final int MOST_TITLE_CHARS = 200;
  private static final int MOST_ATTEMPTS = 20;

  private final IncidentQueries queries;
  private final Ksuid account;
  private final Identifiers identifiers;
  private final Propagation propagation;

  /** The incidents of an account. */
  IncidentLog(IncidentQueries queries, Ksuid account, Identifiers identifiers) {
    this.queries = queries;
    this.account = account;
    this.identifiers = identifiers;
    this.propagation = new Propagation(queries);
  }

  /**
   * Reports an incident.
   *
   * @param by the user who reports it, and takes part from then on
   * @param others who takes part beside that user
   * @throws AccountGone if the account is not active
   * @throws IllegalArgumentException if title or details are too long
   */
  public Incident report(Ksuid by, String title, String details, Collection<Participant> others) {
    if (title.isBlank() || title.length() > MOST_TITLE_CHARS) {
      throw new IllegalArgumentException("a title has 1 to 200 characters");
    }
    if (details.getBytes(StandardCharsets.UTF_8).length > IncidentDetails.MOST_BYTES) {
      throw new IllegalArgumentException("details have at most 300 KB");
    }
    var participants = new TreeSet<String>();
    participants.add(Participant.user(by).toString());
    others.forEach(other -> participants.add(other.toString()));
    checkNumber(participants.size());
    Instant now = identifiers.now();
    Incident incident =
        queries.save(
            new Incident(
                account,
                identifiers.next(),
                number(),
                title,
                Status.TRIGGERED,
                Status.TRIGGERED.state(),
                now,
                now,
                by,
                participants,
                0));
    queries.describe(new IncidentDetails(account, incident.incident(), details));
    propagation.run(incident);
    return incident;
  }

  private long number() {
    try {
      return queries.count(account, 1, AccountState.ACTIVE).incidents();
    } catch (ConditionNotMet | ItemNotFound notActive) {
      throw new AccountGone();
    }
  }

  private static void checkNumber(int participants) {
    if (participants > MOST_PARTICIPANTS) {
      throw new IllegalArgumentException("an incident has at most 50 participants");
    }
  }

  /** Says what is being done about an incident. */
  public Optional<Incident> move(Ksuid incident, Status status) {
    return change(incident, before -> before.in(status, identifiers.now()));
  }

  /** Has somebody take part. */
  public Optional<Incident> involve(Ksuid incident, Participant participant) {
    return change(incident, before -> before.with(participant, identifiers.now()));
  }

  /** Has somebody no longer take part. */
  public Optional<Incident> release(Ksuid incident, Participant participant) {
    return change(incident, before -> before.without(participant, identifiers.now()));
  }

  /**
   * Changes an incident and then its participations.
   *
   * @return the incident as it is then, if there is one
   */
  private Optional<Incident> change(Ksuid incident, UnaryOperator<Incident> change) {
    for (int attempt = 1; ; attempt++) {
      Optional<Incident> before = queries.incident(account, incident);
      if (before.isEmpty()) {
        return before;
      }
      Incident after = change.apply(before.get());
      checkNumber(after.participants().size());
      try {
        Incident saved = queries.save(after);
        propagation.run(saved);
        return Optional.of(saved);
      } catch (VersionConflict changedMeanwhile) {
        if (attempt == MOST_ATTEMPTS) {
          throw changedMeanwhile;
        }
      }
    }
  }
}
