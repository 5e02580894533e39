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
  private static final int ISSUES = 130;

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
      browser.awaitTexts("#body tr td:first-child", numbers -> numbers.size() >= 50);
      assertThat(browser.texts("#body tr td:first-child")).startsWith("1", "2", "3");
      for (String design : List.of("classic", "prejoined", "single", "document")) {
        browser.click("#design-" + design);
        browser.awaitElement("#designs[data-shown=" + design + "]");
        browser.click("#head-date-1");
        browser.awaitTexts("#head-date-1 .arrow", arrows -> arrows.equals(List.of("↑")));
        List<String> dates = browser.awaitTexts("#body td.sorted", cells -> cells.size() >= 50);
        assertThat(dates.subList(0, 50)).isSorted().doesNotContain("");
        picture(browser, design);
        scrollToTheEnd(browser);
        List<String> all = browser.texts("#body td.sorted");
        assertThat(all).hasSize(ISSUES).last().isEqualTo("");
        assertThat(browser.text("#count")).isEqualTo(ISSUES + " issues shown, all of them");
        browser.click("#head-number");
        browser.awaitTexts(
            "#body tr td:first-child", first -> !first.isEmpty() && first.getFirst().equals("1"));
        edit(browser);
        browser.click("#head-number");
        browser.awaitTexts(
            "#body tr td:first-child", first -> !first.isEmpty() && !first.getFirst().equals("1"));
        browser.click("#head-number");
      }
      assertThat(browser.errors()).isEmpty();
    }
  }

  private static void scrollToTheEnd(Browser browser) {
    for (int pages = 0; pages < 5 && !browser.text("#count").contains("all"); pages++) {
      int shown = browser.texts("#body tr td:first-child").size();
      browser.run("document.querySelector('#scroll').scrollTop = 1e6");
      browser.awaitTexts(
          "#body tr td:first-child",
          rows -> rows.size() > shown || browser.text("#count").contains("all"));
    }
  }

  private static void edit(Browser browser) {
    browser.click("#body tr:first-child td[data-field=text-title]");
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
        browser.click("#body td[data-field=whole-1]");
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

  /** With {@code -Dpictures=folder} screenshots are kept for inspection. */
  private static void picture(Browser browser, String name) throws IOException {
    Optional<String> folder = Optional.ofNullable(System.getProperty("pictures"));
    if (folder.isPresent()) {
      browser.picture(Files.createDirectories(Path.of(folder.get())).resolve(name + ".png"));
    }
  }

  @Test
  void errors_of_a_request_are_reported() throws Exception {
    assertThat(get("/designs/none/projects/RAIL/issues").statusCode()).isEqualTo(400);
    assertThat(get("/designs/single/projects/NONE/issues").body()).contains("does not exist");
    assertThat(get("/designs/single/projects/RAIL/issues?sort=date-99").body())
        .contains("has no field date-99");
    assertThat(get("/designs/single/projects/RAIL/issues?limit=x").body()).contains("not a number");
    assertThat(get("/designs/single/projects/RAIL/issues?after=forged").statusCode())
        .isEqualTo(400);
    assertThat(patch("{\"version\":1,\"values\":{\"date-1\":\"tomorrow\"}}").body())
        .contains("not a value of type date");
    assertThat(patch("{\"version\":99,\"values\":{}}").statusCode()).isEqualTo(409);
    assertThat(patch("{\"values\":{}}").body()).contains("version is missing");
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
