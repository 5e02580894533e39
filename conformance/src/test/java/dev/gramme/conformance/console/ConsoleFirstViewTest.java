package dev.gramme.conformance.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.apps.browser.Browser;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * How much the first view transfers, and how long it takes. Only the bytes decide the tests. The
 * times depend on the machine; they are printed for {@code docs/console.md}.
 */
@Tag("slow")
class ConsoleFirstViewTest {
  private static final int MAX_BYTES = 100_000;
  private static final int LOADS = 11;
  private static final List<String> NAMES =
      List.of(
          "DOMContentLoaded",
          "first contentful paint",
          "names of the tables",
          "details of 20 tables");

  /**
   * By the page's own clock: DOMContentLoaded, the first text or image, the names of the tables,
   * their details.
   */
  private static final String TIMES =
      """
      const [page] = performance.getEntriesByType('navigation');
      const answers = performance.getEntriesByType('resource')
        .filter(entry => entry.name === location.origin + '/').map(entry => entry.responseEnd);
      const [paint] = performance.getEntriesByName('first-contentful-paint');
      return [page.domContentLoadedEventEnd, paint.startTime, Math.min(...answers), Math.max(...answers)];
      """;

  @Test
  void the_first_view_transfers_less_than_100_kb() throws Exception {
    load(1);
  }

  @Test
  @Tag("long")
  void the_times_of_the_first_view_are_printed() throws Exception {
    load(LOADS);
  }

  private static void load(int loads) throws Exception {
    try (var server = new ConsoleServer();
        var browser = Browser.start()) {
      for (int i = 0; i < 20; i++) {
        server.createTable("table-%02d".formatted(i), "S");
      }
      var times = new ArrayList<List<?>>();
      double bytes = 0;
      for (int i = 0; i < loads; i++) {
        browser.open(URI.create("about:blank"));
        browser.open(server.view(""));
        browser.awaitTexts("main tbody .state", states -> states.size() == 20);
        if (browser.run(TIMES) instanceof List<?> found) {
          times.add(found);
        }
        if (i == 0) {
          bytes =
              browser.number(
                  "return [...performance.getEntriesByType('navigation'),"
                      + " ...performance.getEntriesByType('resource')]"
                      + ".reduce((sum, entry) => sum + entry.transferSize, 0)");
        }
      }
      System.out.printf("first view: %.0f bytes%n", bytes);
      for (int i = 0; i < NAMES.size(); i++) {
        int column = i;
        var values = times.stream().map(row -> Double.valueOf("" + row.get(column))).toList();
        System.out.printf(
            "%s: first load %.0f ms, median of %d loads %.0f ms%n",
            NAMES.get(i), values.getFirst(), loads, median(values));
      }
      assertThat(times).hasSize(loads);
      assertThat(bytes).isBetween(10_000.0, (double) MAX_BYTES);
      assertThat(browser.errors()).isEmpty();
    }
  }

  private static double median(List<Double> values) {
    var sorted = new ArrayList<>(values);
    Collections.sort(sorted);
    return sorted.get(sorted.size() / 2);
  }
}
