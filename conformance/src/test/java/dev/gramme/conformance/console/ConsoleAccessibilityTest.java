package dev.gramme.conformance.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.apps.browser.Browser;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Axe finds no violation in any view, and no view is wider than its window. The long tests check
 * every view in light and dark colours, on a phone and on a wide window; every build checks the
 * views of an item's life on a phone.
 */
@Tag("slow")
class ConsoleAccessibilityTest {
  private static final String CHECK =
      """
      return axe.run(document, {resultTypes: ['violations']}).then(found => found.violations.map(
          violation => violation.id + ' ' + violation.nodes.map(node => node.html).join(' ')))
      """;

  private static String axe() throws Exception {
    try (InputStream in = ConsoleAccessibilityTest.class.getResourceAsStream("/axe.min.js")) {
      assertThat(in).isNotNull();
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void the_views_of_items_have_no_violation_on_a_phone() throws Exception {
    try (var server = new ConsoleServer("--throttling=service");
        var browser = Browser.start()) {
      ConsoleViews.fill(server);
      browser.size(390, 844);
      var views = ConsoleViews.views(server);
      views
          .keySet()
          .retainAll(
              List.of(
                  server.view(""),
                  server.view("create"),
                  server.view("table/shop", "mode", "query", "pk", "a"),
                  server.view("table/shop")));
      assertThat(views).hasSize(4);
      check(browser, axe(), views);
    }
  }

  @Test
  @Tag("long")
  void no_view_has_a_violation_on_a_phone() throws Exception {
    try (var server = new ConsoleServer("--throttling=service");
        var browser = Browser.start()) {
      ConsoleViews.fill(server);
      browser.size(390, 844);
      check(browser, axe(), ConsoleViews.views(server));
    }
  }

  @Test
  @Tag("long")
  void no_view_has_a_violation_in_dark_colours_on_a_phone() throws Exception {
    try (var server = new ConsoleServer("--throttling=service");
        var browser = Browser.start()) {
      ConsoleViews.fill(server);
      browser.size(390, 844);
      browser.colorScheme("dark");
      check(browser, axe(), ConsoleViews.views(server));
    }
  }

  @Tag("long")
  @Test
  void a_conflict_has_no_violation_in_dark_colours_on_a_phone() throws Exception {
    try (var server = new ConsoleServer();
        var browser = Browser.start()) {
      server.createTable("shared", "S");
      String item =
          "{\"pk\":{\"S\":\"a\"},\"sk\":{\"S\":\"1\"},\"mine\":{\"S\":\"1\"},\"theirs\":{\"S\":\"%d\"}}";
      server.put("shared", item.formatted(1));
      browser.size(390, 844);
      browser.colorScheme("dark");
      browser.open(server.view("table/shared"));
      browser.click("[role=grid] .cell");
      browser.type("dialog [aria-label=mine]", "x".repeat(200));
      server.put("shared", item.formatted(2));
      browser.click("dialog [data-action=save]");
      browser.awaitTexts(".difference tbody tr", rows -> rows.size() == 2);
      assertThat(browser.violations()).isEmpty();
      assertThat(browser.isWiderThanItsWindow()).isFalse();
    }
  }

  @Test
  @Tag("long")
  void no_view_has_a_violation_on_a_wide_window() throws Exception {
    try (var server = new ConsoleServer("--throttling=service");
        var browser = Browser.start()) {
      ConsoleViews.fill(server);
      check(browser, axe(), ConsoleViews.views(server));
    }
  }

  @Test
  @Tag("long")
  void no_view_has_a_violation_in_dark_colours_on_a_wide_window() throws Exception {
    try (var server = new ConsoleServer("--throttling=service");
        var browser = Browser.start()) {
      ConsoleViews.fill(server);
      browser.colorScheme("dark");
      check(browser, axe(), ConsoleViews.views(server));
    }
  }

  private static void check(Browser browser, String axe, Map<URI, List<String>> views) {
    views.forEach((view, clicks) -> {
      ConsoleViews.open(browser, view, clicks);
      browser.run(axe);
      assertThat((List<?>) browser.run(CHECK)).as(view.toString()).isEmpty();
      assertThat(browser.isWiderThanItsWindow()).as(view.toString()).isFalse();
    });
    // A table without a resource policy is answered with an error.
    assertThat(browser.errors()).allMatch(line -> line.contains("status of 400"));
  }
}
