package dev.gramme.conformance.console;

import static dev.gramme.conformance.console.ConsoleServer.json;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** Copies of one item, and of the selected items. */
@Tag("slow")
class ConsoleCopyTest extends ConsoleInBrowser {
  private int count(String table) throws Exception {
    return server.send("Scan", "{\"TableName\":\"%s\"}".formatted(table)).path("Count").asInt();
  }

  private void selectAll(String table, String... parameters) {
    browser.open(server.view("table/" + table, parameters));
    browser.awaitElement("[role=grid] tbody tr");
    browser.click("[role=grid] thead input");
    browser.click("[data-action=bulk-copy]");
  }

  @Test
  void an_item_is_duplicated_with_another_key_and_the_first_one_stays() throws Exception {
    server.createTable("twins", "N");
    String item =
        "{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"1\"},\"tags\":{\"SS\":[\"x\"]},\"b\":{\"B\":\"AQ==\"}}";
    server.put("twins", item);
    browser.open(server.view("table/twins"));
    browser.click("[role=grid] .cell");
    browser.click("[data-action=duplicate]");
    browser.awaitTexts("dialog h2", List.of("New item")::equals);
    browser.click("[data-action=save]");
    browser.awaitTexts("dialog h2", List.of("The item exists already")::equals);
    browser.click("dialog .primary");
    browser.type("dialog [aria-label=sk]", "2");
    browser.click("[data-action=save]");
    browser.awaitTexts("dialog", List::isEmpty);
    browser.awaitTexts(".count", List.of("2 items")::equals);
    assertThat(server.item("twins", "{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"1\"}}"))
        .isEqualTo(json(item));
    assertThat(server.item("twins", "{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"2\"}}"))
        .isEqualTo(json(item.replace("\"1\"", "\"2\"")));
  }

  @Test
  void selected_items_are_copied_to_another_table_after_a_dry_run_and_the_copy_is_undone()
      throws Exception {
    server.createTable("source", "S");
    server.send(
        "CreateTable",
        """
        {"TableName":"target","BillingMode":"PAY_PER_REQUEST",
         "KeySchema":[{"AttributeName":"n","KeyType":"HASH"}],
         "AttributeDefinitions":[{"AttributeName":"n","AttributeType":"N"}]}
        """);
    for (int i = 0; i < 5; i++) {
      server.put(
          "source",
          "{\"pk\":{\"S\":\"a\"},\"sk\":{\"S\":\"%d\"},\"text\":{\"S\":\"%s\"}%s}"
              .formatted(i, "x".repeat(1500), i == 4 ? "" : ",\"n\":{\"N\":\"%d\"}".formatted(i)));
    }
    server.put("target", "{\"n\":{\"N\":\"3\"},\"own\":{\"BOOL\":true}}");
    selectAll("source");
    browser.choose("dialog [name=to]", "target");
    browser.awaitTexts(
        "dialog .dry",
        texts ->
            !texts.isEmpty()
                && texts
                    .getFirst()
                    .startsWith("4 items would be written to target with about 8 write units"));
    assertThat(browser.text("dialog .error"))
        .contains("1 item cannot be copied", "a · 4: the key attribute \"n\" is missing");
    assertThat(count("target")).isEqualTo(1);
    browser.click("[data-action=execute]");
    browser.awaitTexts(".done", List.of("3")::equals);
    browser.awaitTexts(
        "dialog .dry p", texts -> texts.getFirst().contains("1 item existed and stayed: a · 3"));
    assertThat(count("target")).isEqualTo(4);
    assertThat(server.item("target", "{\"n\":{\"N\":\"3\"}}"))
        .isEqualTo(json("{\"n\":{\"N\":\"3\"},\"own\":{\"BOOL\":true}}"));
    assertThat(server.item("target", "{\"n\":{\"N\":\"2\"}}").at("/text/S").asText()).hasSize(1500);
    browser.click("[data-action=undo]");
    browser.awaitTexts(".undone", List.of("3 changes undone.")::equals);
    assertThat(count("target")).isEqualTo(1);
    assertThat(count("source")).isEqualTo(5);
    browser.click("[data-action=close]");
  }

  @Test
  void the_items_that_failed_are_copied_with_a_second_try() throws Exception {
    server.createTable("from", "N");
    server.createTable("copies", "N");
    server.put("from", "{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"1\"}}");
    server.put("from", "{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"2\"}}");
    selectAll("from");
    browser.choose("dialog [name=to]", "copies");
    browser.awaitElement("[data-action=execute]:enabled");
    server.send("DeleteTable", "{\"TableName\":\"copies\"}");
    browser.click("[data-action=execute]");
    browser.awaitTexts(
        "dialog .error",
        texts -> !texts.isEmpty() && texts.getFirst().startsWith("2 items failed"));
    server.createTable("copies", "N");
    browser.click("[data-action=again]");
    browser.awaitTexts(".done", List.of("2")::equals);
    assertThat(browser.texts("dialog .error")).isEmpty();
    browser.click("[data-action=undo]");
    browser.awaitTexts(".undone", List.of("2 changes undone.")::equals);
    assertThat(count("copies")).isZero();
    browser.click("[data-action=close]");
  }

  @Test
  void entries_of_an_index_are_copied_with_all_attributes_of_their_items() throws Exception {
    server.send(
        "CreateTable",
        """
        {"TableName":"indexed","BillingMode":"PAY_PER_REQUEST",
         "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],
         "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},{"AttributeName":"g","AttributeType":"S"}],
         "GlobalSecondaryIndexes":[{"IndexName":"by-g","KeySchema":[{"AttributeName":"g","KeyType":"HASH"}],
           "Projection":{"ProjectionType":"KEYS_ONLY"}}]}
        """);
    server.send(
        "CreateTable",
        """
        {"TableName":"whole","BillingMode":"PAY_PER_REQUEST",
         "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],
         "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}]}
        """);
    String item = "{\"pk\":{\"S\":\"a\"},\"g\":{\"S\":\"x\"},\"more\":{\"N\":\"1\"}}";
    server.put("indexed", item);
    selectAll("indexed", "mode", "query", "index", "by-g", "pk", "x");
    browser.choose("dialog [name=to]", "whole");
    browser.click("[data-action=execute]:enabled");
    browser.awaitTexts(".done", List.of("1")::equals);
    browser.click("[data-action=close]");
    assertThat(server.item("whole", "{\"pk\":{\"S\":\"a\"}}")).isEqualTo(json(item));
  }

  @Test
  void selected_items_are_copied_to_the_clipboard_after_a_dry_run() throws Exception {
    server.createTable("clip", "S");
    server.put("clip", "{\"pk\":{\"S\":\"a\"},\"sk\":{\"S\":\"1\"},\"n\":{\"N\":\"1.50\"}}");
    server.put("clip", "{\"pk\":{\"S\":\"a\"},\"sk\":{\"S\":\"2\"},\"s\":{\"SS\":[\"x\"]}}");
    selectAll("clip");
    browser.choose("dialog [name=to]", "#dynamodb");
    browser.awaitTexts(
        "dialog .dry", texts -> !texts.isEmpty() && texts.getFirst().startsWith("2 items, "));
    browser.click("[data-action=execute]");
    browser.awaitTexts(".copied", List.of("2 items copied to the clipboard.")::equals);
    browser.click("[data-action=close]");
    assertThat(json(pasted()))
        .isEqualTo(server.send("Scan", "{\"TableName\":\"clip\"}").path("Items"));

    browser.click("[data-action=bulk-copy]");
    browser.choose("dialog [name=to]", "#plain");
    browser.click("[data-action=execute]:enabled");
    browser.awaitTexts(".copied", List.of("2 items copied to the clipboard.")::equals);
    browser.click("[data-action=close]");
    assertThat(json(pasted()).get(1).at("/s/$stringSet/0").asText()).isEqualTo("x");
  }

  /** The text of the clipboard, pasted into the field for an import. */
  private String pasted() {
    browser.click("[data-action=import]");
    browser.click("dialog [name=text]");
    browser.press(Keys.chord(Keys.CONTROL, "v"));
    String text =
        String.valueOf(browser.run("return document.querySelector('dialog [name=text]').value"));
    browser.press(Keys.ESCAPE);
    browser.awaitTexts("dialog", List::isEmpty);
    return text;
  }
}
