package dev.gramme.apps.grid.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.apps.browser.Browser;
import dev.gramme.apps.web.JsonServer;
import dev.gramme.apps.web.command.Settings;
import dev.gramme.apps.web.database.Database;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** Tests the page in a real browser, and its HTTP interface. */
@Tag("slow")
class GridPageTest {
  private static final int ISSUES = 330;

  private static final String NUMBERS = "#body tr td:first-child span";

  /** The most rows of a window of this size, with those around it and the two gaps. */
  private static final int MAX_ROWS = 50;

  private static Database database;
  private static Application application;

  @BeforeAll
  static void start() throws Exception {
    database = Database.open(Database.MEMORY, Path.of("unused"));
    application =
        Application.start(
            Settings.read(
                Main.SERVE,
                Main.PREFIX,
                Map.of(),
                "--issues",
                "" + ISSUES,
                "--fields",
                "8",
                "--filled",
                "0.6"),
            database,
            new JsonServer(0));
  }

  @AfterAll
  static void stop() {
    application.close();
    database.close();
  }

  private static URI uri(String path) {
    return URI.create("http://127.0.0.1:" + application.port() + path);
  }

  @Test
  void a_grid_is_sorted_scrolled_edited_and_read_in_all_designs() throws IOException {
    try (var browser = Browser.start()) {
      browser.open(uri("/"));
      browser.awaitTexts(NUMBERS, numbers -> numbers.size() >= 20);
      assertThat(browser.texts(NUMBERS)).startsWith("1", "2", "3");
      for (String design : List.of("classic", "prejoined", "single", "document")) {
        browser.click("#design-" + design);
        browser.awaitElement("#designs[data-shown=" + design + "]");
        browser.click("#head-date-1");
        browser.awaitTexts("#head-date-1 .arrow", arrows -> arrows.equals(List.of("↑")));
        List<String> dates = browser.awaitTexts("#body td.sorted", cells -> cells.size() >= 20);
        assertThat(dates).isSorted().doesNotContain("");
        picture(browser, design);
        scrollToTheEnd(browser);
        assertThat(browser.texts("#body td.sorted")).last().isEqualTo("");
        assertThat(browser.text("#count")).isEqualTo(ISSUES + " issues shown, all of them");
        browser.click("#head-number");
        browser.awaitTexts(NUMBERS, first -> !first.isEmpty() && first.getFirst().equals("1"));
        edit(browser);
        browser.click("#head-number");
        browser.awaitTexts(NUMBERS, first -> !first.isEmpty() && !first.getFirst().equals("1"));
        browser.click("#head-number");
      }
      assertThat(browser.errors()).isEmpty();
    }
  }

  @Tag("long")
  @Test
  void the_page_has_links_to_the_tables_in_the_console_of_a_server() throws Exception {
    var settings = Settings.read(Main.SERVE, Main.PREFIX, Map.of(), "--issues", "10");
    try (var own = Database.open(Database.MEMORY, Path.of("unused"));
        var linked = Application.start(settings, atAddress(own), new JsonServer(0));
        var browser = Browser.start()) {
      browser.open(URI.create("http://127.0.0.1:" + linked.port() + "/"));
      browser.click("#console summary");
      List<String> tables = browser.awaitTexts("#console a", links -> !links.isEmpty());
      assertThat(tables).allMatch(table -> !table.isBlank()).doesNotHaveDuplicates();
      assertThat(browser.run("return document.querySelector('#console a').href"))
          .isEqualTo("http://127.0.0.1:8000/console#/table/" + tables.getFirst() + "?view=kinds");
      assertThat(browser.violations()).isEmpty();
      assertThat(browser.errors()).isEmpty();
    }
    // The database in this process has no console.
    try (var browser = Browser.start()) {
      browser.open(uri("/"));
      browser.awaitTexts(NUMBERS, numbers -> numbers.size() >= 20);
      assertThat(browser.texts("#console a")).isEmpty();
    }
  }

  /** The same database, as if it were that of a server at an address. */
  private static Database atAddress(Database own) {
    return new Database("http://127.0.0.1:8000", "a server", own.client(), own.streams(), () -> {});
  }

  private static void scrollToTheEnd(Browser browser) {
    for (int pages = 0; pages < 10 && !browser.text("#count").contains("all"); pages++) {
      String shown = browser.text("#count");
      browser.run("document.querySelector('#scroll').scrollTop = 1e6");
      browser.awaitTexts("#count", counts -> !counts.getFirst().equals(shown));
    }
    browser.run("document.querySelector('#scroll').scrollTop = 1e6");
    browser.awaitElement("#body tr[aria-rowindex='" + (ISSUES + 1) + "']");
  }

  private static void edit(Browser browser) {
    browser.click("#cell-0-2");
    browser.awaitElement("#body tr:first-child input");
    // Not typed: drivers clear a field first, which takes away its focus and thus saves it.
    browser.run(
        """
        const input = document.querySelector('#body tr:first-child input');
        input.value = 'Painted again';
        input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }));
        """);
    browser.awaitTexts("#what", texts -> texts.getFirst().startsWith("Title of #1"));
    assertThat(browser.text("#what")).endsWith("atomic");
    assertThat(browser.text("#body tr:first-child td[data-field=text-title]"))
        .isEqualTo("Painted again");
  }

  @Tag("long")
  @Test
  void issues_fields_and_projects_are_made_and_removed_in_all_designs() throws IOException {
    try (var browser = Browser.start()) {
      browser.size(390, 844);
      browser.open(uri("/"));
      browser.awaitElement("#body tr");
      assertThat(browser.isWiderThanItsWindow()).isFalse();
      picture(browser, "phone");
      browser.click("#manage");
      for (String design : List.of("classic", "prejoined", "single", "document")) {
        browser.click("#design-" + design);
        browser.awaitElement("#designs[data-shown=" + design + "]");
        browser.choose("#tenant", "media");
        browser.awaitTexts("#project", texts -> texts.equals(List.of("The Daily News")));
        browser.type("#newProject [name=id]", "EXTRA");
        browser.type("#newProject [name=name]", "An extra");
        browser.click("#newProject button");
        browser.awaitTexts("#body tr", List::isEmpty);
        browser.type("#newField [name=name]", "Pages");
        browser.choose("#newField [name=type]", "whole");
        browser.click("#newField button");
        browser.awaitElement("#head-whole-1");
        browser.click("#add");
        browser.awaitElement("#body tr:first-child input");
        browser.press("Printed", Keys.ENTER);
        browser.awaitTexts("#body td[data-field=text-title]", t -> t.equals(List.of("Printed")));
        browser.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ENTER);
        browser.awaitElement("#body td[data-field=whole-1] input");
        browser.press("12", Keys.ENTER);
        browser.awaitTexts("#body td[data-field=whole-1]", texts -> texts.equals(List.of("12")));
        if (design.equals("document")) {
          browser.awaitTexts("#consumer", texts -> texts.getFirst().contains("last change"));
          assertThat(browser.isWiderThanItsWindow()).isFalse();
          picture(browser, "phone-document");
        }
        browser.click("#oldField button");
        browser.awaitTexts("#head-whole-1", List::isEmpty);
        browser.click("#add");
        browser.awaitElement("#body tr:first-child input");
        browser.press(Keys.ESCAPE);
        browser.awaitTexts("#body tr", rows -> rows.size() == 2);
        browser.click("#body tr:first-child .remove button");
        browser.awaitTexts("#body tr", rows -> rows.size() == 1);
        browser.click("#oldProject button");
        browser.awaitTexts("#project", texts -> texts.equals(List.of("The Daily News")));
        browser.choose("#tenant", "acme");
        browser.awaitTexts("#project", texts -> texts.getFirst().contains("Forth Rail Bridge"));
      }
      assertThat(browser.text("#legend")).startsWith("bars: ms of each page, longest");
      assertThat(browser.errors()).isEmpty();
    }
  }

  /**
   * Counts rows, cells and requests, which do not depend on the machine as times do. {@code
   * ManyIssuesTest} has 100,000 issues.
   */
  @Test
  void the_work_of_the_page_does_not_depend_on_how_many_issues_are_loaded() {
    try (var browser = Browser.start()) {
      browser.open(uri("/"));
      browser.awaitElement("#body tr");
      assertThat(issueRequests(browser)).isEqualTo(1);
      scrollToTheEnd(browser);
      assertThat(browser.text("#count")).startsWith(ISSUES + " issues shown");
      assertThat(issueRequests(browser)).isLessThanOrEqualTo((ISSUES + 49) / 50);
      assertThat(count(browser, "#body tr")).isLessThanOrEqualTo(MAX_ROWS);

      browser.choose("#project", "WIDE");
      browser.awaitElement("#head-date-100");
      browser.awaitTexts("#count", counts -> counts.getFirst().startsWith("50 issues shown"));
      assertThat(count(browser, "#head th")).isEqualTo(404);
      assertThat(count(browser, "#body tr:nth-child(2) td")).isLessThanOrEqualTo(30);
      browser.run("document.querySelector('#scroll').scrollLeft = 1e6");
      browser.awaitElement("#cell-0-403");
      assertThat(count(browser, "#body tr:nth-child(2) td")).isLessThanOrEqualTo(30);
      assertThat(browser.errors()).isEmpty();
    }
  }

  private static int count(Browser browser, String selector) {
    return (int) browser.number("return document.querySelectorAll(arguments[0]).length", selector);
  }

  private static int issueRequests(Browser browser) {
    return (int)
        browser.number(
            "return performance.getEntriesByType('resource')"
                + ".filter(each => each.name.includes('/issues?')).length");
  }

  @Test
  void the_grid_is_sorted_edited_and_scrolled_with_the_keyboard_alone() {
    try (var browser = Browser.start()) {
      browser.open(uri("/"));
      browser.awaitElement("#body tr");
      for (int tabs = 0; tabs < 20 && !focused(browser).equals("grid"); tabs++) {
        browser.press(Keys.TAB);
      }
      assertThat(focused(browser)).isEqualTo("grid");
      // To the header of the title and back.
      browser.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_UP, Keys.ENTER);
      browser.awaitTexts("#head-text-title .arrow", arrows -> arrows.equals(List.of("↑")));
      assertThat(browser.run("return document.querySelector('[aria-sort]').id"))
          .isEqualTo("head-text-title");
      browser.awaitElement("#cell-0-2");
      browser.press(Keys.ARROW_DOWN, Keys.ENTER);
      browser.awaitElement("#cell-0-2 input");
      browser.press("Aaa first", Keys.ENTER);
      browser.awaitTexts("#what", texts -> texts.getFirst().startsWith("Title of #"));
      assertThat(browser.text("#cell-0-2")).isEqualTo("Aaa first");
      assertThat(focused(browser)).isEqualTo("grid");

      browser.press(Keys.PAGE_DOWN, Keys.PAGE_DOWN, Keys.PAGE_DOWN);
      browser.awaitTexts("#count", counts -> !counts.getFirst().startsWith("50 "));
      String active = String.valueOf(browser.run(ACTIVE));
      assertThat(active).matches("cell-[3-9][0-9]-2");
      assertThat(browser.text("#" + active + ".active")).isNotEmpty();
      browser.press(Keys.chord(Keys.CONTROL, Keys.HOME));
      assertThat(browser.run(ACTIVE)).isEqualTo("cell-0-0");
      assertThat(browser.errors()).isEmpty();
    }
  }

  private static final String ACTIVE =
      "return document.querySelector('#grid').getAttribute('aria-activedescendant')";

  private static String focused(Browser browser) {
    return String.valueOf(browser.run("return document.activeElement.id"));
  }

  @Tag("long")
  @Test
  void the_page_has_no_accessibility_violations() {
    try (var browser = Browser.start()) {
      for (int width : List.of(1280, 390)) {
        browser.size(width, 844);
        browser.open(uri("/"));
        browser.awaitElement("#body tr");
        assertThat(browser.violations()).isEmpty();
        browser.click("#manage");
        assertThat(browser.violations()).isEmpty();
        assertThat(browser.isWiderThanItsWindow()).isFalse();
      }
    }
  }

  @Test
  void a_conflict_is_explained_and_the_row_shows_its_current_values() throws Exception {
    try (var browser = Browser.start()) {
      browser.open(uri("/"));
      browser.click("#design-single");
      browser.awaitElement("#designs[data-shown=single]");
      browser.click("#cell-8-2");
      browser.awaitElement("#cell-8-2 input");
      send(
          HttpRequest.newBuilder(uri("/designs/single/projects/RAIL/issues/9"))
              .method(
                  "PATCH",
                  BodyPublishers.ofString(
                      "{\"version\":%s,\"values\":{\"text-title\":\"By another\"}}"
                          .formatted(
                              get("/designs/single/projects/RAIL/issues/9")
                                  .body()
                                  .replaceAll(".*\"version\":([0-9]+).*", "$1"))))
              .build());
      browser.press("Mine", Keys.ENTER);
      browser.awaitTexts("#said", texts -> texts.getFirst().contains("\"Mine\" is not saved"));
      assertThat(browser.text("#cell-8-2")).isEqualTo("By another");
    }
  }

  /** With {@code -Dpictures=folder} screenshots are kept for inspection. */
  private static void picture(Browser browser, String name) throws IOException {
    Optional<String> folder = Optional.ofNullable(System.getProperty("pictures"));
    if (folder.isPresent()) {
      browser.screenshot(Files.createDirectories(Path.of(folder.get())).resolve(name + ".png"));
    }
  }

  @Test
  void errors_say_what_and_where() throws Exception {
    String rail = "/designs/single/projects/RAIL";
    error(404, get("/designs/none/projects/RAIL/issues"), "the design none", "classic, prejoined");
    error(404, get("/designs/single/projects/NONE/issues"), "the project NONE does not exist");
    error(404, get(rail + "/issues/999999"), "issue 999999 of project RAIL does not exist");
    error(404, get(rail + "/issues/99999999999999999999"), "issue 99999999999999999999");
    error(400, get(rail + "/issues?sort=date-99"), "has no field date-99");
    error(400, get(rail + "/issues?limit=x"), "limit is not a number: x");
    error(400, get(rail + "/issues?limit=0"), "limit must be at least 1");
    error(400, get(rail + "/issues?after=forged"), "cursor");
    error(
        400,
        patch("{\"version\":1,\"values\":{\"date-1\":\"tomorrow\"}}"),
        "not a value of type date: tomorrow");
    error(409, patch("{\"version\":99,\"values\":{}}"), "RAIL", "was changed meanwhile");
    error(400, patch("{\"values\":{}}"), "must have a number version");
    error(400, patch("{"), "the body is not JSON: line 1");
  }

  private static void error(int status, HttpResponse<String> answer, String... texts) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(answer.body()).contains(texts).doesNotContain("Exception", "dev.gramme");
  }

  @Test
  void a_cursor_of_one_order_is_refused_for_another() throws Exception {
    String page = get("/designs/single/projects/RAIL/issues?sort=date-1").body();
    String cursor = page.replaceAll("(?s).*\"next\":\"([^\"]*)\".*", "$1");
    assertThat(get("/designs/single/projects/RAIL/issues?sort=date-1&after=" + cursor).statusCode())
        .isEqualTo(200);
    assertThat(get("/designs/single/projects/RAIL/issues?sort=date-2&after=" + cursor).statusCode())
        .isEqualTo(400);
  }

  private static HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(uri(path)).build());
  }

  private static HttpResponse<String> patch(String body) throws IOException, InterruptedException {
    return send(
        HttpRequest.newBuilder(uri("/designs/single/projects/RAIL/issues/7"))
            .method("PATCH", BodyPublishers.ofString(body))
            .build());
  }

  private static HttpResponse<String> send(HttpRequest request)
      throws IOException, InterruptedException {
    try (var http = HttpClient.newHttpClient()) {
      return http.send(request, BodyHandlers.ofString());
    }
  }
}
