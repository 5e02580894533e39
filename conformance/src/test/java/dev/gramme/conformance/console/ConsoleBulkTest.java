package dev.gramme.conformance.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Attributes of many items that get another name. */
@Tag("slow")
class ConsoleBulkTest extends ConsoleInBrowser {
  private void put(int sk, String attributes) throws Exception {
    server.put(
        "renamed", "{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"%d\"}%s}".formatted(sk, attributes));
  }

  private JsonNode item(int sk) throws Exception {
    return server.item("renamed", "{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"%d\"}}".formatted(sk));
  }

  @Test
  void an_attribute_of_all_items_of_a_query_gets_another_name_which_overwrites_nothing()
      throws Exception {
    server.createTable("renamed", "N");
    for (int i = 0; i < 30; i++) {
      put(i, ",\"old\":{\"N\":\"%d\"}".formatted(i));
    }
    put(30, ",\"other\":{\"S\":\"x\"}");
    put(31, ",\"old\":{\"N\":\"31\"},\"new\":{\"S\":\"kept\"}");
    browser.open(server.view("table/renamed", "mode", "query", "pk", "a", "limit", "25"));
    browser.awaitTexts(".count", List.of("25 items")::equals);
    browser.click("[role=grid] thead input");
    browser.click("[data-action=select-all]");
    browser.awaitTexts(".chosen", List.of("32 items selected, 7 on other pages")::equals);
    browser.click("[data-action=bulk-edit]");
    browser.choose("[name=action]", "rename");
    browser.type("[name=attribute]", "old");
    assertThat(browser.text("dialog .note")).isEqualTo("The new name of the attribute is missing.");
    browser.type("[name=to]", "sk");
    browser.awaitTexts("dialog .note", texts -> texts.getFirst().startsWith("Key attributes"));
    browser.type("[name=to]", "new");
    assertThat(browser.text("dialog .dry"))
        .startsWith("30 items would change with about 30 write units")
        .contains("2 items would stay the same.", "1 item already has an attribute with the new");
    browser.size(390, 844);
    assertThat(browser.violations()).isEmpty();
    assertThat(browser.isWiderThanItsWindow()).isFalse();
    browser.size(1280, 800);
    // Meanwhile others change the attribute, and add one with the new name.
    put(0, ",\"old\":{\"N\":\"100\"}");
    put(1, ",\"old\":{\"N\":\"1\"},\"new\":{\"S\":\"theirs\"}");
    browser.click("[data-action=execute]");
    browser.awaitTexts(".done", List.of("28")::equals);
    assertThat(browser.text("dialog .dry p")).contains("2 items had changed meanwhile and stayed");
    assertThat(item(29).at("/new/N").asText()).isEqualTo("29");
    assertThat(item(29).has("old")).isFalse();
    assertThat(item(0).at("/old/N").asText()).isEqualTo("100");
    assertThat(item(1).at("/new/S").asText()).isEqualTo("theirs");
    assertThat(item(31).at("/new/S").asText()).isEqualTo("kept");
    browser.click("[data-action=undo]");
    browser.awaitTexts(".undone", List.of("28 changes undone.")::equals);
    assertThat(item(29).at("/old/N").asText()).isEqualTo("29");
    assertThat(item(29).has("new")).isFalse();
  }
}
