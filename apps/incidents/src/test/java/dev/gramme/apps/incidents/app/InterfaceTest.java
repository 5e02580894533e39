package dev.gramme.apps.incidents.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Tests of the HTTP interface. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("slow")
final class InterfaceTest {
  /** The number of incidents that the tests of this class report, in any order. */
  private static final int REPORTED = 4;

  private Running system;
  private String token;
  private String stranger;

  @BeforeAll
  void start() throws Exception {
    system = new Running("--incidents", "15");
    token = system.token(0);
    stranger = system.token(1);
  }

  @AfterAll
  void stop() {
    system.close();
  }

  private JsonNode report(String title, String details) throws Exception {
    ObjectNode body = Running.JSON.createObjectNode().put("title", title).put("details", details);
    JsonNode teams = system.get("api/me", token).path("myTeams");
    body.put("team", teams.get(0).path("id").asText());
    HttpResponse<String> answer = system.ask("POST", "api/incidents", token, body.toString());
    assertThat(answer.statusCode()).isEqualTo(201);
    return Running.JSON.readTree(answer.body()).path("incident");
  }

  private List<String> titles(String list, String state, int limit) throws Exception {
    var titles = new ArrayList<String>();
    String after = "";
    do {
      JsonNode page =
          system.get(
              "api/incidents?list=%s&state=%s&limit=%d&after=%s"
                  .formatted(list, state, limit, after),
              token);
      page.path("items").forEach(item -> titles.add(item.path("title").asText()));
      after = URLEncoder.encode(page.path("next").asText(""), StandardCharsets.UTF_8);
    } while (!after.isEmpty());
    return titles;
  }

  @Test
  void an_incident_is_reported_listed_read_and_resolved() throws Exception {
    String details = "{\"long\": \"" + "x".repeat(200_000) + "\"}";
    JsonNode incident = report("the test is on fire", details);
    String id = incident.path("id").asText();
    for (String list : List.of("mine", "teams", "account")) {
      // The newest come first; the order of those that were reported in the same second is open.
      assertThat(titles(list, "OPEN", 7).subList(0, REPORTED)).contains("the test is on fire");
      assertThat(titles(list, "OPEN", 3)).isEqualTo(titles(list, "OPEN", 100));
    }
    assertThat(system.get("api/incidents/" + id + "/details", token).path("details").asText())
        .isEqualTo(details);
    assertThat(system.get("api/numbers/" + incident.path("number").asLong(), token).path("id"))
        .isEqualTo(incident.path("id"));
    HttpResponse<String> moved =
        system.ask("POST", "api/incidents/" + id + "/status", token, "{\"status\": \"RESOLVED\"}");
    assertThat(moved.statusCode()).isEqualTo(200);
    assertThat(titles("mine", "OPEN", 10)).doesNotContain("the test is on fire");
    assertThat(titles("teams", "CLOSED", 10)).contains("the test is on fire");
  }

  @Test
  void participants_come_and_go() throws Exception {
    String id = report("who comes?", "").path("id").asText();
    String user = system.get("api/users?limit=5", token).path("items").get(4).path("id").asText();
    String path = "api/incidents/" + id + "/participants/user_" + user;
    assertThat(system.ask("PUT", path, token, "").body()).contains("user_" + user);
    assertThat(system.ask("DELETE", path, token, "").body()).doesNotContain("user_" + user);
  }

  @Test
  void a_list_contains_its_cost() throws Exception {
    HttpResponse<String> answer = system.ask("GET", "api/incidents?list=mine", token, "");
    assertThat(answer.headers().firstValue("X-Consumed-Read-Capacity")).contains("0.5");
    assertThat(answer.headers().firstValue("X-Consumed-Write-Capacity")).contains("0.0");
  }

  @Test
  void every_schedule_has_its_on_call_user() throws Exception {
    JsonNode calls = system.get("api/oncall", token);
    assertThat(calls).hasSize(6).allMatch(call -> !call.path("user").asText("").isEmpty());
    JsonNode first = calls.get(0);
    JsonNode times =
        system.get(
            "api/schedules/"
                + first.path("teamId").asText()
                + "/"
                + first.path("scheduleId").asText(),
            token);
    assertThat(times.size()).isGreaterThanOrEqualTo(6);
    String user = system.get("api/me", token).path("user").asText();
    assertThat(system.get("api/users/" + user + "/contact-methods", token)).hasSize(1);
  }

  @Test
  void requests_without_a_session_are_refused() throws Exception {
    for (String wrong : List.of("", "x", token.substring(1), flipped(token))) {
      assertThat(system.ask("GET", "api/incidents", wrong, "").statusCode()).isEqualTo(401);
    }
  }

  /** The token with one changed character, in the account. */
  private static String flipped(String token) {
    char other = token.charAt(3) == 'A' ? 'B' : 'A';
    return token.substring(0, 3) + other + token.substring(4);
  }

  @Test
  void incidents_and_cursors_of_another_account_are_refused() throws Exception {
    String id = report("ours", "secret").path("id").asText();
    for (String path : List.of("api/incidents/" + id, "api/incidents/" + id + "/details")) {
      HttpResponse<String> answer = system.ask("GET", path, stranger, "");
      assertThat(answer.statusCode()).isEqualTo(404);
      assertThat(answer.body()).doesNotContain("ours", "secret");
    }
    assertThat(
            system
                .ask(
                    "POST",
                    "api/incidents/" + id + "/status",
                    stranger,
                    "{\"status\":\"RESOLVED\"}")
                .statusCode())
        .isEqualTo(404);
    for (String list : List.of("mine", "teams", "account")) {
      String query = "api/incidents?list=" + list + "&limit=1";
      String cursor = system.get(query, token).path("next").asText();
      assertThat(cursor).isNotEmpty();
      String after = "&after=" + URLEncoder.encode(cursor, StandardCharsets.UTF_8);
      assertThat(system.ask("GET", query + after, token, "").statusCode()).isEqualTo(200);
      assertThat(system.ask("GET", query + after, stranger, "").statusCode()).isEqualTo(400);
      assertThat(system.ask("GET", query + after + "x", token, "").statusCode()).isEqualTo(400);
    }
  }

  @Test
  void invalid_ids_are_refused() throws Exception {
    String id = report("forged ids", "").path("id").asText();
    String account = system.application().people().getLast().account().account().toString();
    for (String forged :
        List.of(
            "user_" + id.substring(1) + "%23",
            "acct_" + account + "%23user",
            "user_%23%23%23%23%23%23%23%23%23%23%23%23%23%23%23%23%23%23%23%23%23%23%23%23%23%23%23",
            "team_")) {
      assertThat(
              system
                  .ask("PUT", "api/incidents/" + id + "/participants/" + forged, token, "")
                  .statusCode())
          .as(forged)
          .isEqualTo(400);
    }
    assertThat(system.ask("GET", "api/incidents/" + id + "%23incpart", token, "").statusCode())
        .isEqualTo(404);
    assertThat(system.ask("GET", "api/incidents?limit=101", token, "").statusCode()).isEqualTo(400);
    assertThat(system.ask("GET", "api/incidents?state=OPEN%23", token, "").statusCode())
        .isEqualTo(400);
  }

  @Test
  void an_account_that_deletes_itself_is_gone_and_others_are_not() throws Exception {
    try (var other = new Running("--incidents", "3")) {
      String first = other.token(0);
      String second = other.token(1);
      HttpResponse<String> deleted = other.ask("DELETE", "api/account", first, "");
      assertThat(deleted.statusCode()).isEqualTo(200);
      assertThat(other.get("api/incidents?list=account", first).path("items")).isEmpty();
      assertThat(other.get("api/incidents?list=account", second).path("items")).hasSize(3);
      assertThat(other.ask("POST", "api/incidents", first, "{\"title\": \"late\"}").statusCode())
          .isEqualTo(410);
    }
  }
}
