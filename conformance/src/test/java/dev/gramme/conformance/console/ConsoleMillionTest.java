package dev.gramme.conformance.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.apps.browser.Browser;
import dev.gramme.testkit.Eventually;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** A table of a million items of mixed kinds in the console: the page never stalls. */
@Tag("long")
@Timeout(3600)
class ConsoleMillionTest {
  private static final int ITEMS = 1_000_000;
  private static final int BATCH = 25;
  private static final int WRITERS = 4;

  /** The longest time without a frame; half a second is noticed, more is a stall. */
  private static final double MAX_GAP_MILLIS = 1_000;

  /** The most memory of the page's scripts while a file of some 200 MB passes through. */
  private static final double MAX_HEAP_BYTES = 200e6;

  @TempDir private Path folder;

  private static String item(int i) {
    return switch (i % 4) {
      case 0 ->
          """
          {"pk":{"S":"CUST#%d"},"sk":{"S":"PROFILE"},"kind":{"S":"customer"},
           "name":{"S":"Customer %d"},"tags":{"SS":["a","b"]}}
          """
              .formatted(i / 4, i);
      case 1 ->
          """
          {"pk":{"S":"CUST#%d"},"sk":{"S":"ORDER#%d"},"kind":{"S":"order"},"total":{"N":"%d.25"},
           "lines":{"L":[{"M":{"sku":{"S":"x%d"},"n":{"N":"2"}}}]}}
          """
              .formatted(i / 4, i, i, i);
      case 2 ->
          """
          {"pk":{"S":"EVENT#%d"},"sk":{"S":"%d"},"kind":{"S":"event"},"at":{"N":"%d"},
           "payload":{"B":"AAECAwQFBgc="}}
          """
              .formatted(i % 1000, i, 1_700_000_000 + i);
      default ->
          """
          {"pk":{"S":"NOTE#%d"},"sk":{"S":"%s"},"kind":{"S":"note"},"open":{"BOOL":true},
           "text":{"S":"שלום %d"}}
          """
              .formatted(i % 5000, "\uD83C\uDF4E" + i, i);
    };
  }

  private static void fill(ConsoleServer server) throws Exception {
    server.createTable("million", "S");
    try (var writers = Executors.newFixedThreadPool(WRITERS)) {
      var parts = new ArrayList<Callable<Void>>();
      for (int writer = 0; writer < WRITERS; writer++) {
        int first = writer * BATCH;
        parts.add(() -> {
          for (int from = first; from < ITEMS; from += WRITERS * BATCH) {
            var puts = new ArrayList<String>();
            for (int i = from; i < from + BATCH; i++) {
              puts.add("{\"PutRequest\":{\"Item\":%s}}".formatted(item(i)));
            }
            var answer =
                server.send(
                    "BatchWriteItem",
                    "{\"RequestItems\":{\"million\":[%s]}}".formatted(String.join(",", puts)));
            assertThat(answer.path("UnprocessedItems")).isEmpty();
          }
          return null;
        });
      }
      for (var done : writers.invokeAll(parts)) {
        done.get();
      }
    }
  }

  /** Records the longest time between two frames from now on. */
  private static void watch(Browser browser) {
    browser.run(
        """
        window.longest = 0;
        if (!window.watching) {
          window.watching = true;
          let last = performance.now();
          const frame = now => { window.longest = Math.max(window.longest, now - last); last = now; requestAnimationFrame(frame); };
          requestAnimationFrame(frame);
        }
        """);
  }

  private static void hasNotStalled(Browser browser, String what) {
    double longest = browser.number("return window.longest");
    System.out.printf("%s: longest time without a frame %.0f ms%n", what, longest);
    assertThat(longest).as(what).isLessThan(MAX_GAP_MILLIS);
    browser.run("window.longest = 0");
  }

  @Test
  void a_million_items_are_paged_counted_scrolled_and_exported_without_a_stall() throws Exception {
    try (var server = ConsoleServer.in(Files.createDirectories(folder.resolve("data")));
        var browser = Browser.start()) {
      fill(server);
      browser.downloadTo(folder);
      browser.open(server.view("table/million", "limit", "10000"));
      browser.awaitTexts(".count", List.of("10,000 items")::equals);
      watch(browser);

      for (int page = 0; page < 5; page++) {
        String before = browser.text("[role=grid] tbody tr:first-child");
        browser.click("[data-action=next]:enabled");
        browser.awaitTexts(
            "[role=grid] tbody tr:first-child", texts -> !texts.equals(List.of(before)));
      }
      hasNotStalled(browser, "five pages of 10,000 items");

      browser.run("document.querySelector('[role=grid]').focus()");
      browser.press(Keys.END);
      browser.awaitElement("[aria-rowindex='10001']");
      browser.press(Keys.HOME);
      browser.awaitElement("[aria-rowindex='2']");
      for (int i = 0; i < 50; i++) {
        browser.press(Keys.PAGE_DOWN);
      }
      hasNotStalled(browser, "scrolling");
      assertThat(browser.number("return document.querySelectorAll('[role=grid] tbody tr').length"))
          .isLessThan(200);

      browser.click("[data-action=count]");
      Eventually.holds(
          "all items are counted",
          Duration.ofMinutes(5),
          () ->
              browser.texts(".total").stream()
                  .anyMatch(text -> text.startsWith("1,000,000 items match")));
      hasNotStalled(browser, "counting all items");

      browser.click(".result [data-tab=kinds]");
      browser.awaitTexts(".drawing h2", headings -> !headings.isEmpty());
      hasNotStalled(browser, "by kind");

      browser.click("[data-action=export]");
      browser.choose("[name=format]", "lines");
      browser.run("window.longest = 0");
      browser.click("[data-action=download-all]");
      Eventually.holds(
          "all items are exported",
          Duration.ofMinutes(15),
          () -> browser.texts("dialog [data-action=close]").equals(List.of("Close")));
      hasNotStalled(browser, "the export");
      double heap = browser.number("return performance.memory.usedJSHeapSize");
      System.out.printf("memory of the page's scripts after the export: %.0f MB%n", heap / 1e6);
      assertThat(heap).isLessThan(MAX_HEAP_BYTES);
      Path file = folder.resolve("million.jsonl");
      Eventually.holds("the file is downloaded", () -> file.toFile().length() > 0);
      try (var lines = Files.lines(file)) {
        assertThat(lines.count()).isEqualTo(ITEMS);
      }
      assertThat(browser.errors()).isEmpty();
    }
  }
}
