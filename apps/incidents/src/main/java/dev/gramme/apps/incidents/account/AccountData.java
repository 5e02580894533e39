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
 * The data of one account. No method has an account parameter, so a caller with an instance can
 * reach only this account, whatever ids and cursors come from outside.
 */
public final class AccountData {
  private final IncidentQueries queries;
  private final Ksuid account;
  private final IncidentLog log;
  private final Organization organization;

  AccountData(IncidentQueries queries, Ksuid account, Identifiers identifiers) {
    this.queries = queries;
    this.account = account;
    this.log = new IncidentLog(queries, account, identifiers);
    this.organization = new Organization(queries, account, identifiers);
  }

  /** The account. */
  public Ksuid account() {
    return account;
  }

  /** Reports and changes incidents. */
  public IncidentLog log() {
    return log;
  }

  /** Changes users, teams and schedules. */
  public Organization organization() {
    return organization;
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

  /** The users, without their personal items. */
  public Page<User> users(Cursor after, int limit) {
    return queries.users(account, after, limit);
  }

  /** The contact methods of a user. */
  public List<ContactMethod> contactMethods(Ksuid user) {
    return queries.contactMethods(account, user);
  }

  /** The notification rules of a user. */
  public List<NotificationRule> rules(Ksuid user) {
    return queries.rules(account, user);
  }

  /** The users of a team. */
  public List<Membership> members(Ksuid team) {
    return queries.members(account, team);
  }

  /** The teams of a user. */
  public List<Ksuid> teams(Ksuid user) {
    return queries.memberships(account, user).stream().map(Membership::team).toList();
  }

  /** All incidents, newest first, without their details. */
  public Page<Incident> incidents(Cursor after, int limit) {
    return queries.incidents(account, after, limit);
  }

  /** The current state of an incident. */
  public Optional<Incident> incident(Ksuid incident) {
    return queries.incident(account, incident);
  }

  /** The incident with a number. */
  public Optional<Incident> numbered(long number) {
    return queries.numbered(account, number);
  }

  /** The details of an incident. */
  public Optional<IncidentDetails> details(Ksuid incident) {
    return queries.details(account, incident);
  }

  /** The open or closed incidents of a user, newest first. */
  public Page<Participation> incidentsOf(Ksuid user, State state, Cursor after, int limit) {
    return queries.incidentsOf(account, Participant.user(user).toString(), state, after, limit);
  }

  /**
   * The open or closed incidents of several teams, each of them once, newest first. A cursor is
   * valid only for the same teams.
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
