package dev.gramme.conformance.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.apps.browser.Browser;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The map of partitions and the throttles by cause in the live view. */
@Tag("slow")
class ConsoleHeatTest {
  /** A table with one write unit has a burst of 300, which one item of this size exceeds. */
  private static final int LARGE = 390;

  private static String put(String key, int kilobytes) {
    return "{\"TableName\":\"narrow\",\"Item\":{\"pk\":{\"S\":\"%s\"},\"text\":{\"S\":\"%s\"}}}"
        .formatted(key, "x".repeat(kilobytes * 1024));
  }

  @Test
  void the_map_of_partitions_shows_their_heat_and_throttles_have_a_cause() throws Exception {
    try (var server = new ConsoleServer("--throttling=service");
        var browser = Browser.start()) {
      server.send(
          "CreateTable",
          """
          {"TableName":"narrow","KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],
           "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],
           "ProvisionedThroughput":{"ReadCapacityUnits":1,"WriteCapacityUnits":1}}
          """);
      server.createTable("wide", "S");
      for (int i = 0; i < 12; i++) {
        server.put("wide", "{\"pk\":{\"S\":\"key%d\"},\"sk\":{\"S\":\"1\"}}".formatted(i));
      }
      server.send("PutItem", put("first", LARGE));
      assertThat(server.status("PutItem", put("second", LARGE))).isEqualTo(400);

      browser.open(server.view("live"));
      browser.awaitElement(".partition-heat .map rect");
      assertThat(browser.texts(".causes tbody tr"))
          .containsExactly(
              "narrow writes: more than the provisioned throughput"
                  + " TableWriteProvisionedThroughputExceeded 1");
      assertThat(browser.texts(".ranges tbody tr").getFirst()).startsWith("0000 to ffff 0 391 ");

      browser.choose("[name=heat]", "[\"wide\",\"\"]");
      var ranges = browser.awaitTexts(".ranges tbody tr", rows -> rows.size() == 4);
      assertThat(ranges)
          .extracting(row -> row.substring(0, 12))
          .containsExactlyInAnyOrder(
              "0000 to 3fff", "4000 to 7fff", "8000 to bfff", "c000 to ffff");
      assertThat(ranges.stream().mapToInt(row -> Integer.parseInt(row.split(" ")[4])).sum())
          .isEqualTo(12);
      assertThat(browser.texts(".map line")).hasSize(4);
      assertThat(browser.errors()).isEmpty();
    }
  }

  @Tag("long")
  @Test
  void without_throttling_the_live_view_says_that_partitions_are_not_counted() throws Exception {
    try (var server = new ConsoleServer();
        var browser = Browser.start()) {
      server.createTable("shop", "S");
      server.put("shop", "{\"pk\":{\"S\":\"a\"},\"sk\":{\"S\":\"1\"}}");
      browser.open(server.view("live"));
      browser.awaitTexts(
          ".partition-heat .note",
          List.of(
                  "The server does not limit throughput, so it counts neither partitions nor"
                      + " throttles. Start it with --throttling=service to see them.")
              ::equals);
      assertThat(browser.texts(".map")).isEmpty();
      assertThat(browser.errors()).isEmpty();
    }
  }

  @Tag("long")
  @Test
  void a_throttled_request_is_sent_again_until_the_table_has_units() throws Exception {
    try (var server = new ConsoleServer("--throttling=service");
        var browser = Browser.start()) {
      server.send(
          "CreateTable",
          """
          {"TableName":"narrow","KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],
           "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],
           "ProvisionedThroughput":{"ReadCapacityUnits":100,"WriteCapacityUnits":1}}
          """);
      server.put("narrow", "{\"pk\":{\"S\":\"small\"}}");
      browser.open(server.view("table/narrow"));
      browser.click("[role=grid] tbody tr input");
      browser.click("[data-action=bulk-edit]");
      browser.type("[name=attribute]", "v");
      browser.type("[name=value]", "new");
      // The table then owes about two units, for which it takes as many seconds.
      server.send("PutItem", put("large", 301));
      browser.click("[data-action=execute]");
      browser.awaitTexts(".done", List.of("1")::equals);
      assertThat(browser.texts("dialog .error")).isEmpty();
      assertThat(server.item("narrow", "{\"pk\":{\"S\":\"small\"}}").at("/v/S").asText())
          .isEqualTo("new");
      assertThat(browser.errors()).anyMatch(line -> line.contains("a status of 400"));
    }
  }
}
