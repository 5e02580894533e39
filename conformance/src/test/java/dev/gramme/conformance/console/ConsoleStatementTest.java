package dev.gramme.conformance.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.testkit.Eventually;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** Statements of PartiQL in the console: their sending, their stopping, and large results. */
@Tag("slow")
class ConsoleStatementTest extends ConsoleInBrowser {
  private static final int ROWS = 1_500;
  private static final int ATTRIBUTES = 70;
  private static final String RUN = Keys.chord(Keys.CONTROL, Keys.ENTER);

  /** Statements wait in the page, and count, until they are released. */
  private static final String HOLD =
      """
      const send = window.fetch;
      window.statements = 0;
      window.waiting = [];
      window.fetch = (address, options) => {
        if (!options?.headers?.['x-amz-target']?.endsWith('ExecuteStatement')) return send(address, options);
        window.statements++;
        return new Promise((resolve, reject) => {
          options.signal?.addEventListener('abort', () => reject(options.signal.reason));
          window.waiting.push(() => resolve(send(address, options)));
        });
      };
      """;

  @BeforeAll
  void prepare() throws Exception {
    server.createTable("rows", "N");
    for (int from = 0; from < ROWS; from += 25) {
      server.send(
          "BatchWriteItem",
          "{\"RequestItems\":{\"rows\":[%s]}}"
              .formatted(
                  IntStream.range(from, from + 25)
                      .mapToObj(
                          """
                          {"PutRequest":{"Item":{"pk":{"S":"a"},"sk":{"N":"%d"},"v":{"S":"same"}}}}
                          """
                              ::formatted)
                      .collect(Collectors.joining(","))));
    }
    server.createTable("wide", "N");
    String attributes =
        IntStream.range(0, ATTRIBUTES)
            .mapToObj("\"a%d\":{\"N\":\"1\"}"::formatted)
            .collect(Collectors.joining(","));
    server.put("wide", "{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"1\"},%s}".formatted(attributes));
    // Four items of a page of the service, so that a statement has two pages.
    server.createTable("paged", "N");
    for (int i = 0; i < 4; i++) {
      server.put(
          "paged",
          "{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"%d\"},\"text\":{\"S\":\"%s\"}}"
              .formatted(i, "x".repeat(390_000)));
    }
  }

  @Override
  String expectedErrors() {
    return NONE;
  }

  private double statements() {
    return browser.number("return window.statements");
  }

  @Test
  void a_statement_that_runs_is_not_sent_again_and_can_be_stopped() throws Exception {
    server.createTable("once", "N");
    browser.open(server.view(""));
    browser.open(server.view("partiql"));
    browser.awaitElement("#statement");
    browser.run(HOLD);
    browser.type("#statement", "INSERT INTO \"once\" VALUE {'pk': 'a', 'sk': 1}");
    browser.press(RUN, RUN);
    browser.awaitElement("main form [type=submit]:disabled");
    browser.press(RUN);
    assertThat(statements()).isOne();
    browser.run("window.waiting.forEach(each => each())");
    browser.awaitTexts(".count", List.of("Done")::equals);
    assertThat(browser.texts("main .error")).isEmpty();
    assertThat(statements()).isOne();

    browser.type("#statement", "SELECT * FROM \"once\"");
    browser.press(RUN);
    browser.click("[data-action=stop]");
    browser.awaitElement("main form [type=submit]:enabled");
    assertThat(browser.texts("main .error")).isEmpty();
    browser.type("#statement", "DELETE FROM \"once\" WHERE pk = 'a' AND sk = 1");
    browser.press(RUN);
    browser.click("[data-action=stop]");
    assertThat(browser.text("main .error")).contains("Stopped", "may have executed the statement");
    assertThat(server.item("once", "{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"1\"}}").isObject())
        .isTrue();
  }

  @Tag("long")
  @Test
  void all_rows_and_columns_of_a_large_result_are_reached_and_a_key_does_not_draw_them_again() {
    browser.open(server.view("partiql", "s", "SELECT sk, v FROM \"rows\""));
    browser.awaitTexts(".count", List.of("1,500 items")::equals);
    assertThat(browser.texts("[role=grid] tbody tr")).hasSizeLessThan(100);
    browser.click("[role=grid] tbody tr:nth-child(1) input");
    browser.awaitTexts(".chosen", List.of("1 item selected")::equals);
    browser.run("document.querySelector('[role=grid]').focus()");
    browser.press(Keys.END);
    browser.awaitTexts("[role=grid] tr.cursor td:nth-child(2)", List.of("1499")::equals);
    // Its key is not complete, so it is no link to the table.
    browser.press(Keys.ENTER);
    browser.awaitTexts("dialog pre", texts -> texts.getFirst().contains("\"N\": \"1499\""));
    assertThat(browser.violations()).isEmpty();
    browser.press(Keys.ESCAPE);

    browser.click("[data-tab=json]");
    browser.awaitTexts(
        ".cut", notes -> notes.getFirst().startsWith("The first 500 items of 1,500."));
    browser.run(
        """
        const stringify = JSON.stringify;
        window.large = 0;
        JSON.stringify = function(value, ...rest) { if (value?.sk) window.large++; return stringify.call(this, value, ...rest); };
        """);
    browser.click("#statement");
    browser.press(" WHERE");
    assertThat(browser.number("return window.large")).isZero();

    browser.open(server.view("partiql", "s", "SELECT * FROM \"wide\""));
    browser.awaitTexts(".count", List.of("1 item")::equals);
    browser.awaitTexts(
        "main .note", notes -> notes.stream().anyMatch(note -> note.startsWith("10 rarer")));
  }

  @Test
  void the_address_of_a_statement_contains_its_page_its_view_and_its_order() {
    browser.open(server.view("partiql", "s", "SELECT * FROM \"paged\" WHERE pk = 'a'"));
    var first = browser.awaitTexts("[role=grid] tbody td:nth-child(3)", rows -> rows.size() > 1);
    browser.click("[data-action=next]:enabled");
    var second =
        browser.awaitTexts(
            "[role=grid] tbody td:nth-child(3)", rows -> !rows.isEmpty() && !rows.equals(first));
    assertThat(second).doesNotContainAnyElementsOf(first);
    browser.click("[role=grid] thead th:nth-child(3) .sort");
    browser.awaitElement("[role=grid] th[aria-sort=ascending]");
    browser.click("[data-tab=json]");
    String address = String.valueOf(browser.run("return location.href"));
    assertThat(address).contains("from=", "view=json", "sort=sk");

    browser.run("location.reload()");
    browser.awaitTexts(
        "main pre.code",
        texts -> texts.getFirst().contains("\"N\": \"%s\"".formatted(second.getFirst())));
    assertThat(browser.text("main pre.code"))
        .doesNotContain("\"N\": \"%s\"".formatted(first.getFirst()));
    browser.click("[data-tab=grid]");
    browser.click("[data-action=previous]:enabled");
    browser.awaitTexts("[role=grid] tbody td:nth-child(3)", first::equals);
    Eventually.holds(
        "the first page has no earlier one",
        () ->
            Boolean.TRUE.equals(
                browser.run("return document.querySelector('[data-action=previous]').disabled")));
  }
}
