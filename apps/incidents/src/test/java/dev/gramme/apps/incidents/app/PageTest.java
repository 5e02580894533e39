package dev.gramme.apps.incidents.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.apps.browser.Browser;
import dev.gramme.apps.web.database.Database;
import dev.gramme.embedded.Gramme;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** Tests the page in a browser. Screenshots are in {@code target/pictures}. */
@Tag("slow")
final class PageTest {
  private static final String TITLES = "#rows tr td:nth-child(2)";

  @Test
  void incidents_are_listed_paged_read_reported_and_resolved_and_the_user_on_call_is_shown()
      throws Exception {
    Path pictures = Files.createDirectories(Path.of("target", "pictures"));
    try (var system = new Running("--accounts", "1", "--incidents", "50");
        var browser = Browser.start()) {
      browser.open(system.uri());
      browser.awaitTexts(TITLES, titles -> !titles.isEmpty());
      browser.click("[data-view=teams]");
      browser.awaitElement("[data-view=teams][aria-current=page]");
      List<String> first = browser.awaitTexts(TITLES, titles -> titles.size() == 20);
      browser.screenshot(pictures.resolve("list.png"));
      browser.click("#older");
      List<String> both = browser.awaitTexts(TITLES, titles -> titles.size() > 20);
      assertThat(both.subList(0, 20)).isEqualTo(first);
      assertThat(browser.texts("#rows tr td.number")).doesNotHaveDuplicates();

      browser.click("#new");
      browser.type("#detail input", "The coffee machine is down");
      browser.type("#detail textarea", "It says: no beans.");
      browser.click("#detail form button");
      assertThat(browser.text("#detail pre")).isEqualTo("It says: no beans.");
      assertThat(browser.text("#detail h2")).isEqualTo("The coffee machine is down");
      browser.click("[data-view=mine]");
      browser.awaitTexts(TITLES, titles -> titles.contains("The coffee machine is down"));
      browser.screenshot(pictures.resolve("details.png"));
      browser.click("#detail .bar:nth-of-type(2) button:last-child");
      browser.awaitTexts("#detail .status", status -> status.equals(List.of("resolved")));
      browser.awaitTexts(TITLES, titles -> !titles.contains("The coffee machine is down"));
      browser.click("[data-state=CLOSED]");
      browser.awaitTexts(TITLES, titles -> titles.contains("The coffee machine is down"));

      browser.click("[data-view=oncall]");
      browser.awaitTexts("#calls tr", calls -> calls.size() == 6);
      browser.click("#calls tr");
      browser.awaitTexts("#detail tr", times -> times.size() >= 6);
      browser.screenshot(pictures.resolve("oncall.png"));
      assertThat(browser.errors()).isEmpty();
    }
  }

  private static String status(Running system, long number) throws Exception {
    return system.get("api/numbers/" + number, system.token(0)).path("status").asText();
  }

  @Test
  void resolving_an_incident_and_hiding_its_pane_have_words_and_keys_of_their_own()
      throws Exception {
    try (var system = new Running("--accounts", "1", "--incidents", "30");
        var browser = Browser.start()) {
      browser.open(system.uri());
      browser.awaitElement("#rows .named");
      browser.type("#number", "30");
      browser.press(Keys.ENTER);
      browser.awaitElement("#detail pre");
      String before = status(system, 30);
      assertThat(browser.texts("#detail button")).contains("Hide pane").doesNotContain("Close");

      browser.press(Keys.ESCAPE);
      browser.awaitTexts("#side #detail", texts -> texts.equals(List.of("")));
      assertThat(status(system, 30)).isEqualTo(before).isNotEqualTo("RESOLVED");

      browser.type("#number", "30");
      // Letters in a field are letters.
      browser.press("r", Keys.BACK_SPACE, Keys.ENTER);
      browser.awaitElement("#detail pre");
      assertThat(status(system, 30)).isEqualTo(before);
      browser.run("document.querySelector('#detail pre').focus()");
      browser.press("r");
      browser.awaitTexts("#detail .status", texts -> texts.equals(List.of("resolved")));
      assertThat(status(system, 30)).isEqualTo("RESOLVED");
      assertThat(browser.text("#detail h2")).isNotEmpty();
      assertThat(browser.errors()).isEmpty();
    }
  }

  @Test
  void the_page_has_links_to_the_table_in_the_console_of_a_server() throws Exception {
    var gramme = Gramme.inMemory();
    var server =
        new Database(
            "http://127.0.0.1:8000", "a server", gramme.client(), gramme.streamsClient(), () -> {});
    try (var system = new Running(gramme, server, "--accounts", "1", "--incidents", "1");
        var browser = Browser.start()) {
      browser.open(system.uri());
      browser.awaitTexts(
          "#console a",
          List.of("Accounts", "Items by kind", "Items by partition", "Changes")::equals);
      assertThat(browser.run("return document.querySelector('#console a').href"))
          .isEqualTo("http://127.0.0.1:8000/console#/table/incidents?mode=query&pk=accounts");
      assertThat(browser.violations()).isEmpty();
      assertThat(browser.errors()).isEmpty();
    }
  }

  /** Counts rows and requests; {@code ManyIncidentsTest} has 100,000 incidents. */
  @Tag("long")
  @Test
  void the_list_has_at_most_200_rows_however_many_older_ones_are_read() throws Exception {
    try (var system = new Running("--accounts", "1", "--users", "2", "--incidents", "245");
        var browser = Browser.start()) {
      browser.open(system.uri());
      browser.click("[data-view=account]");
      browser.awaitTexts("#count", texts -> texts.equals(List.of("1 to 20")));
      for (int to = 40; to <= 245; to = Math.min(to + 20, 245)) {
        browser.click("#older");
        String end = " to " + to;
        browser.awaitTexts("#count", texts -> texts.getFirst().contains(end));
        if (to == 245) {
          break;
        }
      }
      assertThat(browser.text("#count")).isEqualTo("46 to 245, the oldest");
      assertThat(browser.texts("#rows .number"))
          .hasSize(200)
          .doesNotHaveDuplicates()
          .endsWith("#1");
      browser.click("#newest");
      browser.awaitTexts("#rows .number", numbers -> numbers.getFirst().equals("#245"));
      assertThat(browser.texts("#rows tr")).hasSize(20);
      assertThat(browser.errors()).isEmpty();
    }
  }

  @Tag("long")
  @Test
  void the_page_has_no_accessibility_violations_and_works_by_keyboard() throws Exception {
    try (var system = new Running("--accounts", "1", "--incidents", "30");
        var browser = Browser.start()) {
      for (int width : List.of(1280, 390)) {
        browser.size(width, 844);
        browser.open(system.uri());
        browser.awaitElement("#rows .named");
        assertThat(browser.violations()).isEmpty();
        browser.run("document.querySelector('#rows .named').focus()");
        browser.press(Keys.ARROW_DOWN);
        browser.press(Keys.ARROW_DOWN);
        browser.press(Keys.ENTER);
        browser.awaitElement("#rows tr:nth-child(3).chosen");
        browser.awaitElement("#detail pre");
        assertThat(browser.violations()).isEmpty();
        browser.press(Keys.ESCAPE);
        assertThat(browser.run("return document.activeElement.closest('tr').rowIndex"))
            .isEqualTo(3L);
        for (String view : List.of("oncall", "people", "groups")) {
          browser.click("[data-view=" + view + "]");
          browser.awaitElement("[data-view=" + view + "][aria-current=page]");
          browser.click(view.equals("oncall") ? "#calls .named" : "#content .named");
          browser.awaitElement("#detail h2");
          assertThat(browser.violations()).as(view).isEmpty();
          assertThat(browser.isWiderThanItsWindow()).isFalse();
        }
      }
      assertThat(browser.errors()).isEmpty();
    }
  }

  @Test
  void errors_are_shown_where_they_happen() throws Exception {
    try (var system = new Running("--accounts", "1", "--incidents", "3");
        var browser = Browser.start()) {
      browser.open(system.uri());
      browser.awaitElement("#rows .named");
      browser.type("#number", "99");
      browser.press(Keys.ENTER);
      browser.awaitTexts("#said", texts -> texts.equals(List.of("the account has no incident 99")));
      system.application().close();
      browser.click("[data-view=account]");
      browser.awaitTexts(
          "#said",
          texts -> texts.getFirst().startsWith("GET /api/incidents: the application does not"));
    }
  }
}
