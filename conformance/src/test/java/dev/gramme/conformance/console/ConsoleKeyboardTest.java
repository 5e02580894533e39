package dev.gramme.conformance.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** The console without a mouse: these tests open addresses and press keys, and click nowhere. */
@Tag("slow")
class ConsoleKeyboardTest extends ConsoleInBrowser {
  private static final int MAX_TABS = 80;

  private void reloadAt(String path, String... parameters) {
    browser.reloadAt(server.view(path, parameters));
    browser.awaitElement("main h1");
  }

  private boolean hasFocus(String selector) {
    return Boolean.TRUE.equals(
        browser.run("return document.activeElement.matches(arguments[0])", selector));
  }

  /** Presses Tab until an element has the focus, as a person would. */
  private void tabTo(String selector) {
    browser.awaitElement(selector);
    int tabs = 0;
    while (!hasFocus(selector)) {
      assertThat(tabs++).as("presses of Tab until " + selector).isLessThan(MAX_TABS);
      browser.press(Keys.TAB);
    }
  }

  private void awaitColumn(int column, String... texts) {
    browser.awaitTexts(
        "[role=grid] tbody tr td:nth-child(%d)".formatted(column), List.of(texts)::equals);
  }

  private void awaitTitle(String... titles) {
    browser.awaitTexts("dialog h2", List.of(titles)::equals);
  }

  /** The text of the cell or row that a screen reader reads in the grid. */
  private String active() {
    return String.valueOf(
        browser.run(
            "return document.getElementById(document.activeElement"
                + ".getAttribute('aria-activedescendant')).textContent"));
  }

  @Test
  void a_table_is_found_sorted_selected_opened_and_changed_with_keys_alone() throws Exception {
    server.createTable("keys", "N");
    int[] sorted = {2, 3, 1};
    for (int i = 0; i < sorted.length; i++) {
      server.put(
          "keys",
          "{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"%d\"},\"n\":{\"N\":\"%d\"}}"
              .formatted(i, sorted[i]));
    }
    reloadAt("saved");
    browser.press("t");
    browser.awaitTexts("h1", List.of("Tables")::equals);
    browser.awaitTexts("main tbody th", names -> names.contains("keys"));
    browser.press("/");
    assertThat(hasFocus("[aria-label='Filter tables']")).isTrue();
    browser.press("keys");
    browser.awaitTexts("main tbody th", List.of("keys")::equals);
    tabTo("main tbody th a");
    browser.press(Keys.ENTER);
    awaitColumn(4, "2", "3", "1");

    tabTo("[role=grid]");
    browser.press(Keys.ARROW_DOWN, Keys.ARROW_UP, Keys.ARROW_UP);
    assertThat(active()).isEqualTo("pk");
    browser.press(Keys.END);
    assertThat(active()).isEqualTo("n");
    browser.press(Keys.ENTER);
    awaitColumn(4, "1", "2", "3");
    assertThat(active()).startsWith("n");
    browser.press(Keys.SPACE);
    awaitColumn(4, "3", "2", "1");
    browser.awaitElement("[role=grid] th[aria-sort=descending]");
    assertThat(browser.violations()).isEmpty();
    browser.press(Keys.ARROW_LEFT);
    assertThat(active()).isEqualTo("sk");
    browser.press(Keys.ENTER);
    awaitColumn(4, "2", "3", "1");

    browser.press(Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.SPACE);
    browser.awaitTexts(".chosen", List.of("1 item selected")::equals);
    browser.press(Keys.ENTER);
    awaitTitle("Item a · 1");
    tabTo("dialog [role=tab][aria-selected=true]");
    browser.press(Keys.ARROW_RIGHT);
    browser.awaitElement("dialog [data-tab=dynamodb][aria-selected=true]");
    assertThat(hasFocus("[data-tab=dynamodb]")).isTrue();
    browser.press(Keys.ARROW_LEFT);
    browser.awaitElement("dialog [data-tab=form][aria-selected=true]");
    tabTo("dialog [aria-label=n]");
    browser.press(Keys.chord(Keys.CONTROL, "a"));
    browser.press("30");
    browser.press(Keys.chord(Keys.CONTROL, Keys.ENTER));
    awaitTitle();
    awaitColumn(4, "2", "30", "1");
    // The focus is again where it was.
    assertThat(hasFocus("[role=grid]")).isTrue();

    browser.press("n");
    awaitTitle("New item");
    browser.press(Keys.ESCAPE);
    awaitTitle();
    browser.press("?");
    awaitTitle("Keyboard");
    browser.press(Keys.ESCAPE);
    awaitTitle();
  }

  @Tag("long")
  @Test
  void the_slash_goes_to_the_first_field_of_each_view_that_has_one() throws Exception {
    server.createTable("fields", "N");
    server.send(
        "UpdateTable",
        """
        {"TableName":"fields","StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_IMAGE"}}
        """);
    for (String view : List.of("create", "design", "partiql", "preferences", "table/fields")) {
      reloadAt(view);
      browser.awaitElement("main :is(input, select, textarea)");
      browser.press("/");
      assertThat(hasFocus("main :is(input, select, textarea)")).as(view).isTrue();
    }
    reloadAt("table/fields", "tab", "stream");
    browser.awaitElement("main select");
    browser.press("/");
    assertThat(hasFocus("main select")).isTrue();
  }

  @Tag("long")
  @Test
  void keys_of_one_character_are_turned_off_and_on() {
    reloadAt("preferences");
    browser.press("/");
    tabTo("[name=letterKeys]");
    browser.press(Keys.SPACE);
    reloadAt("preferences");
    for (String key : List.of("/", "?", "t")) {
      browser.press(key);
    }
    assertThat(hasFocus("body")).isTrue();
    assertThat(browser.run("return location.hash")).isEqualTo("#/preferences");
    tabTo(".keys");
    browser.press(Keys.ENTER);
    awaitTitle("Keyboard");
    assertThat(browser.text("dialog .note")).contains("are turned off in Settings");
    browser.press(Keys.ESCAPE);
    awaitTitle();
    tabTo("[name=letterKeys]");
    browser.press(Keys.SPACE);
    reloadAt("preferences");
    browser.press("t");
    browser.awaitTexts("h1", List.of("Tables")::equals);
  }
}
