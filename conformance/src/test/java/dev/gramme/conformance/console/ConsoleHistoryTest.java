package dev.gramme.conformance.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.auth.identity.IdentitiesFile;
import dev.gramme.auth.identity.IdentitiesFile.Credentials;
import dev.gramme.server.admin.PrivateFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The history of an item by point-in-time recovery alone, and the partitions of a read. */
@Tag("slow")
class ConsoleHistoryTest extends ConsoleInBrowser {
  private static final Credentials KEY = new Credentials("AKIDCONSOLE", "secret");
  private static final String POLICY =
      """
      {"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"*","Resource":"*"}]}
      """;

  @Override
  ConsoleServer startServer() throws Exception {
    return new ConsoleServer("--movable-clock", "--admin-port=0");
  }

  @Override
  String expectedErrors() {
    return "the server responded with a status of 40[01]";
  }

  private void put(String table, int sk, String value) throws Exception {
    server.put(
        table,
        "{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"%d\"},\"v\":{\"S\":\"%s\"}}".formatted(sk, value));
  }

  private String value(String table, int sk) throws Exception {
    return server
        .item(table, "{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"%d\"}}".formatted(sk))
        .at("/v/S")
        .asText("none");
  }

  /** Writes other items until the log has many changes. */
  private void putOthers(String table, int count) throws Exception {
    for (int from = 0; from < count; from += 25) {
      String puts =
          IntStream.range(from, from + 25)
              .mapToObj(
                  "{\"PutRequest\":{\"Item\":{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"-%d\"}}}}"
                      ::formatted)
              .collect(Collectors.joining(","));
      server.send("BatchWriteItem", "{\"RequestItems\":{\"%s\":[%s]}}".formatted(table, puts));
    }
  }

  @Tag("long")
  @Test
  void with_recovery_alone_an_items_history_reaches_back_weeks_and_its_last_change_is_undone()
      throws Exception {
    server.createTable("kept", "N");
    server.enableRecovery("kept");
    put("kept", 1, "first");
    server.advance(Duration.ofDays(20));
    put("kept", 1, "second");
    put("kept", 2, "other");
    browser.open(server.view("table/kept", "mode", "query", "pk", "a", "sk", "1"));
    browser.click("[role=grid] .cell");
    browser.click("[data-action=history]");
    browser.awaitTexts(".history tr.change ins", List.of("second", "first")::equals);
    browser.awaitTexts(".history tr.change del", List.of("first")::equals);
    assertThat(browser.texts("main section .note"))
        .anyMatch(note -> note.startsWith("Changes are read from the table's stream"));
    assertThat(browser.text(".history-count")).startsWith("2 changes of 3 records, since ");
    assertThat(browser.violations()).isEmpty();

    browser.click(".history tr.change:last-child [data-action=undo]");
    browser.awaitTexts(
        ".history .error", texts -> texts.getFirst().contains("has changed again since"));
    assertThat(value("kept", 1)).isEqualTo("second");
    browser.click(".history tr.change:first-child [data-action=undo]");
    browser.awaitTexts(".history tr.change ins", List.of("first", "second", "first")::equals);
    browser.awaitTexts(".history .undone", List.of("The change of a \u00b7 1 is undone.")::equals);
    assertThat(value("kept", 1)).isEqualTo("first");

    // The history of another item, also of a deleted one.
    server.send(
        "DeleteItem",
        "{\"TableName\":\"kept\",\"Key\":{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"2\"}}}");
    browser.type("[name='key.sk']", "2.0");
    browser.click("[data-action=read-history]");
    browser.awaitTexts(".history tr.change .what", List.of("deleted", "added")::equals);
    browser.click(".history tr.change:first-child [data-action=undo]");
    browser.awaitTexts(".history tr.change .what", List.of("added", "deleted", "added")::equals);
    assertThat(value("kept", 2)).isEqualTo("other");
    browser.type("[name='key.sk']", "two");
    browser.click("[data-action=read-history]");
    browser.awaitTexts(".history .error", texts -> texts.toString().contains("sk: "));
  }

  @Tag("long")
  @Test
  void a_long_log_is_read_in_parts_with_progress_and_can_be_stopped_and_continued()
      throws Exception {
    server.createTable("long", "N");
    server.enableRecovery("long");
    put("long", 1, "early");
    putOthers("long", 10_000);
    put("long", 1, "late");
    browser.open(server.view("table/long", "tab", "time"));
    // The second part waits.
    browser.run(
        """
        const send = window.fetch;
        window.parts = 0;
        window.fetch = (address, options) => String(address).includes('/live/history') && ++window.parts === 2
          ? new Promise((resolve, reject) => {
              window.release = () => resolve(send(address, options));
              options.signal.addEventListener('abort', () => reject(options.signal.reason));
            }) : send(address, options);
        """);
    browser.type("[name='key.pk']", "a");
    browser.type("[name='key.sk']", "1");
    browser.click("[data-action=read-history]");
    browser.awaitTexts(".history tr.change ins", List.of("late")::equals);
    browser.awaitTexts(".history .busy", List.of("Reading\u2026 10,000 records")::equals);
    browser.click("[data-action=stop-history]");
    browser.awaitTexts(".history-count", List.of("1 change of 10,000 records")::equals);
    browser.click("[data-action=read-on]");
    browser.awaitTexts(".history tr.change ins", List.of("late", "early")::equals);
    assertThat(browser.text(".history-count")).startsWith("2 changes of 10,002 records, since ");
    assertThat(browser.number("return window.parts")).isEqualTo(3);
  }

  @Tag("long")
  @Test
  void with_identities_the_history_needs_the_admin_token(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("identities.json");
    var identities = IdentitiesFile.empty("000000000000").add("alice", KEY, Optional.of(POLICY));
    PrivateFile.write(file, identities.json());
    try (var guarded = new ConsoleServer("--identities=" + file)) {
      browser.open(guarded.view(""));
      browser.type("[name=accessKey]", KEY.id());
      browser.type("[name=secretKey]", KEY.secret());
      browser.click("dialog [type=submit]");
      browser.awaitTexts("dialog", List::isEmpty);
      Object made =
          browser.run(
              """
              return import('/console/api.js').then(async ({call}) => {
                await call('CreateTable', {TableName: 'guarded', BillingMode: 'PAY_PER_REQUEST',
                  KeySchema: [{AttributeName: 'pk', KeyType: 'HASH'}],
                  AttributeDefinitions: [{AttributeName: 'pk', AttributeType: 'S'}]});
                await call('UpdateContinuousBackups', {TableName: 'guarded',
                  PointInTimeRecoverySpecification: {PointInTimeRecoveryEnabled: true}});
                await call('PutItem', {TableName: 'guarded', Item: {pk: {S: 'a'}, v: {S: 'secret'}}});
                return 'made';
              });
              """);
      assertThat(made).isEqualTo("made");
      browser.open(guarded.view("table/guarded", "tab", "time", "item", "{\"pk\":{\"S\":\"a\"}}"));
      browser.type("[name=token]", "wrong");
      browser.press("\n");
      browser.awaitTexts("[name=token]", fields -> fields.size() == 1);
      assertThat(browser.texts("tr.change")).isEmpty();
      browser.type("[name=token]", guarded.adminToken());
      browser.press("\n");
      browser.awaitTexts(".history tr.change ins", List.of("secret")::equals);
    }
  }

  @Test
  void a_link_with_a_wrong_key_shows_the_empty_form() throws Exception {
    server.createTable("linked", "N");
    server.enableRecovery("linked");
    for (String key : List.of("7", "{\"pk\":5}", "{\"pk\":{\"X\":1}}", "[", "null")) {
      browser.open(server.view("table/linked", "tab", "time", "item", key));
      browser.awaitElement("[data-action=read-history]:enabled");
      assertThat(browser.value("[name='key.pk']")).isEmpty();
      assertThat(browser.texts("main .error")).as(key).isEmpty();
    }
  }

  @Test
  void a_result_shows_which_partitions_it_has_read() throws Exception {
    try (var limited = new ConsoleServer("--throttling=service")) {
      limited.createTable("spread", "S");
      for (int i = 0; i < 40; i++) {
        limited.put("spread", "{\"pk\":{\"S\":\"key%d\"},\"sk\":{\"S\":\"1\"}}".formatted(i));
      }
      browser.open(limited.view("table/spread"));
      browser.awaitTexts(
          ".touched",
          List.of(
                  "Partitions: 4 of 4, with the hashes 0000 to 3fff; 4000 to 7fff; 8000 to bfff;"
                      + " c000 to ffff.")
              ::equals);
      browser.open(limited.view("table/spread", "mode", "query", "pk", "key7"));
      String one =
          "Partitions: 1 of 4, with the hashes (0000 to 3|4000 to 7|8000 to b|c000 to f)fff.";
      browser.awaitTexts(".touched", texts -> texts.size() == 1 && texts.getFirst().matches(one));

      // 25 of 40 items are in the first partitions only, and the next page begins where they end.
      browser.open(limited.view("table/spread", "limit", "25"));
      browser.awaitTexts(
          ".touched",
          texts ->
              texts.size() == 1 && texts.getFirst().matches("Partitions: [123] of 4.* 0000 to .*"));
      browser.click("[data-action=next]:enabled");
      browser.awaitTexts(
          ".touched",
          texts ->
              texts.size() == 1
                  && texts.getFirst().matches("Partitions: [123] of 4.*c000 to ffff\\."));

      browser.open(limited.view("partiql", "s", "SELECT * FROM spread WHERE pk = 'key7'"));
      browser.awaitTexts(
          ".touched",
          texts ->
              texts.size() == 1
                  && texts
                      .getFirst()
                      .matches(
                          one.replace("Partitions", "Partitions of all pages of the statement")));
      browser.open(limited.view("partiql", "s", "SELECT * FROM spread"));
      browser.awaitTexts(
          ".touched",
          texts -> texts.size() == 1 && texts.getFirst().contains("the statement: 4 of 4, "));
      assertThat(browser.violations()).isEmpty();
    }
    server.createTable("calm", "N");
    put("calm", 1, "x");
    browser.open(server.view("table/calm"));
    browser.awaitTexts(
        ".touched",
        texts ->
            texts.size() == 1
                && texts
                    .getFirst()
                    .endsWith(
                        "The server does not limit throughput; the service has these partitions"
                            + " before any traffic."));
  }

  @Tag("long")
  @Test
  void the_history_and_the_partitions_of_a_fork_are_its_own() throws Exception {
    try (var forked = new ConsoleServer()) {
      forked.createTable("both", "N");
      forked.enableRecovery("both");
      assertThat(forked.post("/console/live/forks", "{\"name\":\"fork-1\"}")).isEqualTo(200);
      String item = "{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"1\"},\"v\":{\"S\":\"%s\"}}";
      forked.put("both", item.formatted("original"));
      forked.sendTo(
          "fork-1",
          "PutItem",
          "{\"TableName\":\"both\",\"Item\":%s}".formatted(item.formatted("copy")));
      String key = "{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"1\"}}";
      browser.open(forked.view("table/both", "tab", "time", "item", key));
      browser.awaitTexts(".history tr.change ins", List.of("original")::equals);
      browser.replaceTab();
      browser.open(forked.view("table/both", "tab", "time", "item", key, "region", "fork-1"));
      browser.awaitTexts(".history tr.change ins", List.of("copy")::equals);
    }
  }
}
