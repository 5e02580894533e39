package dev.gramme.conformance.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.apps.browser.Browser;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/**
 * Tests of the console in a browser. Each class has a server and a browser of its own, so classes
 * do not depend on each other and run in parallel. Browsers that several classes use would save
 * only 4 % of the processor time, measured with nine classes in November 2026.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ConsoleInBrowser {
  /** For tests none of whose requests may fail. */
  static final String NONE = "(?!)";

  ConsoleServer server;
  Browser browser;

  @BeforeAll
  void start() throws Exception {
    server = startServer();
    try {
      browser = Browser.start();
    } catch (RuntimeException e) {
      server.close();
      throw e;
    }
  }

  /** The server of this class. */
  ConsoleServer startServer() throws Exception {
    return new ConsoleServer();
  }

  @AfterAll
  void stop() throws Exception {
    browser.close();
    server.close();
  }

  /** A pattern that is found in the lines that these tests may leave in the browser's log. */
  String expectedErrors() {
    return "the server responded with a status of 400";
  }

  /**
   * Violations of the policy and failed scripts are errors; refused requests are part of a test.
   */
  @AfterEach
  void the_log_has_no_error() {
    var expected = Pattern.compile(expectedErrors()).asPredicate();
    assertThat(browser.errors()).filteredOn(expected.negate()).isEmpty();
  }
}
