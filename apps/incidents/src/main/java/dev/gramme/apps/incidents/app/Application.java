package dev.gramme.apps.incidents.app;

import dev.gramme.apps.incidents.account.Accounts;
import dev.gramme.apps.incidents.account.Identifiers;
import dev.gramme.apps.incidents.account.Propagation;
import dev.gramme.apps.incidents.feed.PropagationFeed;
import dev.gramme.apps.incidents.table.AccountDirectory;
import dev.gramme.apps.incidents.table.AccountDirectoryTable;
import dev.gramme.apps.incidents.table.IncidentQueriesTable;
import dev.gramme.apps.incidents.table.IncidentTable;
import dev.gramme.apps.incidents.table.Registration;
import dev.gramme.apps.incidents.table.User;
import dev.gramme.apps.web.JsonServer;
import dev.gramme.apps.web.command.Settings;
import dev.gramme.apps.web.database.ConsoleLinks;
import dev.gramme.apps.web.database.Database;
import dev.gramme.toolkit.Cursor;
import dev.gramme.toolkit.entity.Table;
import dev.gramme.toolkit.page.CursorKey;
import dev.gramme.toolkit.page.Cursors;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * The system in one process: the table, the stream consumer behind propagation, the HTTP interface
 * and the page.
 */
public final class Application implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Application.class);
  private static final int SECRET_BYTES = 32;

  /** How many accounts, and users of each, the page offers. */
  private static final int MAX_ACCOUNTS = 50;

  private static final int MAX_USERS = 50;
  private static final long MILLIS_BETWEEN_POLLS = 1_000;

  private final DynamoDbClient client;
  private final String table;
  private final Identifiers identifiers;
  private final Cursors cursors;
  private final Sessions sessions;
  private final PropagationFeed feed;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread follower = Thread.ofPlatform().daemon().name("feed").unstarted(this::follow);
  private final JsonServer http;
  private final AccountDirectory directory;
  private final ConsoleLinks console;

  private Application(
      Settings settings, Database database, Identifiers identifiers, JsonServer http) {
    this.client = database.client();
    this.table = settings.text("table");
    this.identifiers = identifiers;
    this.console =
        ConsoleLinks.of(database.setting())
            .table("Accounts", table, "mode", "query", "pk", "accounts")
            .table("Items by kind", table, "view", "kinds")
            .table("Items by partition", table, "view", "partitions")
            .table("Changes", table, "tab", "stream");
    var random = new SecureRandom();
    this.cursors = Cursors.signed(new CursorKey(1, random.generateSeed(SECRET_BYTES)));
    this.sessions = new Sessions(random.generateSeed(SECRET_BYTES), identifiers.clock());
    this.directory =
        AccountDirectoryTable.of(
            Table.of(client, AccountDirectoryTable.schema()).named(table).withCursors(cursors));
    TableDescription description = IncidentTable.createIfAbsent(client, table);
    this.feed =
        new PropagationFeed(
            database.streams(), description.latestStreamArn(), new Propagation(queries(client)));
    this.http = http;
  }

  /**
   * Creates the table and serves. A start with an empty table creates demonstration accounts.
   *
   * @param http is closed with the application
   */
  public static Application start(
      Settings settings, Database database, Identifiers identifiers, JsonServer http) {
    var application = new Application(settings, database, identifiers, http);
    if (application.directory.registered(Cursor.start(), 1).items().isEmpty()) {
      application.invent(settings);
    }
    Routes.add(application.http.onFailure(database::failure), application);
    application.http.start();
    application.follower.start();
    return application;
  }

  private void invent(Settings settings) {
    IncidentQueriesTable queries = queries(client);
    new Demo(new Accounts(queries, identifiers), queries, identifiers, settings.number("seed"))
        .invent(
            settings.number("accounts"),
            settings.number("teams"),
            settings.number("users"),
            settings.number("incidents"),
            account ->
                directory.register(
                    new Registration(account.account(), account.name(), identifiers.now())));
  }

  private void follow() {
    try {
      while (!closed.await(MILLIS_BETWEEN_POLLS, TimeUnit.MILLISECONDS)) {
        poll();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void poll() {
    try {
      int written = feed.poll();
      if (written > 0) {
        log.debug("{} outdated participations were updated", written);
      }
    } catch (RuntimeException e) {
      log.warn("the table's stream could not be read; will retry", e);
    }
  }

  /** The access patterns on a client. */
  IncidentQueriesTable queries(DynamoDbClient over) {
    return IncidentQueriesTable.of(
        Table.of(over, IncidentQueriesTable.schema())
            .named(table)
            .withClock(identifiers.clock())
            .withCursors(cursors));
  }

  /** The links to the table in the console. */
  ConsoleLinks console() {
    return console;
  }

  DynamoDbClient client() {
    return client;
  }

  Identifiers identifiers() {
    return identifiers;
  }

  Sessions sessions() {
    return sessions;
  }

  /** A user of an account. */
  record Person(Registration account, User user) {}

  /** The operator's list of accounts. */
  AccountDirectory directory() {
    return directory;
  }

  /** The first users of the oldest accounts, the oldest first. */
  List<Person> people() {
    var people = new ArrayList<Person>();
    var accounts = new Accounts(queries(client), identifiers);
    for (Registration account : directory.registered(Cursor.start(), MAX_ACCOUNTS).items()) {
      accounts
          .data(account.account())
          .users(Cursor.start(), MAX_USERS)
          .items()
          .forEach(user -> people.add(new Person(account, user)));
    }
    people.sort(
        Comparator.comparing((Person person) -> person.account().openedAt())
            .thenComparing(person -> person.account().account())
            .thenComparing(person -> person.user().name()));
    return people;
  }

  /** The port of the HTTP interface and the page. */
  public int port() {
    return http.port();
  }

  @Override
  public void close() {
    http.close();
    closed.countDown();
    try {
      follower.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
