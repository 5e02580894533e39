package dev.gramme.apps.incidents.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.apps.browser.Browser;
import dev.gramme.embedded.Gramme;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page after a restart of the system with the same data folder. */
@Tag("slow")
final class RestartTest {
  private static final String TITLES = "#rows tr td:nth-child(2)";
  private static final String REPORTED = "Reported before the restart";

  /** The position of the last user of the second account. */
  private static final String LAST = "3";

  /** Lets the page wait for the answer about its user. */
  private static final String HOLD_USER =
      """
      const send = fetch, released = new Promise(letGo => { window.letGo = letGo; });
      window.fetch = async (address, ...rest) => {
        if (address === '/api/me') await released;
        return send(address, ...rest);
      };
      """;

  @TempDir private Path folder;

  private Running started() throws Exception {
    return new Running(
        Gramme.open(folder), "--accounts", "2", "--users", "2", "--teams", "1", "--incidents", "3");
  }

  @Test
  void accounts_are_offered_after_a_restart_and_are_chosen_again() throws Exception {
    try (var browser = Browser.start()) {
      List<String> offered;
      try (var system = started()) {
        browser.open(system.uri());
        offered = browser.awaitTexts("#person option", options -> options.size() == 4);
        assertThat(offered)
            .containsExactly("Ana, Northwind", "Ben, Northwind", "Ana, Acme", "Ben, Acme");
        browser.choose("#person", LAST);
        browser.click("#new");
        browser.type("#detail input", REPORTED);
        browser.click("#detail form button");
        browser.awaitTexts("#detail h2", List.of(REPORTED)::equals);
      }
      try (var system = started()) {
        browser.open(system.uri());
        browser.awaitTexts("#person option", offered::equals);
        browser.choose("#person", LAST);
        browser.awaitTexts(TITLES, titles -> titles.contains(REPORTED));
        // A reload keeps the user.
        browser.open(system.uri());
        browser.awaitTexts(TITLES, titles -> titles.contains(REPORTED));
        assertThat(browser.run("return document.getElementById('person').value")).isEqualTo(LAST);
        // No form opens before the user's teams are known, since it would close when they are.
        browser.run(HOLD_USER);
        browser.choose("#person", "0");
        assertThat(browser.run("return document.getElementById('new').disabled")).isEqualTo(true);
        browser.run("window.letGo()");
        browser.click("#new");
        browser.awaitTexts("#detail h2", List.of("A new incident")::equals);
        // The other account has incidents of its own.
        browser.click("[data-view=account]");
        browser.awaitTexts(TITLES, titles -> titles.size() == 3 && !titles.contains(REPORTED));
        assertThat(browser.errors()).isEmpty();
      }
    }
  }
}
