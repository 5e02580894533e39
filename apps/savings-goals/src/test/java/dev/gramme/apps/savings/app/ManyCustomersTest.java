package dev.gramme.apps.savings.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.apps.browser.Browser;
import dev.gramme.apps.savings.bank.Customers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.Keys;

/**
 * The page with 100,000 customers does the same as with 1,000: it has as many elements, sends as
 * many requests, and receives as many bytes.
 */
@Tag("slow")
@ExtendWith(SharedSystem.class)
final class ManyCustomersTest {
  private static final int FEW = SharedSystem.CUSTOMERS;
  private static final int MANY = 100_000;

  /**
   * The page after some steps.
   *
   * @param people the rows of the list
   * @param elements all elements of the page
   * @param requests for lists of customers since the page was opened
   * @param bytes of the answers
   */
  private record Load(List<String> people, double elements, double requests, double bytes) {}

  private static Load load(Browser browser) {
    String lists =
        "performance.getEntriesByType('resource').filter(one => one.name.includes('/customers?'))";
    return new Load(
        browser.texts("#people button"),
        browser.number("return document.querySelectorAll('*').length"),
        browser.number("return " + lists + ".length"),
        browser.number("return " + lists + ".reduce((sum, one) => sum + one.decodedBodySize, 0)"));
  }

  /** What the page loads at its start, for the next two pages, and for two searches. */
  private static List<Load> loads(RunningSystem system, Browser browser) {
    var loads = new ArrayList<Load>();
    browser.open(system.page());
    awaitFirst(browser, "p-00000001");
    loads.add(load(browser));
    for (String first : List.of("p-00000013", "p-00000025")) {
      browser.click("#more");
      awaitFirst(browser, first);
    }
    loads.add(load(browser));
    for (String search : List.of("silva", "gil rocha")) {
      // A new page, since the number of requests of a search depends on the speed of typing.
      browser.open(system.page());
      awaitFirst(browser, "p-00000001");
      browser.run(
          """
          const field = document.getElementById('search');
          field.value = arguments[0];
          field.dispatchEvent(new Event('input'));
          """,
          search);
      browser.awaitTexts(
          "#people button",
          people ->
              !people.isEmpty() && people.stream().allMatch(one -> lower(one).contains(search)));
      loads.add(load(browser));
    }
    return loads;
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  private static void awaitFirst(Browser browser, String person) {
    browser.awaitTexts(
        "#people button", people -> people.size() == 12 && people.getFirst().contains(person));
    // The first customer is shown, too.
    browser.awaitTexts("#asOf", texts -> !texts.getFirst().isEmpty());
  }

  @Tag("long")
  @Test
  void the_page_loads_and_shows_as_much_of_100_000_customers_as_of_1_000(RunningSystem system)
      throws Exception {
    try (var browser = Browser.start()) {
      browser.size(1400, 900);
      var few = loads(system, browser);
      assertThat(few).allSatisfy(load -> assertThat(load.bytes()).isPositive());

      try (var connection = system.connection()) {
        assertThat(Customers.invent(connection, MANY)).isEqualTo(MANY - FEW);
      }

      assertThat(loads(system, browser)).isEqualTo(few);
      // The last customer is there, and is found.
      browser.open(system.page());
      awaitFirst(browser, "p-00000001");
      browser.click("#search");
      browser.press("p-00100000");
      browser.awaitTexts("#people button", people -> people.size() == 1);
      browser.press(Keys.ARROW_DOWN, Keys.ENTER);
      browser.awaitTexts(
          "#people button[aria-current]", people -> people.toString().contains("p-00100000"));
      // No batch has run, so the goals are answered with 404.
      assertThat(browser.errors()).allMatch(error -> error.contains("status of 404"));
    }
  }
}
