package dev.gramme.apps.incidents.table;

import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Add;
import dev.gramme.toolkit.Collection;
import dev.gramme.toolkit.Create;
import dev.gramme.toolkit.Cursor;
import dev.gramme.toolkit.Delete;
import dev.gramme.toolkit.Get;
import dev.gramme.toolkit.Ksuid;
import dev.gramme.toolkit.Page;
import dev.gramme.toolkit.Put;
import dev.gramme.toolkit.Query;
import dev.gramme.toolkit.Range;
import dev.gramme.toolkit.Update;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The access patterns of the table. Each has an account parameter. */
@AccessPatterns(table = "incidents")
public interface IncidentQueries {

  // Accounts.

  @Create
  void open(Account account);

  @Get(consistent = true, includeExpired = true, budget = "1 RCU")
  Optional<Account> account(Ksuid account);

  /**
   * Increments the incident number of an account; fails unless the account is in the given state.
   */
  @Update(condition = "state = :active", budget = "1 WCU")
  Account count(Ksuid account, @Add long incidents, AccountState active);

  @Update
  Account mark(Ksuid account, AccountState state, Optional<Instant> expires);

  // On call.

  @Collection(budget = "16 RCU")
  List<OnCallEntry> onCall(Ksuid account);

  /** The same including expired items, for deletion. */
  @Collection(includeExpired = true)
  List<OnCallEntry> everythingOnCall(Ksuid account);

  @Collection
  List<ScheduleEntry> schedule(Ksuid account, Ksuid team, Ksuid schedule);

  @Query(index = "GSI3")
  List<Shift> shifts(Ksuid account, Ksuid user, Range<Instant> startsAt);

  @Put
  void plan(OnCallEntry item);

  @Delete
  void cancel(OnCallEntry item);

  @Get
  Optional<Team> team(Ksuid account, Ksuid team);

  // Users.

  @Get
  Optional<User> user(Ksuid account, Ksuid user);

  @Query
  Page<User> users(Ksuid account, Cursor after, int limit);

  @Query
  List<ContactMethod> contactMethods(Ksuid account, Ksuid user);

  @Query
  List<NotificationRule> rules(Ksuid account, Ksuid user);

  @Query
  List<Membership> memberships(Ksuid account, Ksuid user);

  @Collection
  List<Personal> personal(Ksuid account, Ksuid user);

  @Query(index = "GSI2")
  List<Membership> members(Ksuid account, Ksuid team);

  @Put
  void enrol(User user);

  @Delete(value = User.class)
  void dismiss(Ksuid account, Ksuid user);

  @Put
  void keep(Personal item);

  @Delete
  void forget(Personal item);

  // Incidents.

  @Query(descending = true)
  Page<Incident> incidents(Ksuid account, Cursor after, int limit);

  @Get(consistent = true, budget = "1 RCU")
  Optional<Incident> incident(Ksuid account, Ksuid incident);

  @Query(index = "GSI2", budget = "1 RCU")
  Optional<Incident> numbered(Ksuid account, long number);

  @Get(budget = "38 RCU")
  Optional<IncidentDetails> details(Ksuid account, Ksuid incident);

  @Put(budget = "3 WCU")
  Incident save(Incident incident);

  @Put(budget = "301 WCU")
  void describe(IncidentDetails details);

  // Participations.

  /** The incidents of a participant, newest first. */
  @Query(index = "GSI1", descending = true, budget = "2 RCU")
  Page<Participation> incidentsOf(
      Ksuid account, String participant, State state, Cursor after, int limit);

  /** The incidents of several participants, each of them once, newest first. */
  @Query(index = "GSI1", descending = true, distinct = "incident")
  Page<Participation> incidentsOfAll(
      Ksuid account, List<String> participant, State state, Cursor after, int limit);

  /** The participants; consistent, since changes must reach all of them. */
  @Query(consistent = true)
  List<Participation> participations(Ksuid account, Ksuid incident);

  /** Writes a copy of an incident over an older one. */
  @Put(condition = "attribute_not_exists(revision) OR revision < :newer", budget = "3 WCU")
  void follow(Participation participation, long newer);

  /** Deletes a copy of an incident, unless it is newer than known. */
  @Delete(value = Participation.class, condition = "revision <= :known", budget = "2 WCU")
  void withdraw(Ksuid account, Ksuid incident, String participant, long known);
}
