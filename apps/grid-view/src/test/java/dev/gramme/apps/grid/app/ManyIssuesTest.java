package dev.gramme.apps.grid.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.apps.browser.Browser;
import dev.gramme.apps.grid.design.Clients;
import dev.gramme.apps.grid.design.Design;
import dev.gramme.apps.grid.sample.SampleProject;
import dev.gramme.apps.web.JsonServer;
import dev.gramme.apps.web.command.Settings;
import dev.gramme.apps.web.database.Database;
import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Measures the page of a project with 100,000 issues, in the design with the fewest requests and in
 * one of those with the most, and scrolls through all of them.
 */
@Tag("long")
class ManyIssuesTest {
  private static final int ISSUES = Integer.getInteger("issues", 100_000);
  private static final int FIELDS = 12;
  private static final int STUCK_SECONDS = 300;

  @TempDir private Path folder;

  private static int count(Browser browser, String selector) {
    return (int) browser.number("return document.querySelectorAll(arguments[0]).length", selector);
  }

  private static double seconds(long since) {
    return (System.nanoTime() - since) / 1e9;
  }

  private static String heap(Browser browser) {
    return "%.0f MB".formatted(browser.number("return performance.memory.usedJSHeapSize") / 1e6);
  }

  @Test
  void a_page_of_100_000_issues_shows_its_rows_and_scrolls_to_the_end() throws Exception {
    try (var database = Database.open(Database.DISK, folder)) {
      for (Design design : List.of(Design.of("document"), Design.of("single"))) {
        load(database, design);
      }
      var settings =
          Settings.read(Main.SERVE, Main.PREFIX, Map.of(), "--issues", "60", "--fields", "12");
      try (var application = Application.start(settings, database, new JsonServer(0));
          var browser = Browser.start()) {
        var page = URI.create("http://127.0.0.1:" + application.port() + "/");
        for (String design : List.of("document", "single")) {
          measure(browser, page, design);
        }
      }
    }
  }

  private static void load(Database database, Design design) {
    long begun = System.nanoTime();
    var grid = design.grid(Clients.of(database.client()));
    grid.createTables();
    var sample = SampleProject.of("MANY", "acme", "Many issues", FIELDS, 0.5, 1);
    grid.directory().save(sample.project());
    grid.load("MANY", sample.issues(ISSUES));
    System.out.printf("%s: %d issues loaded in %.0f s%n", design.word(), ISSUES, seconds(begun));
  }

  private static void measure(Browser browser, URI page, String design) {
    var measured = new LinkedHashMap<String, String>();
    browser.open(page);
    browser.click("#design-" + design);
    browser.awaitElement("#designs[data-shown=" + design + "]");
    browser.choose("#project", "MANY");
    browser.awaitTexts("#count", counts -> counts.getFirst().startsWith("50 issues"));
    for (String sort : List.of("date-1", "number")) {
      long sorted = System.nanoTime();
      browser.click("#head-" + sort);
      browser.awaitElement("#head-" + sort + "[aria-sort]");
      browser.awaitElement("#cell-10-2");
      measured.put("first rows by " + sort, "%.0f ms".formatted(seconds(sorted) * 1e3));
    }
    measured.put("heap of the page with 50 issues", heap(browser));
    long begun = System.nanoTime();
    Object longest =
        browser.run(
            """
            window.longest = 0; window.last = performance.now();
            (function tick() {
              const now = performance.now();
              window.longest = Math.max(window.longest, now - window.last);
              window.last = now;
              const scroll = document.querySelector('#scroll');
              scroll.scrollTop = scroll.scrollHeight;
              if (!document.querySelector('#count').textContent.includes('all of them')) requestAnimationFrame(tick);
            })();
            return 0;
            """);
    assertThat(longest).isNotNull();
    String count = "";
    long progress = begun;
    while (!count.contains("all of them")) {
      assertThat(browser.texts("#said")).containsExactly("");
      String now = browser.text("#count");
      progress = now.equals(count) ? progress : System.nanoTime();
      count = now;
      assertThat(seconds(progress)).as("the page is stuck at " + count).isLessThan(STUCK_SECONDS);
      LockSupport.parkNanos(500_000_000);
    }
    measured.put("scrolled through all", "%.0f s".formatted(seconds(begun)));
    measured.put(
        "longest time between two frames",
        browser.run("return Math.round(window.longest)") + " ms");
    measured.put("heap of the page with all", heap(browser));
    assertThat(browser.text("#count")).startsWith(ISSUES + " issues shown");
    assertThat(count(browser, "#body tr")).isLessThanOrEqualTo(50);
    measured.put("rows in the page", Integer.toString(count(browser, "#body tr")));
    measured.put("elements in the page", Integer.toString(count(browser, "*")));
    double jump =
        browser.number(
            """
            const scroll = document.querySelector('#scroll'), begun = performance.now();
            for (let i = 1; i <= 100; i++) { scroll.scrollTop = scroll.scrollHeight * i / 101; render(); }
            document.body.offsetHeight;
            return (performance.now() - begun) / 100;
            """);
    measured.put("a jump to rows anywhere", "%.1f ms".formatted(jump));
    measured.forEach((what, value) -> System.out.printf("| %s | %s | %s |%n", design, what, value));
    assertThat(browser.errors()).isEmpty();
  }
}
