package dev.gramme.conformance.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.gramme.apps.browser.Browser;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The functions of a table's stream in the console. */
@Tag("slow")
class ConsoleFunctionsTest {
  private static String createStreamed(ConsoleServer server, String name) throws Exception {
    server.createTable(name, "S");
    return server
        .send(
            "UpdateTable",
            """
            {"TableName":"%s",
             "StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_AND_OLD_IMAGES"}}
            """
                .formatted(name))
        .at("/TableDescription/LatestStreamArn")
        .asText();
  }

  @Test
  void the_functions_of_a_stream_are_shown_with_their_state_and_cannot_be_changed_there()
      throws Exception {
    var received = new LinkedBlockingQueue<String>();
    var function = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    function.createContext(
        "/",
        exchange -> {
          received.add(
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    function.start();
    try (var server = new ConsoleServer("--functions", "--admin-port=0");
        var browser = Browser.start()) {
      String arn = createStreamed(server, "orders");
      createStreamed(server, "others");
      String address = "http://127.0.0.1:" + function.getAddress().getPort() + "/";
      assertThat(
              server.admin(
                  "PUT",
                  "/functions/mailer",
                  "{\"EventSourceArn\":\"%s\",\"StartingPosition\":\"TRIM_HORIZON\",\"Endpoint\":\"%s\"}"
                      .formatted(arn, address)))
          .isEqualTo(200);
      server.put("orders", "{\"pk\":{\"S\":\"a\"},\"sk\":{\"S\":\"1\"}}");
      assertThat(received.poll(30, TimeUnit.SECONDS)).contains("INSERT");

      browser.open(server.view("table/orders", "tab", "stream"));
      browser.awaitTexts(
          ".functions tbody tr",
          rows -> rows.equals(List.of("mailer Enabled " + address + " 1 0 1 0 0 ms")));
      assertThat(browser.text(".functions .shards")).matches("The stream has \\d+ open shards?\\.");
      browser.open(server.view("table/others", "tab", "stream"));
      browser.awaitTexts(
          ".functions .note", notes -> notes.contains("No function is bound to the stream."));
      assertThat(browser.errors()).isEmpty();

      // The page cannot change functions, and no other machine can read them.
      assertThat(server.post("/console/live/functions", "{}")).isEqualTo(405);
      assertThat(server.get("/console/live/functions", "X-Forwarded-For", "192.0.2.1").statusCode())
          .isEqualTo(401);
    } finally {
      function.stop(0);
    }
  }

  @Tag("long")
  @Test
  void a_stream_is_read_over_all_pages_of_its_shards_after_a_pause_and_after_an_hour_of_sleep()
      throws Exception {
    try (var server = new ConsoleServer("--movable-clock", "--admin-port=0");
        var browser = Browser.start()) {
      createStreamed(server, "paged");
      browser.open(server.view(""));
      browser.awaitElement("h1");
      // Each page of the list of shards has one shard.
      browser.run(
          """
          const send = window.fetch;
          window.fetch = (address, options) => {
            const isList = options?.headers?.['x-amz-target']?.endsWith('DescribeStream');
            const body = isList ? JSON.stringify({...JSON.parse(options.body), Limit: 1}) : options?.body;
            return send(address, {...options, body});
          };
          location.hash = '#/table/paged?tab=stream';
          """);
      browser.awaitTexts(
          "main .title .note",
          notes -> notes.contains("Reading once a second \u00b7 the last 0 records"));
      put(server, "first", 10);
      browser.awaitTexts(".record strong", records -> records.size() == 10);

      browser.click("[data-action=pause]");
      put(server, "paused", 10);
      // The iterators of the shards are then too old.
      assertThat(server.admin("POST", "/clock", "{\"advance\":\"PT1H\"}")).isEqualTo(200);
      browser.click("[data-action=pause]");
      browser.awaitTexts(".record strong", records -> records.size() == 20);
      put(server, "last", 10);
      browser.awaitTexts(".record strong", records -> records.size() == 30);
      assertThat(browser.texts("main .error")).isEmpty();
      assertThat(browser.errors()).allMatch(line -> line.contains("a status of 400"));
    }
  }

  private static void put(ConsoleServer server, String name, int items) throws Exception {
    for (int i = 0; i < items; i++) {
      server.put("paged", "{\"pk\":{\"S\":\"%s%d\"},\"sk\":{\"S\":\"1\"}}".formatted(name, i));
    }
  }
}
