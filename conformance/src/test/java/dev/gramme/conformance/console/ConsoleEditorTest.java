package dev.gramme.conformance.console;

import static dev.gramme.conformance.console.ConsoleServer.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.gramme.apps.browser.Browser;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** The window of an item: its errors, its clipboard, edits that are not saved, and large values. */
@Tag("slow")
class ConsoleEditorTest {
  private static ConsoleServer server;
  private static Browser browser;

  @TempDir private Path folder;

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

  private static JsonNode stored(String table) throws Exception {
    return server.item(table, "{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"1\"}}");
  }

  /** Opens the only item of a table in a new page. */
  private static void openItem(String table) {
    browser.open(URI.create("about:blank"));
    browser.open(server.view("table/" + table));
    browser.click("[role=grid] .cell");
    browser.awaitElement("dialog [aria-label=pk]");
  }

  private static void awaitClosed() {
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
    browser.open(server.view("design"));
    browser.upload("main [type=file]", file);
    assertThat(browser.text("main .error")).contains("The model of NoSQL Workbench has no tables.");
  }

  /** The text of the clipboard, as pasted into the editor of DynamoDB JSON. */
  private static String pasted() {
    browser.click("dialog [name=json]");
    browser.press(Keys.chord(Keys.CONTROL, "a"));
    browser.press(Keys.chord(Keys.CONTROL, "v"));
    return String.valueOf(browser.run("return document.querySelector('[name=json]').value"));
  }

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
}
