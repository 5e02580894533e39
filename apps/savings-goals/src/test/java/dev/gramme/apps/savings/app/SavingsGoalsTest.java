package dev.gramme.apps.savings.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.apps.browser.Browser;
import dev.gramme.apps.savings.domain.Moments;
import dev.gramme.apps.savings.event.BalanceEvent;
import dev.gramme.testkit.Gen;
import java.math.BigDecimal;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** Tests the system end to end, with real Gramme, Kafka, PostgreSQL and Spark. */
@Tag("long")
final class SavingsGoalsTest {
  private static final String SAVINGS = "SAVINGS_ACCOUNT";
  private static final String BONDS = "GOVERNMENT_BONDS";

  @TempDir private static Path folder;
  private static RunningSystem system;

  @BeforeAll
  static void start() throws Exception {
    system = new RunningSystem(folder, 40);
    system.application().batch().run("nightly", system.application().bank().closeBooks());
  }

  @AfterAll
  static void stop() {
    system.close();
  }

  @Test
  void a_deposit_is_pending_at_once_and_confirmed_once_a_batch_has_caught_up() throws Exception {
    assertThat(system.goal("p-00000001", SAVINGS)).isEqualTo("NOT_STARTED 0");
    system.deposit("p-00000001", SAVINGS, "320.00");
    system.untilGoal("p-00000001", SAVINGS, "PENDING_CONFIRMATION 320");
    system.deposit("p-00000001", SAVINGS, "180.00");
    system.untilGoal("p-00000001", SAVINGS, "PENDING_CONFIRMATION 500");
    // A deposit whose reconciliation takes longer than until the next batch run.
    system.application().bank().confirmAll();
    system.deposit("p-00000002", BONDS, "75.50");
    system.untilGoal("p-00000002", BONDS, "PENDING_CONFIRMATION 75.5");

    var run = system.post("/batch/runs", "{\"open\": true}");

    assertThat(run.path("export").asInt()).isEqualTo(2);
    assertThat(system.goal("p-00000001", SAVINGS)).isEqualTo("COMPLETED 500");
    assertThat(system.goal("p-00000001", BONDS)).isEqualTo("NOT_STARTED 0");
    assertThat(system.goal("p-00000002", BONDS)).isEqualTo("PENDING_CONFIRMATION 75.5");
  }

  @Test
  void a_deposit_whose_reconciliation_fails_disappears() throws Exception {
    String first = system.deposit("p-00000003", SAVINGS, "40.00");
    system.deposit("p-00000003", SAVINGS, "2.00");
    system.untilGoal("p-00000003", SAVINGS, "PENDING_CONFIRMATION 42");

    system.post("/bank/deposits/" + first + "/failure", "");

    system.untilGoal("p-00000003", SAVINGS, "PENDING_CONFIRMATION 2");
    String again = system.post("/bank/deposits/" + first + "/failure", "").path("error").asText();
    assertThat(again).contains("waits for its reconciliation");
  }

  @Test
  void the_last_open_deposit_that_fails_leaves_the_view_of_the_batch() throws Exception {
    String only = system.deposit("p-00000004", SAVINGS, "40.00");
    system.untilGoal("p-00000004", SAVINGS, "PENDING_CONFIRMATION 40");

    system.post("/bank/deposits/" + only + "/failure", "");

    system.untilGoal("p-00000004", SAVINGS, "NOT_STARTED 0");
  }

  @Test
  void an_answer_costs_one_read_unit() throws Exception {
    system.deposit("p-00000005", SAVINGS, "5.00");
    system.deposit("p-00000005", BONDS, "50.00");
    system.untilGoal("p-00000005", BONDS, "PENDING_CONFIRMATION 50");

    var answer = system.ask("/customers/p-00000005/goals");

    assertThat(answer.headers().firstValue(Routes.COST)).contains("1.0");
    assertThat(system.ask("/customers/nobody/goals").statusCode()).isEqualTo(404);
  }

  @Test
  void a_killed_consumer_loses_nothing_and_repeated_events_change_nothing() throws Exception {
    var random = new Random(Long.getLong(Gen.SEED_PROPERTY, System.nanoTime()));
    var people = new ArrayList<String>();
    var events = new ArrayList<BalanceEvent>();
    for (int n = 10; n < 30; n++) {
      String person = "p-%08d".formatted(n);
      people.add(person);
      for (int times = 0; times < 3; times++) {
        if (n == 20 && times == 1) {
          system.killConsumer();
        }
        events.add(
            system.application().bank().deposit(person, SAVINGS, new BigDecimal("10.00")).event());
      }
    }
    // All events again, twice, in any order, while the consumer restarts.
    var repeated = new ArrayList<>(events);
    repeated.addAll(events);
    Collections.shuffle(repeated, random);
    system.send(repeated.subList(0, events.size()));
    system.startConsumer();
    system.send(repeated.subList(events.size(), repeated.size()));
    // The events of a customer are in one partition: when this one is visible, all earlier ones
    // are.
    for (String person : people) {
      system.application().bank().deposit(person, BONDS, new BigDecimal("11.00"));
    }

    for (String person : people) {
      system.untilGoal(person, BONDS, "PENDING_CONFIRMATION 11");
      system.untilGoal(person, SAVINGS, "PENDING_CONFIRMATION 30");
    }
  }

  @Test
  void both_pipelines_run_again_from_scratch_give_the_same_answers() throws Exception {
    var people = List.of("p-00000031", "p-00000032", "p-00000033");
    for (String person : people) {
      system.deposit(person, SAVINGS, "30.00");
    }
    system.application().bank().confirmAll();
    for (String person : people) {
      system.deposit(person, BONDS, "12.00");
      system.untilGoal(person, BONDS, "PENDING_CONFIRMATION 12");
    }
    long export = system.post("/batch/runs", "{\"open\": true}").path("export").asLong();
    var before = new ArrayList<String>();
    for (String person : people) {
      before.add(system.goal(person, SAVINGS) + ", " + system.goal(person, BONDS));
    }

    system.forgetAllButTheSources();
    assertThat(system.ask("/customers/" + people.getFirst() + "/goals").statusCode())
        .isEqualTo(404);
    system.application().batch().run("nightly", export);
    system.startConsumer();

    for (int i = 0; i < people.size(); i++) {
      system.untilGoal(people.get(i), BONDS, "PENDING_CONFIRMATION 12");
      assertThat(system.goal(people.get(i), SAVINGS) + ", " + system.goal(people.get(i), BONDS))
          .isEqualTo(before.get(i));
    }
    assertThat(before).containsOnly("IN_PROGRESS 30, PENDING_CONFIRMATION 12");
  }

  @Test
  void a_deposit_is_made_seen_and_taken_back_on_the_page() {
    try (var browser = Browser.start()) {
      browser.size(1400, 900);
      browser.open(system.page());
      browser.type("#search", "p-00000009");
      browser.click("#people button[value=p-00000009]");
      browser.awaitTexts("#goals .goal", goals -> goals.size() == 2);
      assertThat(browser.texts("#goals .status")).containsOnly("not started");

      browser.click("#goals .goal:first-child .do button");
      browser.awaitElement("#goals .goal.PENDING_CONFIRMATION");
      assertThat(browser.text("#goals .PENDING_CONFIRMATION .soft")).startsWith("50.00 of");
      assertThat(browser.text("#asOf")).contains("the goals cost 1.0 RCU");
      assertThat(browser.run("return document.activeElement.dataset.key"))
          .isEqualTo("deposit " + SAVINGS);
      assertThat(browser.violations()).isEmpty();
      browser.screenshot(Path.of("target/page.png"));

      browser.click("#goals .PENDING_CONFIRMATION .do button.fail");
      browser.awaitTexts("#goals .PENDING_CONFIRMATION", List::isEmpty);
      assertThat(browser.errors()).isEmpty();

      // The server that the program starts has a console, in which the link opens.
      List<String> links = browser.awaitTexts("#console a", found -> found.size() == 4);
      assertThat(links.get(3)).isEqualTo(links.get(2) + " of this customer");
      browser.click("#console a:nth-child(4)");
      browser.awaitTexts("h1", List.of(links.get(2))::equals);
      browser.awaitElement("main .count");
      assertThat(String.valueOf(browser.run("return location.href")))
          .endsWith("/console#/table/" + links.get(2) + "?mode=query&pk=p-00000009");
      assertThat(browser.errors()).isEmpty();
    }
  }

  @Test
  void a_chosen_goal_and_a_dropped_one_show_at_once_and_stay_after_a_batch() throws Exception {
    String bonds = "/customers/p-00000034/goals/" + BONDS;
    assertThat(system.goal("p-00000034", BONDS)).isEqualTo("NOT_STARTED 0");

    assertThat(system.send("DELETE", bonds).statusCode()).isEqualTo(200);
    assertThat(system.goal("p-00000034", BONDS)).isEqualTo("none");
    assertThat(system.ask("/customers/p-00000034/goals").headers().firstValue(Routes.COST))
        .contains("1.0");
    assertThat(system.send("DELETE", bonds).body()).contains("has not chosen");
    system.post("/batch/runs", "{\"open\": true}");
    assertThat(system.goal("p-00000034", BONDS)).isEqualTo("none");

    assertThat(system.send("PUT", bonds).statusCode()).isEqualTo(200);
    assertThat(system.goal("p-00000034", BONDS)).isEqualTo("NOT_STARTED 0");
    system.deposit("p-00000034", BONDS, "20.00");
    system.untilGoal("p-00000034", BONDS, "PENDING_CONFIRMATION 20");
    assertThat(system.send("DELETE", bonds).body()).contains("not confirmed yet");
    assertThat(system.send("PUT", "/customers/p-00000034/goals/YACHT").body())
        .contains("does not offer YACHT");
  }

  @Test
  void a_reached_goal_is_invested_at_its_special_rate() throws Exception {
    system.deposit("p-00000035", SAVINGS, "499.99");
    system.application().bank().confirmAll();
    system.post("/batch/runs", "{\"open\": true}");
    assertThat(system.ask("/customers/p-00000035/investments").body()).isEqualTo("[]");

    system.deposit("p-00000035", SAVINGS, "100.01");
    system.application().bank().confirmAll();
    system.post("/batch/runs", "{\"open\": true}");

    assertThat(system.goal("p-00000035", SAVINGS)).isEqualTo("COMPLETED 600");
    assertThat(system.ask("/customers/p-00000035/investments").body())
        .contains("\"amount\":600.00", "\"rate\":0.0800", "\"yearlyInterest\":48.00");
  }

  @Test
  void customers_are_found_by_name_and_id_page_by_page() throws Exception {
    var pages = new ArrayList<String>();
    String after = "";
    do {
      var page = system.customers("search=SILVA&limit=3&after=" + after);
      page.path("customers").forEach(one -> pages.add(one.path("personId").asText()));
      after = page.path("next").asText("");
    } while (!after.isEmpty());

    assertThat(pages)
        .containsExactly(
            "p-00000005",
            "p-00000010",
            "p-00000015",
            "p-00000020",
            "p-00000025",
            "p-00000030",
            "p-00000035",
            "p-00000040");
    assertThat(system.customers("search=0021").path("customers")).hasSize(1);
    assertThat(system.ask("/customers?limit=0").statusCode()).isEqualTo(400);
  }

  @Test
  void a_goal_is_dropped_and_chosen_on_the_page_of_a_phone_with_the_keyboard() {
    try (var browser = Browser.start()) {
      browser.size(390, 844);
      browser.open(system.page());
      browser.awaitTexts("#people button", people -> people.size() == 12);
      browser.click("#search");
      browser.press("0036");
      browser.awaitTexts("#people button", people -> people.size() == 1);
      // Not one request for each of the four keys.
      double requests =
          browser.number(
              "return performance.getEntriesByType('resource')"
                  + ".filter(one => one.name.includes('/customers?')).length");
      assertThat(requests).isLessThanOrEqualTo(3);
      browser.press(Keys.ARROW_DOWN, Keys.ENTER);
      browser.awaitTexts("#goals .goal", goals -> goals.size() == 2);
      assertThat(browser.text("#people button[aria-current]")).contains("p-00000036");

      browser.click("#goals .goal:nth-child(2) .drop");
      browser.awaitTexts("#goals .goal", goals -> goals.size() == 1);
      browser.awaitTexts("#offers .offer", offers -> offers.size() == 2);
      assertThat(browser.text("#said")).isEqualTo("Government bonds is dropped");
      assertThat(browser.isWiderThanItsWindow()).isFalse();
      assertThat(browser.violations()).isEmpty();
      browser.screenshot(Path.of("target/page-390.png"));

      browser.click("#offers .offer:last-child button");
      browser.awaitTexts("#goals .goal", goals -> goals.size() == 2);
      assertThat(browser.errors()).isEmpty();
    }
  }

  @Test
  void a_reward_of_a_reached_goal_is_on_the_page() throws Exception {
    system.deposit("p-00000037", SAVINGS, "600.00");
    system.application().bank().confirmAll();
    system.post("/batch/runs", "{\"open\": true}");
    var month = Moments.month(Instant.now());
    try (var browser = Browser.start()) {
      browser.size(1400, 900);
      browser.open(system.page().resolve("/#p-00000037"));
      browser.awaitTexts(
          "#rewards .reward",
          List.of("Savings account, %s: 600.00 invested at 8 %%, 48.00 a year".formatted(month))
              ::equals);
      assertThat(browser.text("#rewards h2")).isEqualTo("Rewards");
      assertThat(browser.texts("#goals .COMPLETED .won"))
          .containsExactly("Reached: 600.00 is invested at 8 % a year");
      assertThat(browser.violations()).isEmpty();
      browser.screenshot(Path.of("target/rewards.png"));

      // A customer without rewards has none of it.
      browser.type("#search", "p-00000038");
      browser.awaitTexts("#people button", people -> people.size() == 1);
      browser.click("#people button[value=p-00000038]");
      browser.awaitTexts("#rewards", List.of("")::equals);
      browser.awaitTexts("#goals .goal", goals -> !goals.isEmpty());
      assertThat(browser.errors()).isEmpty();
    }
  }

  /** Presses the key Tab until an element has the focus. */
  private static void tabTo(Browser browser, String selector) {
    for (int presses = 0; presses < 60; presses++) {
      if (Boolean.TRUE.equals(
          browser.run("return document.activeElement.matches(arguments[0])", selector))) {
        return;
      }
      browser.press(Keys.TAB);
    }
    throw new AssertionError("the key Tab does not reach " + selector);
  }

  @Test
  void a_customer_is_chosen_a_deposit_made_and_a_goal_dropped_and_chosen_by_keyboard_alone() {
    try (var browser = Browser.start()) {
      browser.size(1400, 900);
      browser.open(system.page());
      browser.awaitTexts("#people button", people -> people.size() == 12);
      tabTo(browser, "#search");
      browser.press("p-00000040");
      browser.awaitTexts("#people button", people -> people.size() == 1);
      browser.press(Keys.ARROW_DOWN, Keys.ENTER);
      browser.awaitTexts(
          "#people [aria-current]", people -> people.toString().contains("p-00000040"));
      browser.awaitTexts("#goals .goal", goals -> goals.size() == 3);

      tabTo(browser, "#goals input[aria-label='Amount for Savings account']");
      browser.press(Keys.chord(Keys.CONTROL, "a"), "20.00", Keys.ENTER);
      browser.awaitElement("#goals .goal.PENDING_CONFIRMATION");
      assertThat(browser.text("#goals .PENDING_CONFIRMATION .soft")).startsWith("20.00 of");

      tabTo(browser, "[data-key='drop " + BONDS + "']");
      browser.press(Keys.ENTER);
      browser.awaitTexts("#said", List.of("Government bonds is dropped")::equals);
      browser.awaitTexts("#goals .goal", goals -> goals.size() == 2);
      // The button is gone; the one that chooses the goal again has the focus.
      browser.awaitElement("[data-key='choose " + BONDS + "']:focus");
      browser.press(Keys.SPACE);
      browser.awaitTexts("#said", List.of("Government bonds is chosen")::equals);
      browser.awaitTexts("#goals .goal", goals -> goals.size() == 3);
      browser.awaitElement("[data-key$='" + BONDS + "']:focus");
      assertThat(browser.errors()).isEmpty();
    }
  }

  @Test
  void deposits_that_no_rule_allows_are_refused_or_not_shown() throws Exception {
    String noGoal =
        system
            .post(
                "/bank/deposits",
                "{\"personId\": \"p-00000006\", \"goalId\": \"YACHT\", \"amount\": \"5\"}")
            .path("error")
            .asText();
    assertThat(noGoal).contains("has chosen YACHT");

    system.deposit("p-00000007", BONDS, "9.99"); // the rules require at least 10
    system.deposit("p-00000007", SAVINGS, "1.00");
    system.untilGoal("p-00000007", SAVINGS, "PENDING_CONFIRMATION 1");
    assertThat(system.goal("p-00000007", BONDS)).isEqualTo("NOT_STARTED 0");
  }

  @Test
  void errors_of_requests_say_what_and_where() throws Exception {
    error(system.send("GET", "/customers/nobody/goals"), 404, "customer nobody does not exist");
    error(system.send("GET", "/customers/nobody/offers"), 422, "has no customer nobody");
    error(system.send("PUT", "/customers/nobody/goals/" + BONDS), 422, "no customer nobody");
    error(system.send("GET", "/customers?limit=x"), 400, "limit is not a number: x");
    error(system.send("GET", "/customers?limit=1000"), 400, "limit must be from 1 to 100");
    error(system.send("POST", "/bank/deposits"), 400, "must have a member amount");
    error(system.send("POST", "/bank/deposits/none/failure"), 422, "no deposit none waits");
    error(system.send("PUT", "/batch"), 405, "has only GET");
    assertThat(
            system
                .post(
                    "/bank/deposits",
                    "{\"personId\": \"p-00000008\", \"goalId\": \"x\", \"amount\": \"much\"}")
                .path("error")
                .asText())
        .isEqualTo("amount is not a number: much");
  }

  private static void error(HttpResponse<String> answer, int status, String text) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(answer.body()).contains(text).doesNotContain("Exception", "dev.gramme");
  }
}
