package dev.gramme.apps.incidents.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.apps.browser.Browser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the page in a browser. Screenshots are in {@code target/pictures}. */
@Tag("slow")
final class PageTest {
  private static final String TITLES = "#rows tr td:nth-child(2)";

  @Test
  void incidents_are_listed_paged_read_reported_and_resolved_and_the_user_on_call_is_shown()
      throws Exception {
    Path pictures = Files.createDirectories(Path.of("target", "pictures"));
    try (var system = new Running("--accounts", "1", "--incidents", "50");
        var browser = Browser.start()) {
      browser.open(system.uri());
      browser.awaitTexts(TITLES, titles -> !titles.isEmpty());
      browser.click("[data-view=teams]");
      browser.awaitElement("[data-view=teams][aria-selected=true]");
      List<String> first = browser.awaitTexts(TITLES, titles -> titles.size() == 10);
      browser.picture(pictures.resolve("list.png"));
      browser.click("#older");
      List<String> both = browser.awaitTexts(TITLES, titles -> titles.size() > 10);
      assertThat(both.subList(0, 10)).isEqualTo(first);
      assertThat(browser.texts("#rows tr td.number")).doesNotHaveDuplicates();

      browser.click("#new");
      browser.type("#detail input", "The coffee machine is down");
      browser.type("#detail textarea", "It says: no beans.");
      browser.click("#detail form button");
      assertThat(browser.text("#detail pre")).isEqualTo("It says: no beans.");
      assertThat(browser.text("#detail h2")).isEqualTo("The coffee machine is down");
      browser.click("[data-view=mine]");
      browser.awaitTexts(TITLES, titles -> titles.contains("The coffee machine is down"));
      browser.picture(pictures.resolve("details.png"));
      browser.click("#detail .bar:nth-of-type(2) button:last-child");
      browser.awaitTexts("#detail .status", status -> status.equals(List.of("resolved")));
      browser.awaitTexts(TITLES, titles -> !titles.contains("The coffee machine is down"));
      browser.click("[data-state=CLOSED]");
      browser.awaitTexts(TITLES, titles -> titles.contains("The coffee machine is down"));

      browser.click("[data-view=oncall]");
      browser.awaitTexts("#calls tr", calls -> calls.size() == 6);
      browser.click("#calls tr");
      browser.awaitTexts("#detail tr", times -> times.size() >= 6);
      browser.picture(pictures.resolve("oncall.png"));
      assertThat(browser.errors()).isEmpty();
    }
  }
}
