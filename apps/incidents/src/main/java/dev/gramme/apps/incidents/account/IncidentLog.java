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
 * <p>An incident is written first, its details and participations afterwards. So everything that a
 * crash leaves behind is reachable from the incident: propagation completes the participations, and
 * the deletion of the account finds all items.
 */
public final class IncidentLog {
  /** The maximum number of participants, which limits the size of an incident. */
  public static final int MAX_PARTICIPANTS = 50;

  private static final int MAX_TITLE_CHARS = 200;
  private static final int MAX_ATTEMPTS = 20;

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
   * @param by the user who reports it and becomes a participant
   * @param others further participants
   * @throws AccountGone if the account is not active
   * @throws IllegalArgumentException if title or details are too long
   */
  public Incident report(Ksuid by, String title, String details, Collection<Participant> others) {
    if (title.isBlank() || title.length() > MAX_TITLE_CHARS) {
      throw new IllegalArgumentException("a title must have 1 to 200 characters");
    }
    if (details.getBytes(StandardCharsets.UTF_8).length > IncidentDetails.MAX_BYTES) {
      throw new IllegalArgumentException("details must have at most 300 KB");
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
    if (participants > MAX_PARTICIPANTS) {
      throw new IllegalArgumentException("an incident can have at most 50 participants");
    }
  }

  /** Sets the status of an incident. */
  public Optional<Incident> move(Ksuid incident, Status status) {
    return change(incident, before -> before.in(status, identifiers.now()));
  }

  /** Adds a participant. */
  public Optional<Incident> involve(Ksuid incident, Participant participant) {
    return change(incident, before -> before.with(participant, identifiers.now()));
  }

  /** Removes a participant. */
  public Optional<Incident> release(Ksuid incident, Participant participant) {
    return change(incident, before -> before.without(participant, identifiers.now()));
  }

  /**
   * Changes an incident and then its participations.
   *
   * @return the changed incident, if it exists
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
        if (attempt == MAX_ATTEMPTS) {
          throw changedMeanwhile;
        }
      }
    }
  }
}
