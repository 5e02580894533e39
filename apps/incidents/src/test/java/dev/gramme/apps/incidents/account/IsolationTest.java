package dev.gramme.apps.incidents.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.apps.incidents.table.Account;
import dev.gramme.apps.incidents.table.AccountState;
import dev.gramme.apps.incidents.table.Incident;
import dev.gramme.apps.incidents.table.IncidentQueries;
import dev.gramme.apps.incidents.table.IncidentQueriesTable;
import dev.gramme.apps.incidents.table.IncidentTable;
import dev.gramme.apps.incidents.table.Membership;
import dev.gramme.apps.incidents.table.Participant;
import dev.gramme.apps.incidents.table.Participation;
import dev.gramme.apps.incidents.table.State;
import dev.gramme.apps.incidents.table.Status;
import dev.gramme.apps.incidents.table.Team;
import dev.gramme.auth.identity.Identities;
import dev.gramme.auth.identity.IdentitiesException;
import dev.gramme.embedded.Gramme;
import dev.gramme.toolkit.Cursor;
import dev.gramme.toolkit.Ksuid;
import dev.gramme.toolkit.Range;
import dev.gramme.toolkit.batch.Backoff;
import dev.gramme.toolkit.entity.Table;
import dev.gramme.toolkit.page.CursorKey;
import dev.gramme.toolkit.page.CursorRefused;
import dev.gramme.toolkit.page.Cursors;
import java.net.URI;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;

/**
 * Checks that no account can reach another one: not with its ids, not with its cursors, not with
 * separators in arguments; and, if the program has a bug, not with the credentials of an account.
 */
final class IsolationTest {
  private final Identifiers identifiers =
      new Identifiers(InstantSource.fixed(World.START), new Random(7));
  private final Ksuid acmeId = identifiers.next();
  private final Ksuid boltId = identifiers.next();

  /** Uses the system clock, like the signatures of its clients. */
  private final Gramme gramme = Gramme.builder().identities(identities()).inMemory();

  private final List<DynamoDbClient> clients = new ArrayList<>();
  private final DynamoDbClient owner = client("OWNER");
  private final IncidentQueriesTable queries = over(owner);
  private final Ksuid user = identifiers.next();
  private final Ksuid team = identifiers.next();

  IsolationTest() {
    IncidentTable.createIfAbsent(owner, "incidents");
    for (Ksuid account : List.of(acmeId, boltId)) {
      queries.open(new Account(account, "an account", AccountState.ACTIVE, 0, Optional.empty()));
    }
  }

  @AfterEach
  void close() {
    clients.forEach(DynamoDbClient::close);
    gramme.close();
  }

  private Identities identities() {
    String owner =
        """
        {"accessKeyId": "OWNER", "secretAccessKey": "OWNER", "arn": "arn:aws:iam::000000000000:root"}\
        """;
    try {
      return Identities.parse(
          "{\"identities\": [" + owner + "," + role(acmeId) + "," + role(boltId) + "]}",
          Gramme.ACCOUNT);
    } catch (IdentitiesException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * The role that a program assumes for an account: it only grants access to keys with the
   * account's prefix.
   */
  private static String role(Ksuid account) {
    return """
    {"accessKeyId": "%1$s", "secretAccessKey": "%1$s",
     "arn": "arn:aws:sts::000000000000:assumed-role/account/session", "tags": {"account": "%1$s"},
     "policies": [{"Version": "2012-10-17", "Statement": [
       {"Effect": "Allow",
        "Action": ["dynamodb:GetItem", "dynamodb:Query", "dynamodb:PutItem", "dynamodb:UpdateItem",
                   "dynamodb:DeleteItem", "dynamodb:BatchWriteItem"],
        "Resource": ["arn:aws:dynamodb:*:*:table/incidents",
                     "arn:aws:dynamodb:*:*:table/incidents/index/*"],
        "Condition": {"ForAllValues:StringLike": {
          "dynamodb:LeadingKeys": ["acct_${aws:PrincipalTag/account}#*"]}}}]}]}\
    """
        .formatted(account);
  }

  private DynamoDbClient client(String name) {
    DynamoDbClient client =
        DynamoDbClient.builder()
            .httpClient(gramme.httpClient())
            .region(Gramme.REGION)
            .endpointOverride(URI.create("http://gramme"))
            .credentialsProvider(
                StaticCredentialsProvider.create(AwsBasicCredentials.create(name, name)))
            .build();
    clients.add(client);
    return client;
  }

  private static IncidentQueriesTable over(DynamoDbClient client) {
    return IncidentQueriesTable.of(
        Table.of(client, IncidentQueriesTable.schema())
            .withClock(InstantSource.fixed(World.START))
            .withCursors(Cursors.signed(new CursorKey(1, new byte[32]))));
  }

  private AccountData data(IncidentQueries access, Ksuid account) {
    return new Accounts(access, identifiers).data(account);
  }

  @Test
  void ids_of_another_account_find_nothing() {
    AccountData acme = data(queries, acmeId);
    AccountData bolt = data(queries, boltId);
    queries.plan(new Team(boltId, team, "Red"));
    Incident theirs = bolt.log().report(user, "errors", "{}", List.of(Participant.team(team)));
    assertThat(acme.incident(theirs.incident())).isEmpty();
    assertThat(acme.details(theirs.incident())).isEmpty();
    assertThat(acme.numbered(theirs.number())).isEmpty();
    assertThat(acme.incidentsOf(user, State.OPEN, Cursor.start(), 10).items()).isEmpty();
    assertThat(acme.incidentsOfTeams(List.of(team), State.OPEN, Cursor.start(), 10).items())
        .isEmpty();
    assertThat(acme.contactMethods(user)).isEmpty();
    assertThat(acme.onCall()).isEmpty();
    assertThat(acme.log().move(theirs.incident(), Status.RESOLVED)).isEmpty();
    assertThat(acme.log().involve(theirs.incident(), Participant.user(user))).isEmpty();
    assertThat(bolt.incident(theirs.incident())).contains(theirs);
  }

  @Test
  void a_cursor_of_another_account_is_refused() {
    AccountData acme = data(queries, acmeId);
    AccountData bolt = data(queries, boltId);
    for (int i = 0; i < 4; i++) {
      for (AccountData account : List.of(acme, bolt)) {
        account.log().report(user, "incident " + i, "{}", List.of(Participant.team(team)));
      }
    }
    List<Ksuid> teams = List.of(team, identifiers.next());
    Cursor all = bolt.incidents(Cursor.start(), 2).next().orElseThrow();
    Cursor own = bolt.incidentsOf(user, State.OPEN, Cursor.start(), 2).next().orElseThrow();
    Cursor merged =
        bolt.incidentsOfTeams(teams, State.OPEN, Cursor.start(), 2).next().orElseThrow();
    assertThatThrownBy(() -> acme.incidents(all, 2)).isInstanceOf(CursorRefused.class);
    assertThatThrownBy(() -> acme.incidentsOf(user, State.OPEN, own, 2))
        .isInstanceOf(CursorRefused.class);
    assertThatThrownBy(() -> acme.incidentsOfTeams(teams, State.OPEN, merged, 2))
        .isInstanceOf(CursorRefused.class);
    assertThatThrownBy(() -> bolt.incidentsOf(user, State.CLOSED, own, 2))
        .isInstanceOf(CursorRefused.class);
    assertThat(bolt.incidentsOf(user, State.OPEN, own, 2).items()).hasSize(2);
  }

  @Test
  void separators_in_arguments_reach_no_other_keys() {
    AccountData bolt = data(queries, boltId);
    bolt.log().report(user, "errors", "{}", List.of());
    String theirs = "acct_" + boltId + "#user_" + user;
    for (String forged :
        List.of(
            theirs,
            "user_" + user + "#incpart",
            "#" + theirs,
            "x#incpart\u0000",
            "../" + theirs,
            "user_" + user + "$c")) {
      assertThatThrownBy(() -> Participant.parse(forged))
          .isInstanceOf(IllegalArgumentException.class);
      assertThat(queries.incidentsOf(acmeId, forged, State.OPEN, Cursor.start(), 10).items())
          .isEmpty();
    }
    // A participant of one account whose key would be in the other account if # were not escaped.
    var forged =
        new Participation(
            acmeId,
            identifiers.next(),
            "x#incpart",
            1,
            "forged",
            Status.TRIGGERED,
            State.OPEN,
            World.START,
            World.START,
            1);
    assertThat(IncidentQueriesTable.ParticipationItem.ENTITY.toItem(forged).get("GSI1PK"))
        .hasToString("AttributeValue(S=acct_" + acmeId + "#x$cincpart#incpart)");
  }

  @Test
  void the_credentials_of_an_account_serve_all_of_its_access_patterns() {
    IncidentQueriesTable own = over(client(acmeId.toString()));
    AccountData acme = data(own, acmeId);
    own.plan(new Team(acmeId, team, "Red"));
    Incident incident = acme.log().report(user, "errors", "{}", List.of(Participant.team(team)));
    acme.log().move(incident.incident(), Status.RESOLVED);
    questions(own, acmeId, incident.incident()).forEach((what, question) -> question.run());
    assertThat(acme.incidentsOfTeams(List.of(team), State.CLOSED, Cursor.start(), 10).items())
        .hasSize(1);
    new AccountDeletion(own, Backoff.standard(new Random(1)), InstantSource.fixed(World.START))
        .run(acmeId);
    assertThat(acme.onCall()).isEmpty();
  }

  @Test
  void the_credentials_of_another_account_are_refused_by_the_database() {
    Incident incident =
        data(queries, acmeId).log().report(user, "errors", "{}", List.of(Participant.team(team)));
    DynamoDbClient boltsClient = client(boltId.toString());
    IncidentQueriesTable bolts = over(boltsClient);
    questions(bolts, acmeId, incident.incident())
        .forEach((what, question) ->
            assertThatThrownBy(question::run).as(what).satisfies(IsolationTest::isRefusal));
    assertThatThrownBy(() -> boltsClient.scan(ScanRequest.builder().tableName("incidents").build()))
        .satisfies(IsolationTest::isRefusal);
    assertThat(data(queries, acmeId).incident(incident.incident())).contains(incident);
  }

  private static void isRefusal(Throwable thrown) {
    assertThat(thrown).isInstanceOf(DynamoDbException.class);
    assertThat(((DynamoDbException) thrown).awsErrorDetails().errorCode())
        .isEqualTo("AccessDeniedException");
  }

  /** Every access pattern with an account parameter, called for this account. */
  private Map<String, Runnable> questions(IncidentQueries access, Ksuid account, Ksuid incident) {
    String who = Participant.user(user).toString();
    Map<String, Runnable> questions = new LinkedHashMap<>();
    questions.put("account", () -> access.account(account));
    questions.put("count", () -> access.count(account, 1, AccountState.ACTIVE));
    questions.put("mark", () -> access.mark(account, AccountState.ACTIVE, Optional.empty()));
    questions.put("onCall", () -> access.onCall(account));
    questions.put("everythingOnCall", () -> access.everythingOnCall(account));
    questions.put("schedule", () -> access.schedule(account, team, team));
    questions.put("shifts", () -> access.shifts(account, user, Range.all()));
    questions.put("plan", () -> access.plan(new Team(account, team, "Red")));
    questions.put("cancel", () -> access.cancel(new Team(account, identifiers.next(), "x")));
    questions.put("dismiss", () -> access.dismiss(account, identifiers.next()));
    questions.put(
        "forget",
        () -> access.forget(new Membership(account, identifiers.next(), identifiers.next())));
    questions.put("users", () -> access.users(account, Cursor.start(), 10));
    questions.put("contactMethods", () -> access.contactMethods(account, user));
    questions.put("rules", () -> access.rules(account, user));
    questions.put("memberships", () -> access.memberships(account, user));
    questions.put("personal", () -> access.personal(account, user));
    questions.put("members", () -> access.members(account, team));
    questions.put("incidents", () -> access.incidents(account, Cursor.start(), 10));
    questions.put("incident", () -> access.incident(account, incident));
    questions.put("numbered", () -> access.numbered(account, 1));
    questions.put("details", () -> access.details(account, incident));
    questions.put(
        "incidentsOf", () -> access.incidentsOf(account, who, State.OPEN, Cursor.start(), 10));
    questions.put(
        "incidentsOfAll",
        () -> access.incidentsOfAll(account, List.of(who, "x"), State.OPEN, Cursor.start(), 10));
    questions.put("participations", () -> access.participations(account, incident));
    return questions;
  }
}
