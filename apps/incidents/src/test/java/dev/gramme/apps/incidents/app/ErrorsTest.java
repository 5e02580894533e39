package dev.gramme.apps.incidents.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.apps.incidents.table.IncidentTable;
import dev.gramme.apps.web.database.Database;
import dev.gramme.embedded.Gramme;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.http.HttpResponse;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Errors of the interface say what is wrong and where, and show nothing of the inside. */
final class ErrorsTest {
  private static final String NOBODY = "1h0QJANrGKFCZHSDO526fs6Jbg8";

  private static void error(int status, HttpResponse<String> answer, String... texts) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(answer.body()).contains(texts).doesNotContain("Exception", "dev.gramme");
  }

  @Test
  void bad_input_and_missing_records_are_named() throws Exception {
    try (var system = new Running("--accounts", "1", "--incidents", "1")) {
      String token = system.token(0);
      String user = system.get("api/users", token).path("items").get(0).path("id").asText();
      String team = system.get("api/me", token).path("teams").get(0).path("id").asText();
      String contact = "{\"kind\": \"EMAIL\", \"address\": \"a@example.com\"}";
      String name = "{\"name\": \"Night\"}";
      String duty =
          "{\"user\": \"%s\", \"from\": \"2026-01-01T00:00:00Z\", \"until\": \"2026-01-02T00:00:00Z\"}"
              .formatted(user);

      error(401, system.ask("GET", "api/me", "forged", ""), "session", "Authorization: Bearer");
      error(
          404,
          system.ask("GET", "api/incidents/" + NOBODY, token, ""),
          "the account has no incident " + NOBODY);
      error(404, system.ask("GET", "api/numbers/99", token, ""), "has no incident 99");
      error(
          400, system.ask("GET", "api/incidents?state=SHUT", token, ""), "[OPEN, CLOSED]", "SHUT");
      error(400, system.ask("GET", "api/incidents?list=x", token, ""), "mine, teams or account");
      error(400, system.ask("GET", "api/incidents?limit=0", token, ""), "from 1 to 100");
      error(400, system.ask("GET", "api/incidents?after=x", token, ""), "after: ", "cursor");
      error(400, system.ask("POST", "api/incidents", token, "{}"), "a member title");
      error(400, system.ask("POST", "api/users", token, "{\"name\": \" \"}"), "name must have");
      error(
          404,
          system.ask("POST", "api/users/" + NOBODY + "/contact-methods", token, contact),
          "the account has no user " + NOBODY);
      error(
          404,
          system.ask("PUT", "api/teams/" + team + "/members/" + NOBODY, token, ""),
          "has no user " + NOBODY);
      error(
          404,
          system.ask("PUT", "api/teams/" + NOBODY + "/members/" + user, token, ""),
          "has no team " + NOBODY);
      error(
          404,
          system.ask("POST", "api/teams/" + NOBODY + "/schedules", token, name),
          "has no team " + NOBODY);
      error(
          404,
          system.ask("POST", "api/schedules/" + team + "/" + NOBODY + "/shifts", token, duty),
          "has no schedule " + NOBODY);
      error(
          404,
          system.ask(
              "POST", "api/incidents", token, "{\"title\": \"a\", \"team\": \"" + NOBODY + "\"}"),
          "has no team " + NOBODY);
      error(405, system.ask("DELETE", "api/oncall", token, ""), "has only GET");
    }
  }

  @Test
  void a_database_that_cannot_be_reached_is_named_and_works_again_later() throws Exception {
    var isAway = new AtomicBoolean();
    Gramme gramme = Gramme.inMemory();
    var database =
        new Database(
            "test",
            "http://127.0.0.1:1",
            away(gramme.client(), isAway),
            gramme.streamsClient(),
            () -> {});
    try (var system = new Running(gramme, database, "--accounts", "1", "--incidents", "1")) {
      String token = system.token(0);
      isAway.set(true);
      error(
          503,
          system.ask("GET", "api/incidents", token, ""),
          "http://127.0.0.1:1: the database does not answer: Connection refused");
      isAway.set(false);
      assertThat(system.ask("GET", "api/incidents", token, "").statusCode()).isEqualTo(200);
    }
  }

  /** A client whose calls fail while a flag is set, as those to a server that is down. */
  private static DynamoDbClient away(DynamoDbClient client, AtomicBoolean isAway) {
    return (DynamoDbClient)
        Proxy.newProxyInstance(
            DynamoDbClient.class.getClassLoader(),
            new Class<?>[] {DynamoDbClient.class},
            (proxy, method, arguments) -> {
              if (isAway.get()) {
                throw SdkClientException.create("Connection refused");
              }
              try {
                return method.invoke(client, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @Test
  void the_template_has_the_name_of_the_table() {
    assertThat(IncidentTable.template("other"))
        .contains("AWS::DynamoDB::Table", "TableName: other", "PointInTimeRecovery")
        .doesNotContain("TableName: incidents");
  }
}
