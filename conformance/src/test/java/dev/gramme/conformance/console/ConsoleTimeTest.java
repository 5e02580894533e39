package dev.gramme.conformance.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.apps.browser.Browser;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Earlier states of a table in the console, and the undoing of changes. */
@Tag("slow")
class ConsoleTimeTest {
  private static ConsoleServer server;
  private static Browser browser;

  @BeforeAll
  static void start() throws Exception {
    server = new ConsoleServer();
    browser = Browser.start();
  }

  @AfterAll
  static void stop() {
    browser.close();
    server.close();
  }

  @AfterEach
  void the_log_has_no_error() {
    assertThat(browser.errors())
        .filteredOn(line -> !line.contains("the server responded with a status of 400"))
        .isEmpty();
  }

  private static void put(String table, int sk, String value) throws Exception {
    server.put(
        table,
        "{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"%d\"},\"v\":{\"S\":\"%s\"}}".formatted(sk, value));
  }

  private static String value(String table, int sk) throws Exception {
    return server
        .item(table, "{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"%d\"}}".formatted(sk))
        .at("/v/S")
        .asText("none");
  }

  @Test
  void a_table_as_of_a_second_is_compared_and_its_later_changes_are_undone() throws Exception {
    server.createTable("past", "N");
    browser.open(server.view("table/past", "tab", "time"));
    browser.click("[data-action=recovery]");
    browser.awaitElement("[data-action=copy]");
    put("past", 1, "old");
    put("past", 2, "old");
    put("past", 3, "old");
    browser.click("[data-action=copy]:enabled");
    browser.awaitElement("[data-action=compare]:enabled");
    put("past", 1, "new");
    put("past", 4, "new");
    server.send(
        "DeleteItem",
        "{\"TableName\":\"past\",\"Key\":{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"2\"}}}");

    browser.click("[data-action=compare]");
    browser.awaitTexts(".differing", List.of("3 items differ")::equals);
    assertThat(browser.texts("tr.change"))
        .containsExactlyInAnyOrder(
            "a · 1 changed\nv: old new", "a · 4 added\nv: new", "a · 2 deleted\nv: old");
    // An item that changes again after it was compared keeps that change.
    put("past", 4, "newest");
    browser.click("[data-action=undo-all]");
    browser.awaitTexts(
        ".undone", List.of("2 changes undone. 1 item had changed since and stayed.")::equals);
    browser.awaitTexts(".differing", List.of("1 item differs")::equals);
    assertThat(value("past", 1)).isEqualTo("old");
    assertThat(value("past", 2)).isEqualTo("old");
    assertThat(value("past", 4)).isEqualTo("newest");
    browser.click("dialog .close");
    browser.click("[data-action=delete-copy]:enabled");
    browser.awaitTexts("[data-action=compare]", List::isEmpty);
  }

  @Test
  void an_items_history_shows_each_change_and_undoes_the_last_one() throws Exception {
    server.createTable("history", "N");
    server.send(
        "UpdateTable",
        """
        {"TableName":"history",
         "StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_AND_OLD_IMAGES"}}
        """);
    put("history", 1, "first");
    put("history", 2, "other");
    put("history", 1, "second");
    browser.open(server.view("table/history", "mode", "query", "pk", "a", "sk", "1"));
    browser.click("[role=grid] .cell");
    browser.click("[data-action=history]");
    browser.awaitTexts("tr.change del", List.of("first")::equals);
    browser.awaitTexts("tr.change ins", List.of("second", "first")::equals);
    browser.click("tr.change:last-child [data-action=undo]");
    browser.awaitTexts(
        "main .error", texts -> texts.getFirst().contains("has changed again since"));
    assertThat(value("history", 1)).isEqualTo("second");
    browser.click("tr.change:first-child [data-action=undo]");
    browser.awaitTexts("tr.change ins", List.of("first", "second", "first")::equals);
    assertThat(value("history", 1)).isEqualTo("first");
  }

  @Test
  void a_bulk_edit_and_a_bulk_deletion_are_undone_as_a_whole() throws Exception {
    server.createTable("undo", "N");
    for (int i = 0; i < 3; i++) {
      put("undo", i, "old");
    }
    browser.open(server.view("table/undo"));
    browser.click("[role=grid] thead input");
    browser.click("[data-action=bulk-edit]");
    browser.type("[name=attribute]", "v");
    browser.type("[name=value]", "new");
    browser.click("[data-action=execute]");
    browser.awaitTexts(".done", List.of("3")::equals);
    assertThat(value("undo", 1)).isEqualTo("new");
    put("undo", 2, "newest");
    browser.click("[data-action=undo]");
    browser.awaitTexts(
        ".undone", List.of("2 changes undone. 1 item had changed since and stayed.")::equals);
    assertThat(value("undo", 1)).isEqualTo("old");
    assertThat(value("undo", 2)).isEqualTo("newest");
    browser.click("[data-action=close]");

    browser.awaitTexts("[data-action=bulk-delete]", List::isEmpty);
    browser.click("[role=grid] thead input");
    browser.click("[data-action=bulk-delete]");
    browser.click("[data-action=execute]");
    browser.awaitTexts(".done", List.of("3")::equals);
    assertThat(value("undo", 1)).isEqualTo("none");
    browser.click("[data-action=undo]");
    browser.awaitTexts(".undone", List.of("3 changes undone.")::equals);
    assertThat(value("undo", 1)).isEqualTo("old");
    browser.click("[data-action=close]");
  }
}
