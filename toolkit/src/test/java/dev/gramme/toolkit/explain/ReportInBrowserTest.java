package dev.gramme.toolkit.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.apps.browser.Browser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The HTML report of an {@link Explanation}, in a browser. */
@Tag("slow")
final class ReportInBrowserTest {
  /** A value without spaces, which a browser does not wrap by itself. */
  private static final String LONG = "https://example.com/" + "a".repeat(120);

  /** A script that returns the elements whose content is wider than they are. */
  private static final String CUT =
      """
      return [...document.querySelectorAll('main *')]
        .filter(e => e.clientWidth > 0 && e.scrollWidth > e.clientWidth + 1)
        .map(e => e.tagName + ' ' + e.className + ' ' + e.scrollWidth + ' > ' + e.clientWidth);
      """;

  /** A script that returns the kinds of the items in the visible rows. */
  private static final String SHOWN =
      "return [...document.querySelectorAll('#view tbody tr:not([hidden])')].map(r =>"
          + " r.dataset.kind)";

  private final Browser browser = Browser.start();
  private final Path page = Path.of("target/report-in-browser.html").toAbsolutePath();

  @BeforeEach
  void open() throws IOException {
    Explanation explanation =
        Explain.of(ShopSchema.shop(), ShopSchema.load()).samples(items()).explanation();
    Files.createDirectories(page.getParent());
    Files.writeString(page, explanation.html());
    browser.size(1400, 900);
    browser.open(page.toUri());
  }

  @AfterEach
  void close() {
    browser.close();
  }

  @Test
  void nothing_is_cut_at_1400_pixels() {
    assertThat(browser.isWiderThanItsWindow()).isFalse();
    assertThat((List<?>) browser.run(CUT)).isEmpty();
    browser.click("[data-panel=view0]");
    assertThat((List<?>) browser.run(CUT)).isEmpty();
    browser.screenshot(Path.of("target/report-in-browser.png"));
    assertThat(browser.errors()).isEmpty();
  }

  @Test
  void a_phone_shows_the_whole_page_and_scrolls_only_its_tables() {
    browser.size(390, 844);
    assertThat(browser.isWiderThanItsWindow()).isFalse();
    browser.click("[data-panel=view0]");
    assertThat(browser.isWiderThanItsWindow()).isFalse();
    browser.screenshot(Path.of("target/report-in-browser-390.png"));
    assertThat(browser.errors()).isEmpty();
  }

  @Test
  void each_attribute_has_its_name_over_its_value() {
    Object above =
        browser.run(
            "return [...document.querySelectorAll('#view dl div')].every(d =>"
                + " d.querySelector('dt').getBoundingClientRect().bottom"
                + " <= d.querySelector('dd').getBoundingClientRect().top + 1)");
    assertThat(above).isEqualTo(true);
    assertThat(browser.texts("#view tr:nth-child(2) dt"))
        .containsExactly("email", "handle", "revision", "TYPE");
    assertThat(browser.text("#view tr[data-kind=Order] dd")).isNotEmpty();
  }

  @Test
  void the_items_of_a_kind_have_its_colour_and_can_be_hidden() {
    assertThat((List<?>) browser.run(SHOWN))
        .isEqualTo(List.of("Order", "Customer", "Order", "Customer", "Other"));
    browser.click(".kinds [data-kind=Order]");
    assertThat((List<?>) browser.run(SHOWN)).isEqualTo(List.of("Customer", "Customer", "Other"));
    browser.type("[aria-label='Search items']", "ben");
    assertThat((List<?>) browser.run(SHOWN)).isEqualTo(List.of("Customer"));
    browser.click(".kinds [data-kind=Order]");
    assertThat((List<?>) browser.run(SHOWN)).isEqualTo(List.of("Order", "Customer"));
    Object colours =
        browser.run(
            "return new Set(['Customer', 'Order', 'Other'].map(k => getComputedStyle("
                + "document.querySelector(`#view tr[data-kind=${k}] td`)).borderLeftColor)).size");
    assertThat(colours).isEqualTo(3L);
  }

  private static List<Map<String, AttributeValue>> items() {
    var items = new ArrayList<Map<String, AttributeValue>>();
    for (String name : List.of("ana", "ben")) {
      String key = "CUST#" + name + "@example.com";
      items.add(
          item(
              "pk",
              key,
              "sk",
              "PROFILE",
              "TYPE",
              "Customer",
              "email",
              name + "@example.com",
              "handle",
              LONG,
              "revision",
              "1"));
      items.add(
          item(
              "pk",
              key,
              "sk",
              "ORDER#2026-11-21T10:00:00#" + name,
              "TYPE",
              "Order",
              "gsi1pk",
              "STATUS#OPEN",
              "gsi1sk",
              "2026-11-21T10:00:00",
              "email",
              name + "@example.com",
              "note",
              "n".repeat(1_000),
              "status",
              "OPEN",
              "total",
              "1200",
              "place",
              "An address of several words which is long enough to need a second line of its own"));
    }
    items.add(item("pk", "UNIQUE#Customer#handle#" + LONG, "sk", "UNIQUE", "TYPE", "UNIQUE"));
    return items;
  }

  private static Map<String, AttributeValue> item(String... attributes) {
    var item = new HashMap<String, AttributeValue>();
    for (int i = 0; i < attributes.length; i += 2) {
      item.put(attributes[i], AttributeValue.fromS(attributes[i + 1]));
    }
    return item;
  }
}
