package dev.gramme.apps.incidents.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests the routes that remove parts of an account: what they remove, what they keep, and that they
 * do nothing in another account.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("slow")
final class RemovalTest {
  private static final String DUTY =
      """
      {"user": "%s", "from": "2020-01-01T00:00:00Z", "until": "2099-01-01T00:00:00Z"}
      """;

  private Running system;
  private String token;
  private String user;
  private String method;
  private String rule;
  private String team;
  private String schedule;

  @BeforeAll
  void start() throws Exception {
    system = new Running("--accounts", "2", "--teams", "1", "--users", "2", "--incidents", "2");
    token = system.token(0);
  }

  @AfterAll
  void stop() {
    system.close();
  }

  /** Each test has a user, a team and a schedule of its own. */
  @BeforeEach
  void prepare() throws Exception {
    user = made("api/users", "{\"name\": \"Zoe\"}");
    method =
        made(
            "api/users/" + user + "/contact-methods",
            "{\"kind\": \"EMAIL\", \"address\": \"zoe@example.com\"}");
    rule = rule(10);
    team = made("api/teams", "{\"name\": \"Night\"}");
    assertThat(status("PUT", "api/teams/" + team + "/members/" + user)).isEqualTo(200);
    schedule = schedule("First");
  }

  private String made(String path, String body) throws Exception {
    var answer = system.ask("POST", path, token, body);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    return Running.JSON.readTree(answer.body()).path("id").asText();
  }

  private String rule(int minutes) throws Exception {
    return made(
        "api/users/" + user + "/rules",
        "{\"method\": \"%s\", \"afterMinutes\": %d}".formatted(method, minutes));
  }

  /** A schedule with a shift and an override of the user. */
  private String schedule(String name) throws Exception {
    String made = made("api/teams/" + team + "/schedules", "{\"name\": \"%s\"}".formatted(name));
    for (String kind : List.of("shifts", "overrides")) {
      var _ = made("api/schedules/%s/%s/%s".formatted(team, made, kind), DUTY.formatted(user));
    }
    return made;
  }

  private int status(String verb, String path) throws Exception {
    return system.ask(verb, path, token, "").statusCode();
  }

  private List<String> texts(String path, String member) throws Exception {
    var texts = new ArrayList<String>();
    for (JsonNode one : system.get(path, token)) {
      texts.add(member.isEmpty() ? one.asText() : one.path(member).asText());
    }
    return texts;
  }

  /** The names of the schedules of the test's team. */
  private List<String> schedules() throws Exception {
    var names = new ArrayList<String>();
    for (JsonNode call : system.get("api/oncall", token)) {
      if (call.path("teamId").asText().equals(team)) {
        names.add(call.path("schedule").asText());
      }
    }
    return names;
  }

  @Test
  void a_removed_notification_rule_leaves_the_others_and_the_contact_method() throws Exception {
    String rules = "api/users/" + user + "/rules";
    String other = rule(30);
    assertThat(texts(rules, "id")).containsExactlyInAnyOrder(rule, other);

    assertThat(status("DELETE", rules + "/" + rule)).isEqualTo(200);

    assertThat(texts(rules, "id")).containsExactly(other);
    assertThat(texts("api/users/" + user + "/contact-methods", "id")).containsExactly(method);
    assertThat(status("DELETE", rules + "/" + rule)).isEqualTo(200);
  }

  @Test
  void a_member_who_is_removed_from_a_team_stays_a_user_and_a_member_of_other_teams()
      throws Exception {
    String second = made("api/teams", "{\"name\": \"Day\"}");
    assertThat(status("PUT", "api/teams/" + second + "/members/" + user)).isEqualTo(200);

    assertThat(status("DELETE", "api/teams/" + team + "/members/" + user)).isEqualTo(200);

    assertThat(texts("api/teams/" + team + "/members", "")).isEmpty();
    assertThat(texts("api/teams/" + second + "/members", "")).containsExactly(user);
    assertThat(texts("api/users/" + user + "/teams", "")).containsExactly(second);
    assertThat(texts("api/users/" + user + "/contact-methods", "id")).containsExactly(method);
  }

  @Test
  void a_removed_schedule_takes_its_shifts_and_overrides_with_it_and_no_others() throws Exception {
    String second = schedule("Second");
    assertThat(schedules()).containsExactlyInAnyOrder("First", "Second");
    assertThat(system.get("api/users/" + user + "/shifts", token)).hasSize(2);

    assertThat(status("DELETE", "api/schedules/" + team + "/" + schedule)).isEqualTo(200);

    assertThat(schedules()).containsExactly("Second");
    assertThat(system.get("api/schedules/" + team + "/" + schedule, token)).isEmpty();
    assertThat(system.get("api/schedules/" + team + "/" + second, token)).hasSize(2);
    assertThat(system.get("api/users/" + user + "/shifts", token)).hasSize(1);
    assertThat(
            system
                .ask(
                    "POST",
                    "api/schedules/%s/%s/shifts".formatted(team, schedule),
                    token,
                    DUTY.formatted(user))
                .statusCode())
        .isEqualTo(404);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "users/USER",
        "users/USER/contact-methods/METHOD",
        "users/USER/rules/RULE",
        "teams/TEAM",
        "teams/TEAM/members/USER",
        "schedules/TEAM/SCHEDULE",
        "schedules/TEAM/SCHEDULE/duties/DUTY",
        "incidents/INCIDENT/participants/user_PARTICIPANT"
      })
  void another_account_removes_nothing(String route) throws Exception {
    String export = "api/account/export?limit=100";
    JsonNode before = system.get(export, token);
    JsonNode incident = before.path("incidents").get(0).path("whole");
    String path =
        route
            .replace("USER", user)
            .replace("METHOD", method)
            .replace("RULE", rule)
            .replace("TEAM", team)
            .replace("SCHEDULE", schedule)
            .replace("DUTY", texts("api/schedules/" + team + "/" + schedule, "id").getFirst())
            .replace("INCIDENT", incident.path("incident").path("id").asText())
            .replace("PARTICIPANT", incident.path("createdBy").asText());

    var answer = system.ask("DELETE", "api/" + path, system.token(1), "");

    // Removing something that does not exist is no error, except for an incident.
    assertThat(answer.statusCode()).isEqualTo(route.startsWith("incidents") ? 404 : 200);
    assertThat(system.get(export, token)).isEqualTo(before);
    // The same request of the account itself does remove it.
    assertThat(status("DELETE", "api/" + path)).isEqualTo(200);
    assertThat(system.get(export, token)).isNotEqualTo(before);
  }
}
