package dev.gramme.apps.incidents.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.apps.browser.Browser;
import dev.gramme.apps.incidents.account.Accounts;
import dev.gramme.apps.incidents.table.Participant;
import dev.gramme.embedded.Gramme;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** Measures the page of an account with 100,000 incidents. */
@Tag("long")
final class ManyIncidentsTest {
  private static final int INCIDENTS = Integer.getInteger("incidents", 100_000);

  private static final int THREADS = 10;

  @TempDir private Path folder;

  private static double seconds(long since) {
    return (System.nanoTime() - since) / 1e9;
  }

  /** Reports incidents of the first user and a team of this user, in several threads. */
  private static void report(Running system, int incidents) throws Exception {
    var application = system.application();
    var person = application.people().getFirst();
    var data =
        new Accounts(application.queries(application.client()), application.identifiers())
            .data(person.account().account());
    var user = person.user().user();
    var team = Participant.team(data.teams(user).getFirst());
    try (var threads = Executors.newFixedThreadPool(THREADS)) {
      var parts = new ArrayList<Future<?>>();
      for (int thread = 0; thread < THREADS; thread++) {
        parts.add(
            threads.submit(() -> {
              for (int i = 0; i < incidents / THREADS; i++) {
                var _ = data.log().report(user, "Queue of Search grows", "{}", List.of(team));
              }
            }));
      }
      for (var part : parts) {
        part.get();
      }
    }
  }

  private static double heap(Browser browser) {
    return browser.number("return performance.memory.usedJSHeapSize") / 1e6;
  }

  @Test
  void a_page_of_100_000_incidents_shows_its_rows_and_reads_on() throws Exception {
    long begun = System.nanoTime();
    try (var system =
            new Running(
                Gramme.open(folder), "--accounts", "1", "--users", "20", "--incidents", "50");
        var browser = Browser.start()) {
      report(system, INCIDENTS - 50);
      System.out.printf("%d incidents loaded in %.0f s%n", INCIDENTS, seconds(begun));
      var measured = new LinkedHashMap<String, String>();
      for (String view : List.of("mine", "teams", "account")) {
        long opened = System.nanoTime();
        browser.open(system.uri());
        if (!view.equals("mine")) {
          opened = System.nanoTime();
          browser.click("[data-view=" + view + "]");
          browser.awaitElement("[data-view=" + view + "][aria-current=page]");
        }
        browser.awaitElement("#rows tr:nth-child(20)");
        measured.put(view + ": first rows", "%.0f ms".formatted(seconds(opened) * 1e3));
      }
      long older = System.nanoTime();
      for (int to = 40; to <= 1_000; to += 20) {
        browser.click("#older");
        String end = " to " + to;
        browser.awaitTexts("#count", texts -> texts.getFirst().contains(end));
      }
      measured.put("account: 49 older pages, each", "%.0f ms".formatted(seconds(older) * 1e3 / 49));
      assertThat(browser.texts("#rows .number")).hasSize(200);
      long byNumber = System.nanoTime();
      browser.type("#number", "7");
      browser.press(Keys.ENTER);
      browser.awaitTexts("#detail .bar .soft", texts -> texts.toString().contains("#7,"));
      measured.put("an incident by its number", "%.0f ms".formatted(seconds(byNumber) * 1e3));
      measured.put("heap of the page", "%.1f MB".formatted(heap(browser)));
      browser.screenshot(
          Files.createDirectories(Path.of("target", "pictures")).resolve("many.png"));
      for (Map.Entry<String, String> one : measured.entrySet()) {
        System.out.printf("| %s | %s |%n", one.getKey(), one.getValue());
      }
      assertThat(browser.errors()).isEmpty();
    }
  }
}
