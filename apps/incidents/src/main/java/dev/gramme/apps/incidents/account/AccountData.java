package dev.gramme.apps.incidents.account;

import dev.gramme.apps.incidents.table.ContactMethod;
import dev.gramme.apps.incidents.table.Incident;
import dev.gramme.apps.incidents.table.IncidentDetails;
import dev.gramme.apps.incidents.table.IncidentQueries;
import dev.gramme.apps.incidents.table.Membership;
import dev.gramme.apps.incidents.table.NotificationRule;
import dev.gramme.apps.incidents.table.OnCallEntry;
import dev.gramme.apps.incidents.table.Participant;
import dev.gramme.apps.incidents.table.Participation;
import dev.gramme.apps.incidents.table.ScheduleEntry;
import dev.gramme.apps.incidents.table.Shift;
import dev.gramme.apps.incidents.table.State;
import dev.gramme.apps.incidents.table.User;
import dev.gramme.toolkit.Cursor;
import dev.gramme.toolkit.Ksuid;
import dev.gramme.toolkit.Page;
import dev.gramme.toolkit.Range;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The data of one account. None of its methods takes an account, so who has one of these reaches
 * this account and no other, whatever ids and cursors come from outside.
 */
public final class AccountData {
  private final IncidentQueries queries;
  private final Ksuid account;
  private final IncidentLog log;

  AccountData(IncidentQueries queries, Ksuid account, Identifiers identifiers) {
    this.queries = queries;
    this.account = account;
    this.log = new IncidentLog(queries, account, identifiers);
  }

  /** The account. */
  public Ksuid account() {
    return account;
  }

  /** Reports and changes incidents. */
  public IncidentLog log() {
    return log;
  }

  /** All teams, schedules, shifts and overrides. */
  public List<OnCallEntry> onCall() {
    return queries.onCall(account);
  }

  /** A schedule with its shifts and overrides. */
  public List<ScheduleEntry> schedule(Ksuid team, Ksuid schedule) {
    return queries.schedule(account, team, schedule);
  }

  /** The shifts of a user. */
  public List<Shift> shifts(Ksuid user, Range<Instant> startsAt) {
    return queries.shifts(account, user, startsAt);
  }

  /** The users, without what is their own. */
  public Page<User> users(Cursor after, int limit) {
    return queries.users(account, after, limit);
  }

  /** The ways to reach a user. */
  public List<ContactMethod> contactMethods(Ksuid user) {
    return queries.contactMethods(account, user);
  }

  /** When to reach a user in which way. */
  public List<NotificationRule> rules(Ksuid user) {
    return queries.rules(account, user);
  }

  /** The users of a team. */
  public List<Membership> members(Ksuid team) {
    return queries.members(account, team);
  }

  /** The teams that a user is in. */
  public List<Ksuid> teams(Ksuid user) {
    return queries.memberships(account, user).stream().map(Membership::team).toList();
  }

  /** All incidents, the newest first, without their details. */
  public Page<Incident> incidents(Cursor after, int limit) {
    return queries.incidents(account, after, limit);
  }

  /** An incident as it is now. */
  public Optional<Incident> incident(Ksuid incident) {
    return queries.incident(account, incident);
  }

  /** The incident of a number. */
  public Optional<Incident> numbered(long number) {
    return queries.numbered(account, number);
  }

  /** The details of an incident. */
  public Optional<IncidentDetails> details(Ksuid incident) {
    return queries.details(account, incident);
  }

  /** The incidents of a user, open or closed, the newest first. */
  public Page<Participation> incidentsOf(Ksuid user, State state, Cursor after, int limit) {
    return queries.incidentsOf(account, Participant.user(user).toString(), state, after, limit);
  }

  /**
   * The incidents of several teams, open or closed, each of them once, the newest first. A cursor
   * belongs to the teams that it was made for.
   */
  public Page<Participation> incidentsOfTeams(
      List<Ksuid> teams, State state, Cursor after, int limit) {
    if (teams.isEmpty()) {
      return Page.last(List.of());
    }
    List<String> participants =
        teams.stream().sorted().distinct().map(team -> Participant.team(team).toString()).toList();
    return queries.incidentsOfAll(account, participants, state, after, limit);
  }
}
