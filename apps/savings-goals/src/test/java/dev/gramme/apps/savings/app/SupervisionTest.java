package dev.gramme.apps.savings.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.apps.browser.Browser;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The first batch runs by itself, and processes that are killed are started again. */
@Tag("long")
final class SupervisionTest {
  private static final String SAVINGS = "SAVINGS_ACCOUNT";

  @TempDir private Path folder;

  private static void untilRestarted(RunningSystem system, String name) {
    Waiting.until(name + " is restarted", RunningSystem.LONG, () -> isRestarted(system, name));
  }

  private static boolean isRestarted(RunningSystem system, String name) {
    try {
      var process = system.process(name);
      return process.path("restarts").asInt() == 1 && process.path("running").asBoolean();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static void kill(RunningSystem system, String name) throws Exception {
    long pid = system.process(name).path("pid").asLong();
    assertThat(ProcessHandle.of(pid).orElseThrow().destroyForcibly()).isTrue();
  }

  @Test
  void the_first_batch_shows_its_progress_and_killed_processes_come_back() throws Exception {
    try (var system = new RunningSystem(folder, 20);
        var browser = Browser.start()) {
      system.superviseConsumer();
      browser.size(1400, 900);
      browser.open(system.page());
      browser.awaitTexts("#phase", texts -> texts.getFirst().startsWith("No batch has run"));

      system.application().batches().startFirst();
      browser.awaitElement("#progress");
      browser.awaitTexts("#phase", texts -> texts.getFirst().startsWith("The batch"));
      browser.screenshot(Path.of("target/first-batch.png"));
      Waiting.until(
          "the first batch has run",
          RunningSystem.LONG,
          () -> browser.text("#phase").startsWith("The last batch run ended"));
      browser.awaitTexts("#goals .goal", goals -> goals.size() == 3);
      system.application().batches().startFirst();
      assertThat(system.ask("/batch").body()).contains("\"phase\":\"LOADED\"");

      browser.open(system.page().resolve("/status"));
      browser.awaitTexts("#processes .running", running -> running.size() == 4);
      for (String name : List.of("stream consumer", "Gramme", "Kafka", "PostgreSQL")) {
        kill(system, name);
        untilRestarted(system, name);
      }
      browser.awaitTexts(
          "#processes .running",
          running -> running.stream().filter(one -> one.contains("restarted once")).count() == 4);
      // Answers with 404 before the first batch and 503 while a process is restarted are expected.
      assertThat(browser.errors())
          .allMatch(error -> error.contains("status of 404") || error.contains("status of 503"));
      browser.size(390, 844);
      assertThat(browser.isWiderThanItsWindow()).isFalse();
      browser.screenshot(Path.of("target/status-390.png"));
      assertThat(system.ask("/health").statusCode()).isEqualTo(200);

      // Whatever had to be started again, a deposit is shown.
      system.deposit("p-00000001", SAVINGS, "20.00");
      system.untilGoal("p-00000001", SAVINGS, "PENDING_CONFIRMATION 20");
    }
  }
}
