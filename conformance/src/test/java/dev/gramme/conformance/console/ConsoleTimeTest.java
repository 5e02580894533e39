package dev.gramme.conformance.console;

import static dev.gramme.conformance.console.ConsoleServer.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.testkit.Eventually;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Earlier states of a table in the console, and the undoing of changes. */
@Tag("slow")
class ConsoleTimeTest extends ConsoleInBrowser {
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

  @Test
  void the_latest_copy_of_a_table_is_compared_and_its_later_changes_are_undone() throws Exception {
    server.createTable("past", "N");
    browser.open(server.view("table/past", "tab", "time"));
    browser.click("[data-action=recovery]");
    browser.awaitElement("[data-action=copy]");
    put("past", 1, "old");
    put("past", 2, "old");
    put("past", 3, "old");
    browser.click("[data-action=copy]:enabled");
    browser.awaitElement("[data-action=compare]:enabled");
    put("past", 1, "new");
    put("past", 4, "new");
    server.send(
        "DeleteItem",
        "{\"TableName\":\"past\",\"Key\":{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"2\"}}}");

    browser.click("[data-action=compare]");
    browser.awaitTexts(".differing", List.of("3 items differ")::equals);
    assertThat(browser.texts("tr.change"))
        .containsExactlyInAnyOrder(
            "a · 1 changed\nv: old new", "a · 4 added\nv: new", "a · 2 deleted\nv: old");
    // An item that changes again after it was compared keeps that change.
    put("past", 4, "newest");
    browser.click("[data-action=undo-all]");
    assertThat(browser.text("dialog .dry"))
        .startsWith("3 changes would be undone with about 3 write units, ");
    assertThat(value("past", 1)).isEqualTo("new");
    assertThat(browser.violations()).isEmpty();
    browser.click("[data-action=confirm-undo]");
    browser.awaitTexts(
        ".undone",
        List.of("2 changes undone. 1 item had changed since and stayed. 2 write units.")::equals);
    browser.awaitTexts(".differing", List.of("1 item differs")::equals);
    assertThat(value("past", 1)).isEqualTo("old");
    assertThat(value("past", 2)).isEqualTo("old");
    assertThat(value("past", 4)).isEqualTo("newest");
    browser.click("dialog .close");
    String copy = browser.text("[aria-label=Copies] th[scope=row]");
    browser.click("[data-action=delete-copy]:enabled");
    browser.awaitElement("dialog [data-action=confirm]:disabled");
    browser.type("dialog [name=confirm]", "past");
    browser.awaitElement("dialog [data-action=confirm]:disabled");
    browser.type("dialog [name=confirm]", copy);
    browser.click("dialog [data-action=confirm]:enabled");
    browser.awaitTexts("[data-action=compare]", List::isEmpty);
    browser.awaitTexts("dialog", List::isEmpty);
  }

  @Test
  void a_table_as_of_an_earlier_second_is_a_copy_with_the_items_of_that_second() throws Exception {
    try (var timed = new ConsoleServer("--movable-clock", "--admin-port=0")) {
      timed.createTable("timed", "N");
      timed.send(
          "UpdateContinuousBackups",
          """
          {"TableName":"timed",
           "PointInTimeRecoverySpecification":{"PointInTimeRecoveryEnabled":true}}
          """);
      String item = "{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"1\"},\"v\":{\"S\":\"%s\"}}";
      timed.put("timed", item.formatted("first"));
      timed.advance(Duration.ofMinutes(10));
      timed.put("timed", item.formatted("second"));
      timed.advance(Duration.ofMinutes(10));
      var second = Instant.now().plus(Duration.ofMinutes(20)).truncatedTo(ChronoUnit.SECONDS);
      timed.advance(Duration.ofMinutes(10));
      timed.put("timed", item.formatted("third"));
      timed.advance(Duration.ofMinutes(10));

      browser.open(timed.view("table/timed", "tab", "time"));
      browser.type("[name=when]", "noon");
      browser.click("[data-action=copy]:enabled");
      browser.awaitTexts(
          "main .error", texts -> texts.toString().contains("\"noon\" is not a time such as "));
      String typed = second.toString().replace("Z", "");
      browser.type("[name=when]", typed);
      browser.click("[data-action=copy]:enabled");
      browser.click("[data-action=compare]:enabled");
      browser.awaitTexts("tr.change", List.of("a \u00b7 1 changed\nv: second third")::equals);
      browser.click("dialog .close");
      assertThat(browser.texts("[aria-label=Copies] tbody tr"))
          .singleElement(InstanceOfAssertFactories.STRING)
          .startsWith(
              "timed-as-of-%s %s UTC ACTIVE"
                  .formatted(typed.replaceAll("[-:]", ""), typed.replace('T', ' ')));
    }
  }

  @Tag("long")
  @Test
  void an_undo_of_many_differences_shows_its_progress_and_stops_and_unseen_ones_are_named()
      throws Exception {
    server.createTable("many", "N");
    server.createTable("many-as-of-20260101T000000", "N");
    for (int from = 0; from < 525; from += 25) {
      String puts =
          IntStream.range(from, from + 25)
              .mapToObj(
                  "{\"PutRequest\":{\"Item\":{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"%d\"}}}}"
                      ::formatted)
              .collect(Collectors.joining(","));
      server.send("BatchWriteItem", "{\"RequestItems\":{\"many\":[%s]}}".formatted(puts));
    }
    browser.open(server.view("table/many", "tab", "time"));
    browser.click("[data-action=compare]:enabled");
    browser.awaitTexts(".differing", List.of("525 items differ")::equals);
    browser.awaitTexts("[data-action=undo-all]", List.of("Undo 500 changes\u2026")::equals);
    browser.click("[data-action=undo-all]");
    browser.awaitElement("[data-action=confirm-undo]");
    assertThat(browser.texts(".hidden-changes")).isEmpty();
    browser.click("[data-action=choose-all]");
    browser.awaitTexts(".hidden-changes", List.of("25 of them are not in the list above.")::equals);
    // After eight deletions, the others wait.
    browser.run(
        """
        const send = window.fetch;
        window.deletions = 0;
        window.waiting = [];
        window.fetch = (address, options) => options?.headers?.['x-amz-target']?.endsWith('DeleteItem') && ++window.deletions > 8
          ? new Promise(resolve => window.waiting.push(() => resolve(send(address, options)))) : send(address, options);
        """);
    browser.click("[data-action=confirm-undo]");
    Eventually.holds(
        "four deletions wait", () -> browser.number("return window.waiting.length") == 4);
    browser.awaitElement("progress.undoing");
    browser.click("[data-action=stop-undo]");
    browser.run("window.waiting.forEach(each => each())");
    browser.awaitTexts(
        ".undone",
        List.of("12 changes undone. Stopped; 513 changes left. 12 write units.")::equals);
    browser.awaitTexts(".differing", List.of("513 items differ")::equals);
    assertThat(browser.number("return window.deletions")).isEqualTo(12);
  }

  @Test
  void a_table_whose_name_only_begins_like_that_of_a_copy_is_no_copy() throws Exception {
    server.createTable("sales", "N");
    for (String other :
        List.of("sales-as-of-today", "sales-as-of-2026", "sales-as-of-20260101T000000-x")) {
      server.createTable(other, "N");
    }
    // The name of a copy, but another key.
    server.createTable("sales-as-of-20260101T000000", "S");
    server.createTable("sales-as-of-20260102T000000", "N");
    browser.open(server.view("table/sales", "tab", "time"));
    browser.awaitTexts(
        "[aria-label=Copies] th[scope=row]", List.of("sales-as-of-20260102T000000")::equals);
  }

  @Test
  void an_items_history_shows_each_change_and_undoes_the_last_one() throws Exception {
    server.createTable("history", "N");
    server.send(
        "UpdateTable",
        """
        {"TableName":"history",
         "StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_AND_OLD_IMAGES"}}
        """);
    put("history", 1, "first");
    put("history", 2, "other");
    put("history", 1, "second");
    browser.open(server.view("table/history", "mode", "query", "pk", "a", "sk", "1"));
    browser.click("[role=grid] .cell");
    browser.click("[data-action=history]");
    browser.awaitTexts("tr.change del", List.of("first")::equals);
    browser.awaitTexts("tr.change ins", List.of("second", "first")::equals);
    browser.click("tr.change:last-child [data-action=undo]");
    browser.awaitTexts(
        "main .error", texts -> texts.getFirst().contains("has changed again since"));
    assertThat(value("history", 1)).isEqualTo("second");
    browser.click("tr.change:first-child [data-action=undo]");
    browser.awaitTexts("tr.change ins", List.of("first", "second", "first")::equals);
    assertThat(value("history", 1)).isEqualTo("first");
  }

  @Test
  void a_bulk_edit_and_a_bulk_deletion_are_undone_as_a_whole() throws Exception {
    server.createTable("undo", "N");
    for (int i = 0; i < 3; i++) {
      put("undo", i, "old");
    }
    browser.open(server.view("table/undo"));
    browser.click("[role=grid] thead input");
    browser.click("[data-action=bulk-edit]");
    browser.type("[name=attribute]", "v");
    browser.type("[name=value]", "new");
    browser.click("[data-action=execute]");
    browser.awaitTexts(".done", List.of("3")::equals);
    assertThat(value("undo", 1)).isEqualTo("new");
    put("undo", 2, "newest");
    browser.click("[data-action=undo]");
    browser.awaitTexts(
        ".undone", List.of("2 changes undone. 1 item had changed since and stayed.")::equals);
    assertThat(value("undo", 1)).isEqualTo("old");
    assertThat(value("undo", 2)).isEqualTo("newest");
    browser.click("[data-action=close]");

    browser.awaitTexts("[data-action=bulk-delete]", List::isEmpty);
    browser.click("[role=grid] thead input");
    browser.click("[data-action=bulk-delete]");
    browser.click("[data-action=execute]");
    browser.awaitTexts(".done", List.of("3")::equals);
    assertThat(value("undo", 1)).isEqualTo("none");
    browser.click("[data-action=undo]");
    browser.awaitTexts(".undone", List.of("3 changes undone.")::equals);
    assertThat(value("undo", 1)).isEqualTo("old");
    browser.click("[data-action=close]");
  }

  @Tag("long")
  @Test
  void a_deletion_restores_what_others_have_added_and_an_undone_addition_keeps_it()
      throws Exception {
    server.createTable("added", "N");
    put("added", 1, "read");
    put("added", 2, "read");
    browser.open(server.view("table/added"));
    browser.click("[role=grid] thead input");
    browser.click("[data-action=bulk-delete]");
    String more =
        "{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"1\"},\"v\":{\"S\":\"read\"},\"more\":{\"S\":\"added\"}}";
    server.put("added", more);
    browser.click("[data-action=execute]");
    browser.awaitTexts(".done", List.of("2")::equals);
    assertThat(browser.texts(".more")).containsExactly("1 item");
    browser.click("[data-action=undo]");
    browser.awaitTexts(".undone", List.of("2 changes undone.")::equals);
    browser.click("[data-action=close]");
    String key = "{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"1\"}}";
    assertThat(server.item("added", key)).isEqualTo(json(more));

    server.createTable("copied", "N");
    browser.awaitTexts("[data-action=bulk-copy]", List::isEmpty);
    browser.click("[role=grid] thead input");
    browser.click("[data-action=bulk-copy]");
    browser.choose("dialog [name=to]", "copied");
    browser.click("[data-action=execute]:enabled");
    browser.awaitTexts(".done", List.of("2")::equals);
    String most = more.replaceFirst("}$", ",\"most\":{\"S\":\"added\"}}");
    server.put("copied", most);
    browser.click("[data-action=undo]");
    browser.awaitTexts(
        ".undone", List.of("1 change undone. 1 item had changed since and stayed.")::equals);
    browser.click("[data-action=close]");
    assertThat(server.item("copied", key)).isEqualTo(json(most));
  }

  @Tag("long")
  @Test
  void entries_of_an_index_are_changed_deleted_and_undone_with_all_attributes_of_their_items()
      throws Exception {
    server.send(
        "CreateTable",
        """
        {"TableName":"keyed","BillingMode":"PAY_PER_REQUEST",
         "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],
         "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},{"AttributeName":"g","AttributeType":"S"}],
         "GlobalSecondaryIndexes":[{"IndexName":"by-g","KeySchema":[{"AttributeName":"g","KeyType":"HASH"}],
           "Projection":{"ProjectionType":"KEYS_ONLY"}}]}
        """);
    String item = "{\"pk\":{\"S\":\"a\"},\"g\":{\"S\":\"x\"},\"more\":{\"N\":\"1\"}}";
    server.put("keyed", item);
    browser.open(server.view("table/keyed", "mode", "query", "index", "by-g", "pk", "x"));
    browser.click("[role=grid] thead input");
    browser.click("[data-action=bulk-edit]");
    browser.type("[name=attribute]", "more");
    browser.choose("[name=type]", "N");
    browser.type("[name=value]", "2");
    browser.click("[data-action=execute]");
    browser.awaitTexts(".done", List.of("1")::equals);
    assertThat(server.item("keyed", "{\"pk\":{\"S\":\"a\"}}").at("/more/N").asText())
        .isEqualTo("2");
    browser.click("[data-action=undo]");
    browser.awaitTexts(".undone", List.of("1 change undone.")::equals);
    browser.click("[data-action=close]");

    browser.awaitTexts("[data-action=bulk-delete]", List::isEmpty);
    browser.click("[role=grid] thead input");
    browser.click("[data-action=bulk-delete]");
    browser.click("[data-action=execute]");
    browser.awaitTexts(".done", List.of("1")::equals);
    assertThat(server.item("keyed", "{\"pk\":{\"S\":\"a\"}}").isMissingNode()).isTrue();
    browser.click("[data-action=undo]");
    browser.awaitTexts(".undone", List.of("1 change undone.")::equals);
    assertThat(server.item("keyed", "{\"pk\":{\"S\":\"a\"}}")).isEqualTo(json(item));
    browser.click("[data-action=close]");
  }

  @Test
  void a_change_of_more_attributes_than_can_be_compared_is_refused() {
    browser.open(server.view("saved"));
    browser.awaitElement("main h1");
    Object result =
        browser.run(
            """
            return import('/console/writes.js').then(({updateInput, MAX_COMPARED}) => {
              const table = {TableName: 'wide', KeySchema: [{AttributeName: 'pk'}]};
              const item = (count, v) => ({pk: {S: 'a'}, ...Object.fromEntries(Array.from({length: count}, (_, i) => ['a' + i, {S: v}]))});
              const conditions = input => input.ConditionExpression.split(' AND ').length - 1;
              const most = conditions(updateInput(table, item(200, 'x'), {...item(200, 'x'), a150: {S: 'y'}}));
              const grown = conditions(updateInput(table, item(100, 'x'), item(200, 'x')));
              try { updateInput(table, item(121, 'x'), item(121, 'y')); } catch (e) { return [most, grown, e.message]; }
            });
            """);
    assertThat(result)
        .isEqualTo(
            List.of(
                120L,
                120L,
                "One change has at most 120 attributes, so that all of them can be compared; this"
                    + " one has 121. Make it in parts."));
  }

  @Tag("long")
  @Test
  void the_latest_changes_are_listed_if_there_are_more_than_are_kept() throws Exception {
    server.createTable("busy", "N");
    server.send(
        "UpdateTable",
        """
        {"TableName":"busy",
         "StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_AND_OLD_IMAGES"}}
        """);
    for (int from = 0; from < 1_100; from += 25) {
      String puts =
          IntStream.range(from, from + 25)
              .mapToObj(
                  "{\"PutRequest\":{\"Item\":{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"%d\"}}}}"
                      ::formatted)
              .collect(Collectors.joining(","));
      server.send("BatchWriteItem", "{\"RequestItems\":{\"busy\":[%s]}}".formatted(puts));
    }
    browser.open(server.view("table/busy", "tab", "time"));
    browser.awaitTexts(
        "main section:last-child .note",
        notes ->
            notes.contains("500 changes of 1,100 records; there are more than are read or shown"));
    Object keys =
        browser.run(
            "return [...document.querySelectorAll('tr.change th')].map(row => Number(row.textContent.split(' ')[2]))");
    assertThat(keys)
        .asInstanceOf(InstanceOfAssertFactories.list(Long.class))
        .hasSize(500)
        .startsWith(1_099L, 1_098L)
        .doesNotHaveDuplicates()
        .allMatch(key -> key >= 600);
  }
}
