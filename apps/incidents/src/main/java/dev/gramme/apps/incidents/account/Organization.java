package dev.gramme.apps.incidents.account;

import dev.gramme.apps.incidents.table.ContactMethod;
import dev.gramme.apps.incidents.table.IncidentQueries;
import dev.gramme.apps.incidents.table.Membership;
import dev.gramme.apps.incidents.table.NotificationRule;
import dev.gramme.apps.incidents.table.OnCallEntry;
import dev.gramme.apps.incidents.table.Participant;
import dev.gramme.apps.incidents.table.Personal;
import dev.gramme.apps.incidents.table.Schedule;
import dev.gramme.apps.incidents.table.ScheduleOverride;
import dev.gramme.apps.incidents.table.Shift;
import dev.gramme.apps.incidents.table.Team;
import dev.gramme.apps.incidents.table.User;
import dev.gramme.toolkit.Ksuid;
import java.time.Duration;
import java.time.Instant;

/**
 * Changes the users, teams and schedules of one account. Like {@link AccountData}, it has no
 * account parameter. What depends on a removed item is removed before it, so that a repetition
 * finds the rest of an interrupted removal.
 */
public final class Organization {
  /** How long shifts and overrides are kept after their end. */
  private static final Duration KEPT = Duration.ofDays(90);

  private final IncidentQueries queries;
  private final Ksuid account;
  private final Identifiers identifiers;

  Organization(IncidentQueries queries, Ksuid account, Identifiers identifiers) {
    this.queries = queries;
    this.account = account;
    this.identifiers = identifiers;
  }

  /** Adds a user. */
  public User enrol(String name) {
    var user = new User(account, identifiers.next(), name);
    queries.enrol(user);
    return user;
  }

  /** Removes a user, with personal items, shifts and overrides. */
  public void remove(Ksuid user) {
    for (OnCallEntry entry : queries.everythingOnCall(account)) {
      switch (entry) {
        case Shift shift when shift.user().equals(user) -> queries.cancel(shift);
        case ScheduleOverride override when override.user().equals(user) ->
            queries.cancel(override);
        case Team _ -> {}
        case Schedule _ -> {}
        case Shift _ -> {}
        case ScheduleOverride _ -> {}
      }
    }
    queries.personal(account, user).forEach(queries::forget);
    queries.dismiss(account, user);
  }

  /**
   * Checks that a participant exists.
   *
   * @throws NoSuchItem if it does not
   */
  public void check(Participant participant) {
    switch (participant.kind()) {
      case USER -> checkUser(participant.id());
      case TEAM -> checkTeam(participant.id());
    }
  }

  private void checkUser(Ksuid user) {
    if (queries.user(account, user).isEmpty()) {
      throw new NoSuchItem("user", user);
    }
  }

  private void checkTeam(Ksuid team) {
    if (queries.team(account, team).isEmpty()) {
      throw new NoSuchItem("team", team);
    }
  }

  /**
   * Adds a contact method.
   *
   * @throws NoSuchItem if the user does not exist
   */
  public ContactMethod addContact(Ksuid user, ContactMethod.Kind kind, String address) {
    checkUser(user);
    var method = new ContactMethod(account, user, identifiers.next(), kind, address);
    queries.keep(method);
    return method;
  }

  /** Removes a contact method, and the notification rules that use it. */
  public void removeContact(Ksuid user, Ksuid method) {
    for (Personal item : queries.personal(account, user)) {
      if (item instanceof NotificationRule rule && rule.method().equals(method)) {
        queries.forget(rule);
      }
    }
    queries.forget(new ContactMethod(account, user, method, ContactMethod.Kind.EMAIL, ""));
  }

  /**
   * Adds a notification rule.
   *
   * @throws IllegalArgumentException if the user does not have the contact method
   */
  public NotificationRule addRule(Ksuid user, Ksuid method, int afterMinutes) {
    if (queries.contactMethods(account, user).stream()
        .noneMatch(one -> one.method().equals(method))) {
      throw new IllegalArgumentException("the user has no contact method " + method);
    }
    var rule = new NotificationRule(account, user, identifiers.next(), method, afterMinutes);
    queries.keep(rule);
    return rule;
  }

  /** Removes a notification rule. */
  public void removeRule(Ksuid user, Ksuid rule) {
    queries.forget(new NotificationRule(account, user, rule, rule, 0));
  }

  /** Adds a team. */
  public Team found(String name) {
    var team = new Team(account, identifiers.next(), name);
    queries.plan(team);
    return team;
  }

  /** Removes a team, with its memberships and schedules. */
  public void dissolve(Ksuid team) {
    queries.members(account, team).forEach(queries::forget);
    queries.everythingOnCall(account).stream()
        .filter(entry -> entry.team().equals(team) && !(entry instanceof Team))
        .forEach(queries::cancel);
    queries.cancel(new Team(account, team, ""));
  }

  /**
   * Makes a user a member of a team.
   *
   * @throws NoSuchItem if the user or the team does not exist
   */
  public void join(Ksuid user, Ksuid team) {
    checkUser(user);
    checkTeam(team);
    queries.keep(new Membership(account, user, team));
  }

  /** Ends a membership. */
  public void leave(Ksuid user, Ksuid team) {
    queries.forget(new Membership(account, user, team));
  }

  /**
   * Adds a schedule.
   *
   * @throws NoSuchItem if the team does not exist
   */
  public Schedule addSchedule(Ksuid team, String name) {
    checkTeam(team);
    var schedule = new Schedule(account, team, identifiers.next(), name);
    queries.plan(schedule);
    return schedule;
  }

  /** Removes a schedule with its shifts and overrides. */
  public void removeSchedule(Ksuid team, Ksuid schedule) {
    queries.everythingOnCall(account).stream()
        .filter(entry ->
            switch (entry) {
              case Team _ -> false;
              case Schedule _ -> false;
              case Shift one -> one.schedule().equals(schedule);
              case ScheduleOverride one -> one.schedule().equals(schedule);
            })
        .forEach(queries::cancel);
    queries.cancel(new Schedule(account, team, schedule, ""));
  }

  private void checkDuty(Ksuid team, Ksuid schedule, Ksuid user) {
    checkUser(user);
    if (queries.schedule(account, team, schedule).stream().noneMatch(Schedule.class::isInstance)) {
      throw new NoSuchItem("schedule", schedule);
    }
  }

  /**
   * Adds a shift.
   *
   * @throws NoSuchItem if the schedule or the user does not exist
   */
  public Shift addShift(Ksuid team, Ksuid schedule, Ksuid user, Instant from, Instant until) {
    checkDuty(team, schedule, user);
    var shift =
        new Shift(account, team, schedule, identifiers.next(), user, from, until, until.plus(KEPT));
    queries.plan(shift);
    return shift;
  }

  /**
   * Adds an override.
   *
   * @throws NoSuchItem if the schedule or the user does not exist
   */
  public ScheduleOverride addOverride(
      Ksuid team, Ksuid schedule, Ksuid user, Instant from, Instant until) {
    checkDuty(team, schedule, user);
    var override =
        new ScheduleOverride(
            account, team, schedule, identifiers.next(), user, from, until, until.plus(KEPT));
    queries.plan(override);
    return override;
  }

  /** Removes a shift or an override. */
  public void removeDuty(Ksuid team, Ksuid schedule, Ksuid duty) {
    queries.schedule(account, team, schedule).stream()
        .filter(entry ->
            switch (entry) {
              case Schedule _ -> false;
              case Shift one -> one.shift().equals(duty);
              case ScheduleOverride one -> one.override().equals(duty);
            })
        .forEach(queries::cancel);
  }
}
