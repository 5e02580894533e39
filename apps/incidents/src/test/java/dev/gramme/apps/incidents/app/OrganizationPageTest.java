package dev.gramme.apps.incidents.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.apps.browser.Browser;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Adds and removes teams, members, schedules, shifts, overrides and users on the page. */
@Tag("slow")
final class OrganizationPageTest {
  private static final String ROWS = "#detail .rowed > :first-child";
  private static final String DUTIES = "#detail tbody td:first-child";

  /** One account with the team Payments and the users Ana and Ben. */
  private static Running small() throws Exception {
    return new Running("--accounts", "1", "--teams", "1", "--users", "2", "--incidents", "1");
  }

  private static String user(Running system, String name) throws Exception {
    for (var user : system.get("api/users", system.token(0)).path("items")) {
      if (user.path("name").asText().equals(name)) {
        return user.path("id").asText();
      }
    }
    throw new IllegalArgumentException(name);
  }

  private static void remove(Browser browser, String button) {
    browser.click("#detail [aria-label^=\"" + button + "\"]");
  }

  private static void await(Browser browser, String selector, String... texts) {
    browser.awaitTexts(selector, List.of(texts)::equals);
  }

  /**
   * Adds a shift or an override.
   *
   * @param kind {@code shifts} or {@code overrides}
   * @param from a time such as {@code 2020-01-01T00:00}
   */
  private static void duty(Browser browser, String kind, String user, String from) {
    String form = "#detail ." + kind;
    browser.choose(form + " select", user);
    // Keys would depend on the language of the browser.
    browser.run(
        """
        const [from, until] = document.querySelectorAll(arguments[0] + ' input');
        from.value = arguments[1];
        until.value = '2099-01-01T00:00';
        """,
        form,
        from);
    browser.click(form + " button");
  }

  /** Waits until the list of those on call has the schedule of the team Night with a user. */
  private static void onCall(Browser browser, String user) {
    var row = List.of("Night", "Second line", user);
    browser.awaitTexts(
        "#calls td:not(.time)", texts -> Collections.indexOfSubList(texts, row) >= 0);
  }

  /** Opens the pane of the team Night, which is the first one by name. */
  private static void night(Browser browser) {
    browser.click("[data-view=groups]");
    browser.click("#content .named");
    await(browser, "#detail h2", "Night");
  }

  @Test
  void a_team_its_members_schedules_shifts_and_overrides_are_added_and_removed() throws Exception {
    try (var system = small();
        var browser = Browser.start()) {
      String ana = user(system, "Ana");
      browser.size(1400, 900);
      browser.open(system.uri());
      browser.click("[data-view=groups]");
      browser.type("#content .add input", "Night");
      browser.click("#content .add button");
      await(browser, "#content .named", "Night", "Payments");

      night(browser);
      browser.choose("#detail .member select", ana);
      browser.click("#detail .member button");
      await(browser, ROWS, "Ana");
      remove(browser, "Remove Ana");
      await(browser, ROWS);
      browser.type("#detail .schedule input", "Second line");
      browser.click("#detail .schedule button");
      await(browser, ROWS, "Second line");
      browser.click("#detail .rowed .named");
      await(browser, "#detail h2", "Night: Second line");

      duty(browser, "shifts", ana, "2020-01-01T00:00");
      await(browser, DUTIES, "Ana");
      duty(browser, "overrides", user(system, "Ben"), "2021-01-01T00:00");
      await(browser, DUTIES, "Ana", "Ben (override)");
      assertThat(browser.violations()).isEmpty();

      // The list of those on call follows the pane.
      browser.click("[data-view=oncall]");
      onCall(browser, "Ben (override)");
      remove(browser, "Remove Ben");
      await(browser, DUTIES, "Ana");
      onCall(browser, "Ana");
      remove(browser, "Remove Ana");
      await(browser, DUTIES);
      onCall(browser, "nobody");

      night(browser);
      remove(browser, "Remove Second line");
      await(browser, ROWS);
      browser.click("#detail > button:last-child");
      await(browser, "#content .named", "Payments");
      assertThat(system.get("api/me", system.token(0)).path("teams")).hasSize(1);
      assertThat(system.get("api/oncall", system.token(0))).hasSize(1);
      assertThat(browser.errors()).isEmpty();
    }
  }

  @Test
  void a_user_and_the_parts_of_the_user_are_added_and_removed() throws Exception {
    try (var system = small();
        var browser = Browser.start()) {
      browser.size(1400, 900);
      browser.open(system.uri());
      browser.click("[data-view=people]");
      browser.type("#content .add input", "Zoe");
      browser.click("#content .add button");
      await(browser, "#content .named", "Ana", "Ben", "Zoe");
      browser.click("#content .rowed:nth-child(3) .named");
      await(browser, "#detail h2", "Zoe");
      await(browser, ROWS);

      // A rule needs a contact method: the form is not sent without one.
      browser.click("#detail .rule button");
      assertThat(browser.run("return document.querySelector('#detail .rule').checkValidity()"))
          .isEqualTo(false);
      browser.type("#detail .contact input", "zoe@example.com");
      browser.click("#detail .contact button");
      await(browser, ROWS, "email: zoe@example.com");
      browser.click("#detail .rule button");
      await(browser, ROWS, "email: zoe@example.com", "after 5 minutes: zoe@example.com");
      browser.click("#detail .join button");
      await(
          browser, ROWS, "email: zoe@example.com", "after 5 minutes: zoe@example.com", "Payments");
      // The user is in all teams.
      assertThat(browser.run("return document.querySelector('#detail .join').checkValidity()"))
          .isEqualTo(false);
      assertThat(browser.violations()).isEmpty();

      remove(browser, "Leave Payments");
      await(browser, ROWS, "email: zoe@example.com", "after 5 minutes: zoe@example.com");
      remove(browser, "Remove after 5 minutes");
      await(browser, ROWS, "email: zoe@example.com");
      // A removed contact method takes its rules with it.
      browser.click("#detail .rule button");
      await(browser, ROWS, "email: zoe@example.com", "after 5 minutes: zoe@example.com");
      remove(browser, "Remove email");
      await(browser, ROWS);
      browser.click("#detail > button:last-child");
      await(browser, "#content .named", "Ana", "Ben");
      assertThat(system.get("api/users", system.token(0)).path("items")).hasSize(2);
      assertThat(browser.errors()).isEmpty();
    }
  }
}
