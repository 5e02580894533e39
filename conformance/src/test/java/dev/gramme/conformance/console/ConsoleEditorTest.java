package dev.gramme.conformance.console;

import static dev.gramme.conformance.console.ConsoleServer.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** The window of an item: its errors, its clipboard, edits that are not saved, and large values. */
@Tag("slow")
class ConsoleEditorTest extends ConsoleInBrowser {
  @TempDir private Path folder;

  private JsonNode stored(String table) throws Exception {
    return server.item(table, "{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"1\"}}");
  }

  /** Opens the only item of a table in a new page. */
  private void openItem(String table) {
    browser.reloadAt(server.view("table/" + table));
    browser.click("[role=grid] .cell");
    browser.awaitElement("dialog [aria-label=pk]");
  }

  private void awaitClosed() {
    browser.awaitTexts("dialog", List::isEmpty);
  }

  @Test
  void an_item_that_the_service_refuses_keeps_its_window_and_its_edit_and_shows_the_error()
      throws Exception {
    server.createStrictTable("refusing");
    server.put("refusing", "{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"1\"},\"g\":{\"S\":\"x\"}}");
    openItem("refusing");
    browser.choose("dialog [aria-label='Type of g']", "N");
    browser.type("dialog [aria-label=g]", "5");
    browser.click("[data-action=save]");
    browser.awaitTexts(
        "dialog .error",
        errors ->
            errors.getFirst().startsWith("ValidationException")
                && errors.getFirst().contains("Type mismatch for Index Key g"));
    assertThat(stored("refusing").at("/g/S").asText()).isEqualTo("x");
    browser.choose("dialog [aria-label='Type of g']", "S");
    browser.click("[data-action=save]");
    awaitClosed();
    assertThat(stored("refusing").at("/g/S").asText()).isEqualTo("5");

    browser.click("[data-action=new]");
    browser.click("dialog [data-tab=dynamodb]");
    browser.type("[name=json]", "{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"2\"},\"g\":{\"N\":\"5\"}}");
    browser.click("[data-action=save]");
    browser.awaitTexts("dialog .error", errors -> errors.getFirst().contains("Index Key g"));
    assertThat(browser.texts("dialog h2")).containsExactly("New item");
  }

  @Test
  void a_file_that_is_no_model_is_an_error() throws Exception {
    Path file = Files.writeString(folder.resolve("wrong.json"), "{\"DataModel\": []}");
    browser.reloadAt(server.view("design"));
    browser.upload("main [type=file]", file);
    assertThat(browser.text("main .error")).contains("The model of NoSQL Workbench has no tables.");
  }

  /** The text of the clipboard, as pasted into the editor of DynamoDB JSON. */
  private String pasted() {
    browser.click("dialog [name=json]");
    browser.press(Keys.chord(Keys.CONTROL, "a"));
    browser.press(Keys.chord(Keys.CONTROL, "v"));
    return String.valueOf(browser.run("return document.querySelector('[name=json]').value"));
  }

  @Tag("long")
  @Test
  void the_copied_json_of_an_item_has_the_edit_and_a_refused_clipboard_is_an_error()
      throws Exception {
    server.createTable("copied", "N");
    server.put("copied", "{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"1\"},\"v\":{\"S\":\"old\"}}");
    openItem("copied");
    browser.click("dialog [data-tab=dynamodb]");
    String edited = "{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"1\"},\"v\":{\"S\":\"new\"}}";
    browser.type("[name=json]", edited);
    browser.click("dialog [data-action=copy]");
    browser.awaitTexts("dialog [data-action=copy]", List.of("Copied")::equals);
    assertThat(json(pasted())).isEqualTo(json(edited));

    browser.click("dialog [data-tab=plain]");
    browser.type("[name=json]", "{\"pk\": \"a\", \"sk\": 1, \"v\": \"third\"}");
    browser.awaitTexts("dialog [data-action=copy]", List.of("Copy as JSON")::equals);
    browser.click("dialog [data-action=copy]");
    browser.awaitTexts("dialog [data-action=copy]", List.of("Copied")::equals);
    assertThat(json(pasted())).isEqualTo(json("{\"pk\":\"a\",\"sk\":1,\"v\":\"third\"}"));

    browser.type("[name=json]", "{\"pk\": ");
    browser.awaitTexts("dialog [data-action=copy]", List.of("Copy as JSON")::equals);
    browser.click("dialog [data-action=copy]");
    browser.awaitTexts("dialog .refused", texts -> texts.getFirst().startsWith("line 1, column"));

    // A browser may refuse both ways to its clipboard.
    browser.type("[name=json]", "{\"pk\": \"a\", \"sk\": 1}");
    browser.run(
        "navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));"
            + " document.execCommand = () => false");
    browser.click("dialog [data-action=copy]");
    browser.awaitTexts(
        "dialog .refused", List.of("The browser refused access to the clipboard.")::equals);
  }

  /** Whether the browser would ask before it leaves the page. */
  private boolean leavingIsRefused() {
    return Boolean.FALSE.equals(
        browser.run("return dispatchEvent(new Event('beforeunload', {cancelable: true}))"));
  }

  private void awaitQuestion(boolean isAsked) {
    browser.awaitTexts(
        "dialog [role=alertdialog] strong",
        (isAsked ? List.of("Your edits are not saved.") : List.of())::equals);
  }

  @Test
  void edits_that_are_not_saved_are_discarded_only_after_a_question() throws Exception {
    server.createTable("unsaved", "N");
    server.put("unsaved", "{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"1\"},\"v\":{\"S\":\"old\"}}");
    openItem("unsaved");
    assertThat(leavingIsRefused()).isFalse();
    browser.press(Keys.ESCAPE);
    awaitClosed();

    // Back goes to an address of the same page, which the console itself can refuse.
    browser.click("nav a[href*=saved]");
    browser.awaitTexts("h1", List.of("Saved")::equals);
    browser.open(server.view("table/unsaved"));
    browser.click("[role=grid] .cell");
    browser.type("dialog [aria-label=v]", "new");
    assertThat(leavingIsRefused()).isTrue();
    for (String close : List.of(".close", "[data-action=cancel]")) {
      browser.click("dialog " + close);
      awaitQuestion(true);
      assertThat(browser.violations()).isEmpty();
      browser.click("dialog [data-action=stay]");
      awaitQuestion(false);
    }
    // Chromium closes a dialog at the second Esc without asking the page; Esc answers the question.
    for (int i = 0; i < 6; i++) {
      browser.press(Keys.ESCAPE);
      awaitQuestion(i % 2 == 0);
    }
    browser.run("history.back()");
    awaitQuestion(true);
    assertThat(browser.texts("dialog h2")).containsExactly("Item a · 1");
    assertThat(browser.run("return location.hash")).asString().contains("item=");
    browser.click("dialog [data-action=stay]");
    browser.click("dialog [data-tab=dynamodb]");
    browser.click("dialog .close");
    browser.click("dialog [data-action=discard]");
    awaitClosed();
    assertThat(leavingIsRefused()).isFalse();
    assertThat(stored("unsaved").at("/v/S").asText()).isEqualTo("old");

    // What was saved is no edit, and a text without a change is none.
    browser.click("[role=grid] .cell");
    browser.type("dialog [aria-label=v]", "new");
    browser.click("[data-action=save]");
    awaitClosed();
    browser.click("[role=grid] .cell");
    browser.click("dialog [data-tab=plain]");
    browser.click("dialog [data-action=cancel]");
    awaitClosed();
  }

  @Tag("long")
  @Test
  void edits_of_a_model_that_are_not_saved_are_discarded_only_after_a_question() throws Exception {
    server.createTable("modelled", "N");
    browser.reloadAt(server.view("design"));
    browser.choose("[name=from-table]", "modelled");
    browser.click("[data-action=edit-model]");
    browser.click("dialog [data-action=close]");
    awaitClosed();
    browser.click("[data-action=edit-model]");
    browser.type("[name='model.name']", "other");
    browser.press(Keys.ESCAPE);
    awaitQuestion(true);
    browser.click("dialog [data-action=stay]");
    browser.click("[data-action=save-model]");
    awaitClosed();
    browser.awaitElement("[data-action=records][title*=other]");
    browser.run("localStorage.removeItem('gramme.design')");
  }

  @Tag("long")
  @Test
  void another_type_of_a_value_and_the_first_one_again_restores_the_value() throws Exception {
    server.createTable("types", "N");
    String item =
        """
        {"pk":{"S":"a"},"sk":{"N":"1"},"list":{"L":[{"M":{"x":{"S":"kept"}}},{"S":"second"}]},"text":{"S":"word"}}
        """;
    server.put("types", item);
    openItem("types");
    browser.choose("dialog [aria-label='Type of list']", "S");
    browser.awaitTexts("dialog [aria-label='Type of list[0]']", List::isEmpty);
    browser.choose("dialog [aria-label='Type of list']", "L");
    browser.choose("dialog [aria-label='Type of list[0]']", "BOOL");
    browser.choose("dialog [aria-label='Type of text']", "N");
    browser.choose("dialog [aria-label='Type of text']", "S");
    browser.choose("dialog [aria-label='Type of list[0]']", "M");
    browser.awaitElement("dialog [aria-label='list[0].x']");
    browser.click("dialog [data-tab=dynamodb]");
    browser.awaitElement("[name=json]");
    assertThat(
            json(String.valueOf(browser.run("return document.querySelector('[name=json]').value"))))
        .isEqualTo(json(item));
    browser.click("dialog [data-tab=form]");

    // The contents belong to this value: the next one at its place has none of them.
    browser.choose("dialog [aria-label='Type of list[0]']", "NULL");
    browser.click("dialog [aria-label='Remove list[0]']");
    browser.awaitTexts("dialog [aria-label='Type of list[1]']", List::isEmpty);
    browser.choose("dialog [aria-label='Type of list[0]']", "M");
    browser.awaitTexts("dialog [aria-label='list[0].x']", List::isEmpty);
    // An edited value is converted, not replaced by an earlier one.
    browser.choose("dialog [aria-label='Type of text']", "SS");
    browser.type("dialog [aria-label='text, member 1']", "7");
    browser.choose("dialog [aria-label='Type of text']", "S");
    browser.type("dialog [aria-label=text]", "8");
    browser.choose("dialog [aria-label='Type of text']", "N");
    browser.click("[data-action=save]");
    awaitClosed();
    assertThat(stored("types"))
        .isEqualTo(
            json(
                "{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"1\"},\"list\":{\"L\":[{\"M\":{}}]},\"text\":{\"N\":\"8\"}}"));
  }

  private static String many(int count, String form) {
    return IntStream.range(0, count).mapToObj(form::formatted).collect(Collectors.joining(","));
  }

  @Tag("long")
  @Test
  void long_sets_lists_and_maps_are_edited_in_parts() throws Exception {
    server.createTable("long", "N");
    server.put(
        "long",
        """
        {"pk":{"S":"a"},"sk":{"N":"1"},"tags":{"SS":[%s]},"list":{"L":[%s]},"map":{"M":{%s}}}
        """
            .formatted(
                many(1200, "\"t%04d\""),
                many(700, "{\"N\":\"%d\"}"),
                many(501, "\"m%03d\":{\"BOOL\":true}")));
    browser.size(390, 844);
    openItem("long");
    assertThat(browser.texts("dialog .part span.note"))
        .containsExactlyInAnyOrder(
            "members 1 to 500 of 1,200", "elements 1 to 500 of 700", "attributes 1 to 500 of 501");
    assertThat(browser.number("return document.querySelectorAll('dialog .set input').length"))
        .isEqualTo(500);
    assertThat(browser.isWiderThanItsWindow()).isFalse();
    browser.size(1280, 800);
    browser.click("dialog [aria-label='Next members of tags']");
    browser.type("dialog [aria-label='tags, member 501']", "changed");
    browser.click("dialog [aria-label='Add a member to tags']");
    browser.type("dialog [aria-label='tags, member 1201']", "added");
    browser.click("dialog [aria-label='Next elements of list']");
    browser.type("dialog [aria-label='list[600]']", "-1");
    browser.click("dialog [aria-label='Next attributes of map']");
    browser.click("dialog [aria-label='Remove map.m500']");
    browser.awaitElement("dialog [aria-label='map.m499']");
    browser.click("[data-action=save]");
    awaitClosed();
    var item = stored("long");
    assertThat(item.at("/tags/SS"))
        .extracting(JsonNode::asText)
        .hasSize(1201)
        .contains("changed", "added", "t0499", "t1199")
        .doesNotContain("t0500");
    assertThat(item.at("/list/L")).hasSize(700);
    assertThat(item.at("/list/L/600/N").asText()).isEqualTo("-1");
    assertThat(item.at("/map/M")).hasSize(500);
    assertThat(item.at("/map/M/m500").isMissingNode()).isTrue();
  }
}
