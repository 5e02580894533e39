package dev.gramme.apps.incidents.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.gramme.apps.browser.Browser;
import dev.gramme.embedded.Gramme;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** Users, teams, schedules and the export, by the interface and on the page. */
@Tag("slow")
final class OrganizationTest {
  /** Pixels: more than one line of text has, and less than two. */
  private static final int LINE = 30;

  @TempDir private Path folder;

  private static String made(Running system, String path, String body) throws Exception {
    var answer = system.ask("POST", path, system.token(0), body);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    return Running.JSON.readTree(answer.body()).path("id").asText();
  }

  private static void change(Running system, String method, String path) throws Exception {
    var answer = system.ask(method, path, system.token(0), "");
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
  }

  private static List<String> texts(JsonNode nodes, String member) {
    var texts = new ArrayList<String>();
    nodes.forEach(node -> texts.add(node.path(member).asText()));
    return texts;
  }

  @Test
  void users_teams_and_schedules_are_added_changed_and_removed() throws Exception {
    try (var system = new Running("--accounts", "2", "--incidents", "1")) {
      String token = system.token(0);
      String user = made(system, "api/users", "{\"name\": \"Zoe\"}");
      String users = "api/users/" + user;
      String phone = "{\"kind\": \"PHONE\", \"address\": \"+49 1\"}";
      String method = made(system, users + "/contact-methods", phone);
      String rule = "{\"method\": \"%s\", \"afterMinutes\": 15}".formatted(method);
      made(system, users + "/rules", rule);
      assertThat(texts(system.get(users + "/rules", token), "afterMinutes")).containsExactly("15");
      assertThat(system.ask("POST", users + "/rules", system.token(1), rule).statusCode())
          .isEqualTo(400);
      change(system, "DELETE", users + "/contact-methods/" + method);
      assertThat(system.get(users + "/rules", token)).isEmpty();

      String team = made(system, "api/teams", "{\"name\": \"Night\"}");
      change(system, "PUT", "api/teams/" + team + "/members/" + user);
      assertThat(system.get(users + "/teams", token).get(0).asText()).isEqualTo(team);
      String name = "{\"name\": \"Second line\"}";
      String schedule = made(system, "api/teams/" + team + "/schedules", name);
      String duty = "{\"user\": \"%s\", \"from\": \"2020-01-01T00:00:00Z\", \"until\": \"%s\"}";
      String schedules = "api/schedules/" + team + "/" + schedule;
      made(system, schedules + "/shifts", duty.formatted(user, "2099-01-01T00:00:00Z"));
      made(system, schedules + "/overrides", duty.formatted(user, "2099-01-01T00:00:00Z"));
      assertThat(texts(system.get("api/oncall", token), "user")).contains("Zoe");
      var shifts = system.get(users + "/shifts", token);
      assertThat(texts(shifts, "team")).containsExactly(team);
      assertThat(texts(shifts, "schedule")).containsExactly(schedule);
      var wrong = duty.formatted(user, "2019-01-01T00:00:00Z");
      assertThat(system.ask("POST", schedules + "/shifts", token, wrong).statusCode())
          .isEqualTo(400);
      String override = texts(system.get(schedules, token), "id").getFirst();
      change(system, "DELETE", schedules + "/duties/" + override);
      assertThat(system.get(schedules, token)).hasSize(1);

      change(system, "DELETE", "api/teams/" + team);
      assertThat(system.get(users + "/teams", token)).isEmpty();
      assertThat(system.get(users + "/shifts", token)).isEmpty();
      change(system, "DELETE", users);
      assertThat(texts(system.get("api/users?limit=100", token).path("items"), "name"))
          .doesNotContain("Zoe");
    }
  }

  @Test
  void an_export_has_everything_of_the_account_page_by_page() throws Exception {
    try (var system = new Running("--accounts", "2", "--users", "3", "--incidents", "7")) {
      var first = system.get("api/account/export?limit=4", system.token(0));
      assertThat(first.path("users")).hasSize(3);
      assertThat(first.path("users").get(0).path("contactMethods")).hasSize(1);
      assertThat(first.path("onCall").size()).isGreaterThan(6);
      assertThat(first.path("incidents")).hasSize(4);
      assertThat(first.path("incidents").get(0).path("details").asText()).isNotEmpty();
      var second =
          system.get(
              "api/account/export?limit=4&after=" + first.path("next").asText(), system.token(0));
      assertThat(second.path("incidents")).hasSize(3);
      assertThat(second.has("next")).isFalse();
    }
  }

  @Tag("long")
  @Test
  void accounts_survive_a_restart_and_a_deleted_one_is_not_offered_again() throws Exception {
    List<String> before;
    try (var system = new Running(Gramme.open(folder), "--incidents", "1")) {
      before = texts(system.get("api/demo", ""), "account");
      assertThat(before).startsWith("Northwind").endsWith("Acme");
    }
    try (var system = new Running(Gramme.open(folder), "--incidents", "1")) {
      assertThat(texts(system.get("api/demo", ""), "account")).isEqualTo(before);
      assertThat(system.get("api/incidents?list=account", system.token(0)).path("items"))
          .hasSize(1);
      change(system, "DELETE", "api/account");
      assertThat(texts(system.get("api/demo", ""), "account")).doesNotContain(before.getFirst());
    }
  }

  /** The height of the tallest element: a broken word or label makes it taller. */
  private static double tallest(Browser browser, String selector) {
    return browser.number(
        "return Math.max(...[...document.querySelectorAll(arguments[0])].map(e => e.offsetHeight))",
        selector);
  }

  @Test
  void people_and_teams_are_changed_on_the_page_of_a_phone() throws Exception {
    Path pictures = Files.createDirectories(Path.of("target", "pictures"));
    try (var system = new Running("--accounts", "1", "--incidents", "20");
        var browser = Browser.start()) {
      browser.size(390, 844);
      browser.open(system.uri());
      browser.awaitElement("#rows tr");
      assertThat(browser.isWiderThanItsWindow()).isFalse();
      browser.screenshot(pictures.resolve("list-390.png"));
      browser.click("#rows tr");
      browser.awaitElement("#detail pre");
      assertThat(browser.isWiderThanItsWindow()).isFalse();
      browser.screenshot(pictures.resolve("details-390.png"));
      // Hiding the pane leaves the incident open.
      String status = browser.text("#detail .status");
      browser.press(Keys.ESCAPE);
      browser.awaitTexts("#side #detail", texts -> texts.equals(List.of("")));
      assertThat(browser.text("#rows .status")).isEqualTo(status);

      browser.click("[data-view=oncall]");
      browser.awaitTexts("#calls tr", calls -> calls.size() == 6);
      assertThat(tallest(browser, "#calls td:first-child button")).isLessThan(LINE);
      browser.click("#calls tr");
      browser.awaitElement("#detail td button");
      assertThat(tallest(browser, "#detail td button")).isLessThan(2 * LINE);
      assertThat(tallest(browser, "#detail tr")).isLessThan(3 * LINE);
      assertThat(browser.isWiderThanItsWindow()).isFalse();
      browser.screenshot(pictures.resolve("schedule-390.png"));
      browser.press(Keys.ESCAPE);

      browser.click("[data-view=people]");
      browser.click("#content .named");
      browser.awaitTexts("#detail .shift", shifts -> shifts.toString().contains(", Payments"));
      browser.type("#content .add input", "Zoe");
      browser.click("#content .add button");
      browser.awaitTexts("#content .named", texts -> texts.contains("Zoe"));
      browser.click("#content .rowed:nth-last-child(2) .named");
      browser.awaitTexts("#detail h2", texts -> texts.equals(List.of("Zoe")));
      browser.type("#detail .contact input", "zoe@example.com");
      browser.click("#detail .contact button");
      browser.awaitTexts("#detail .rowed", rows -> rows.toString().contains("zoe@example.com"));
      browser.click("#detail .rule button");
      browser.awaitTexts("#detail .rowed", rows -> rows.toString().contains("after 5 minutes"));
      browser.click("#detail .join button");
      browser.awaitTexts("#detail .rowed", rows -> rows.toString().contains("Leave"));
      assertThat(browser.isWiderThanItsWindow()).isFalse();
      browser.screenshot(pictures.resolve("user-390.png"));

      browser.size(1400, 900);
      browser.click("[data-view=groups]");
      browser.click("#content .named");
      browser.type("#detail .schedule input", "Second line");
      browser.click("#detail .schedule button");
      browser.awaitTexts("#detail .named", texts -> texts.contains("Second line"));
      browser.screenshot(pictures.resolve("team.png"));
      browser.click("[data-view=whole]");
      browser.click("#export");
      browser.awaitTexts("#said", texts -> texts.toString().contains("exported 9 users"));
      assertThat(browser.errors()).isEmpty();
    }
  }
}
