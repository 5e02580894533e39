package dev.gramme.apps.savings.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.gramme.apps.browser.Browser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command in a process of its own, as a user starts it. */
@Tag("long")
final class NormalStartTest {
  private static final String LOADS = "The batch loads: (\\d+) of 16 parts\\.";

  @TempDir private Path folder;

  private static boolean contains(Path log, String text) {
    try {
      return Files.exists(log) && Files.readString(log).contains(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits longer than a browser does, since Spark takes its time on a busy machine. */
  private static void untilPhase(Browser browser, String pattern) {
    Waiting.until(
        "the page shows " + pattern,
        RunningSystem.LONG,
        () -> browser.text("#phase").matches(pattern));
  }

  /** The processes of the system according to its health. */
  private static List<ProcessHandle> processes(URI page) throws Exception {
    var processes = new ArrayList<ProcessHandle>();
    try (var http = HttpClient.newHttpClient()) {
      var answer =
          http.send(
              HttpRequest.newBuilder(page.resolve("/health")).build(), BodyHandlers.ofString());
      for (var one : new JsonMapper().readTree(answer.body()).path("processes")) {
        ProcessHandle.of(one.path("pid").asLong()).ifPresent(processes::add);
      }
    }
    return processes;
  }

  @Test
  void the_first_batch_runs_by_itself_and_shows_its_progress_on_the_page() throws Exception {
    int port = Ports.free();
    Path log = folder.resolve("main.log");
    var page = URI.create("http://127.0.0.1:" + port + "/");
    List<ProcessHandle> processes;
    try (var browser = Browser.start();
        // The low rate lets the load take at least ten seconds.
        var main =
            ChildJvm.start(
                log,
                "-Xmx256m",
                Main.class.getName(),
                "--port",
                "" + port,
                "--data",
                folder.resolve("data").toString(),
                "--customers",
                "20",
                "--writes-per-second",
                "2",
                "--batch",
                Path.of("../savings-goals-batch").toAbsolutePath().normalize().toString())) {
      browser.size(1400, 900);
      Waiting.until(
          "the system serves",
          RunningSystem.LONG,
          main.process(),
          () -> contains(log, "savings goals  " + page));
      browser.open(page);
      browser.awaitTexts("#phase", texts -> texts.getFirst().startsWith("The batch "));
      browser.awaitElement("#progress");
      untilPhase(browser, LOADS);
      assertThat(browser.number("return Number(document.getElementById('progress').ariaValueNow)"))
          .isBetween(40.0, 100.0);
      assertThat(browser.run("return document.getElementById('batch').disabled")).isEqualTo(true);
      untilPhase(browser, "The last batch run ended .*");
      browser.awaitTexts("#goals .goal", goals -> !goals.isEmpty());
      assertThat(browser.run("return document.getElementById('progress').hidden")).isEqualTo(true);
      assertThat(browser.run("return document.getElementById('batch').disabled")).isEqualTo(false);
      assertThat(browser.errors()).allMatch(error -> error.contains("status of 404"));
      processes = processes(page);
      assertThat(processes).hasSize(4).allMatch(ProcessHandle::isAlive);
    }
    // The end of the command ends its servers and its consumer.
    for (var process : processes) {
      assertThat(process.onExit()).succeedsWithin(RunningSystem.LONG);
    }
  }
}
