package dev.gramme.apps.incidents.account;

import dev.gramme.apps.incidents.table.Incident;
import dev.gramme.apps.incidents.table.IncidentQueriesTable;
import dev.gramme.apps.incidents.table.IncidentTable;
import dev.gramme.apps.incidents.table.Membership;
import dev.gramme.apps.incidents.table.Participant;
import dev.gramme.apps.incidents.table.Participation;
import dev.gramme.apps.incidents.table.Team;
import dev.gramme.apps.incidents.table.User;
import dev.gramme.embedded.Gramme;
import dev.gramme.toolkit.Cursor;
import dev.gramme.toolkit.Ksuid;
import dev.gramme.toolkit.Page;
import dev.gramme.toolkit.entity.Table;
import dev.gramme.toolkit.explain.CapacityMeter;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * An in-process database with the table, and a clock that advances by a second with each reading.
 */
public final class World implements AutoCloseable {
  /** The start of the clock. */
  public static final Instant START = Instant.parse("2026-11-21T12:00:00Z");

  private long seconds;
  public final InstantSource clock = () -> START.plusSeconds(seconds++);
  public final Gramme gramme = Gramme.inMemory(InstantSource.fixed(START));
  public final DynamoDbClient client = gramme.client();
  public final CapacityMeter meter = new CapacityMeter();
  public final Identifiers identifiers = new Identifiers(clock, new Random(1));
  public final IncidentQueriesTable queries = over(meter.around(client));
  public final Accounts accounts = new Accounts(queries, identifiers);

  /** An empty table. */
  public World() {
    IncidentTable.createIfAbsent(client, "incidents");
  }

  /** The access patterns on another client, with sequential requests. */
  public static IncidentQueriesTable over(DynamoDbClient client) {
    return IncidentQueriesTable.of(
        Table.of(client, IncidentQueriesTable.schema())
            .withClock(InstantSource.fixed(START))
            .mergingOn(Runnable::run));
  }

  /** Opens an account. */
  public AccountData account(String name) {
    return accounts.data(accounts.open(name).account());
  }

  /** A new user of an account. */
  public Ksuid user(AccountData account, String name) {
    Ksuid user = identifiers.next();
    queries.enrol(new User(account.account(), user, name));
    return user;
  }

  /** A new team of an account with these users. */
  public Ksuid team(AccountData account, String name, Ksuid... users) {
    Ksuid team = identifiers.next();
    queries.plan(new Team(account.account(), team, name));
    for (Ksuid user : users) {
      queries.keep(new Membership(account.account(), user, team));
    }
    return team;
  }

  /** A new incident with teams as participants. */
  public Incident incident(AccountData account, Ksuid by, String title, Ksuid... teams) {
    return account
        .log()
        .report(
            by,
            title,
            "details of " + title,
            List.of(teams).stream().map(Participant::team).toList());
  }

  /** The titles on all pages. */
  public static List<String> titles(Function<Cursor, Page<Participation>> pages) {
    var titles = new ArrayList<String>();
    Optional<Cursor> next = Optional.of(Cursor.start());
    while (next.isPresent()) {
      Page<Participation> page = pages.apply(next.get());
      page.items().forEach(item -> titles.add(item.title()));
      next = page.next();
    }
    return titles;
  }

  @Override
  public void close() {
    gramme.close();
  }
}
