package dev.gramme.conformance.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.apps.browser.Browser;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Forks of the whole database in the console. */
@Tag("slow")
class ConsoleForkTest {
  @TempDir private Path folder;

  @Test
  void the_database_is_forked_and_the_fork_is_looked_at_and_removed() throws Exception {
    try (var server = new ConsoleServer("--throttling=service");
        var browser = Browser.start()) {
      server.createTable("shop", "S");
      server.put("shop", "{\"pk\":{\"S\":\"a\"},\"sk\":{\"S\":\"1\"}}");
      browser.open(server.view(""));
      browser.type("[name=fork]", "Not Valid");
      browser.click("[data-action=fork]:enabled");
      assertThat(browser.text(".forks .error")).contains("lowercase letters, digits and hyphens");
      browser.type("[name=fork]", "trial");
      browser.click("[data-action=fork]:enabled");
      browser.awaitTexts(".forks li strong", List.of("trial")::equals);
      assertThat(browser.violations()).isEmpty();
      server.put("shop", "{\"pk\":{\"S\":\"a\"},\"sk\":{\"S\":\"only in the original\"}}");
      server.sendTo(
          "trial",
          "PutItem",
          "{\"TableName\":\"shop\",\"Item\":{\"pk\":{\"S\":\"f\"},\"sk\":{\"S\":\"only in the fork\"}}}");

      browser.click("[data-action=look]");
      browser.awaitTexts(".forkline strong", List.of("trial")::equals);
      browser.click("main tbody th a");
      browser.awaitTexts(".count", List.of("2 items")::equals);
      assertThat(browser.texts("[role=grid] tbody td:nth-child(3)"))
          .containsExactlyInAnyOrder("1", "only in the fork");
      // The address has the region and the open item, and so has the history.
      browser.click("[role=grid] tbody tr:nth-child(1) .cell");
      String title = browser.text("dialog h2");
      var address = URI.create(String.valueOf(browser.run("return location.href")));
      browser.click("dialog .close");
      browser.click(".builder [type=submit]");
      browser.reloadAt(server.view("table/shop"));
      browser.awaitTexts(
          "[role=grid] tbody td:nth-child(3)",
          all -> all.equals(List.of("1", "only in the original")));
      browser.open(address);
      browser.awaitTexts(".forkline strong", List.of("trial")::equals);
      browser.awaitTexts("dialog h2", List.of(title)::equals);
      browser.click("dialog .close");
      browser.click("nav a[href*=saved]");
      browser.awaitTexts("main .lines li .note", notes -> notes.contains("in trial"));
      browser.open(server.view("live", "region", "trial"));
      var ranges = browser.awaitTexts(".ranges tbody tr", rows -> rows.size() == 4);
      assertThat(ranges.stream().mapToInt(row -> Integer.parseInt(row.split(" ")[4])).sum())
          .as("the write units of the fork")
          .isOne();
      browser.click("[data-action=leave-fork]");
      browser.awaitTexts(".forkline", List::isEmpty);
      browser.click("main tbody th a");
      browser.awaitTexts(
          "[role=grid] tbody td:nth-child(3)",
          all -> all.equals(List.of("1", "only in the original")));

      browser.open(server.view(""));
      browser.click("[data-action=remove-fork]");
      browser.awaitElement("dialog [data-action=confirm]:disabled");
      browser.type("dialog [name=confirm]", "trial");
      browser.click("dialog [data-action=confirm]:enabled");
      browser.awaitTexts(".forks li", List::isEmpty);
      assertThat(server.get("/console/live/forks").body()).isEqualTo("{\"Forks\":[]}");
      browser.open(address);
      browser.awaitTexts(".forkline", texts -> texts.toString().contains("There is no such fork."));
      assertThat(browser.errors())
          .filteredOn(line -> !line.contains("the server responded with a status of 400"))
          .isEmpty();
    }
  }

  @Tag("long")
  @Test
  void a_server_with_its_data_on_disk_says_that_it_has_no_forks() throws Exception {
    try (var server = ConsoleServer.in(folder.resolve("data"));
        var browser = Browser.start()) {
      browser.open(server.view(""));
      browser.awaitTexts(
          ".forks .note",
          List.of(
                  "This server has no forks: only a server with --in-memory can fork its"
                      + " databases.")
              ::equals);
      assertThat(browser.errors()).isEmpty();
    }
  }

  @Test
  void a_fork_can_only_be_made_from_this_machine_and_by_the_consoles_own_page() throws Exception {
    try (var server = new ConsoleServer()) {
      String body = "{\"name\":\"x\"}";
      assertThat(server.post("/console/live/forks", body, "X-Forwarded-For", "192.0.2.1"))
          .isEqualTo(401);
      assertThat(server.post("/console/live/forks", body, "Origin", "http://example.com"))
          .isEqualTo(403);
      assertThat(server.post("/console/live/metrics", body)).isEqualTo(405);
      assertThat(server.post("/console/live/forks", "{\"name\":\"us-east-1\"}")).isEqualTo(400);
      for (int i = 0; i < 8; i++) {
        assertThat(server.post("/console/live/forks", "{\"name\":\"fork-%d\"}".formatted(i)))
            .isEqualTo(200);
      }
      assertThat(server.post("/console/live/forks", "{\"name\":\"fork-8\"}")).isEqualTo(400);
    }
  }
}
