package dev.gramme.conformance.console;

import static dev.gramme.conformance.console.ConsoleServer.json;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** The console in a browser. After each test, the browser's log must be free of errors. */
@Tag("slow")
class ConsoleTest extends ConsoleInBrowser {
  private static final String DIGITS = "12345678901234567890.123456789012345678";

  private String putOrders() throws Exception {
    server.createTable("orders", "S");
    for (String sk : List.of("2026-01", "2026-02", "2026-10", "2027-01")) {
      server.put(
          "orders",
          """
          {"pk":{"S":"ada"},"sk":{"S":"%s"},"type":{"S":"order"},"total":{"N":"%s"}}
          """
              .formatted(sk, sk.substring(5)));
    }
    return "orders";
  }

  private List<String> column(int column) {
    return browser.texts("[role=grid] tbody tr td:nth-child(%d)".formatted(column));
  }

  private void awaitColumn(int column, String... texts) {
    browser.awaitTexts(
        "[role=grid] tbody tr td:nth-child(%d)".formatted(column), List.of(texts)::equals);
  }

  private void awaitClosed() {
    browser.awaitTexts("dialog", List::isEmpty);
  }

  @Test
  void each_condition_on_the_key_and_each_filter_selects_its_items() throws Exception {
    String table = "table/" + putOrders();
    browser.open(server.view(table));
    browser.choose("[name=mode]", "query");
    browser.type("[name=pk]", "ada");
    browser.choose("[name=op]", "between");
    browser.type("[name=sk]", "2026-02");
    browser.type("[name=to]", "2026-11");
    browser.click(".builder [type=submit]");
    awaitColumn(3, "2026-02", "2026-10");

    // The address contains the whole query, so another page shows the same.
    String address = String.valueOf(browser.run("return location.href"));
    browser.open(server.view("saved"));
    String title = "Query orders · pk = ada, sk between 2026-02 and 2026-11";
    browser.awaitTexts(".lines a", titles -> titles.contains(title));
    browser.open(URI.create(address));
    awaitColumn(3, "2026-02", "2026-10");

    var expected =
        List.of(
            List.of("=", "2026-10", "2026-10"),
            List.of("<", "2026-02", "2026-01"),
            List.of("<=", "2026-02", "2026-01", "2026-02"),
            List.of(">", "2026-10", "2027-01"),
            List.of(">=", "2026-10", "2026-10", "2027-01"),
            List.of("begins_with", "2026-0", "2026-01", "2026-02"));
    for (List<String> each : expected) {
      browser.choose("[name=op]", each.get(0));
      browser.type("[name=sk]", each.get(1));
      browser.click(".builder [type=submit]");
      awaitColumn(3, each.subList(2, each.size()).toArray(String[]::new));
    }

    browser.open(server.view(table, "mode", "query", "pk", "ada", "desc", "1"));
    awaitColumn(3, "2027-01", "2026-10", "2026-02", "2026-01");
    browser.click(".add-filter");
    browser.type("[name='filter0.name']", "total");
    browser.choose("[name='filter0.op']", "between");
    browser.choose("[name='filter0.type']", "N");
    browser.type("[name='filter0.value']", "2");
    browser.type("[name='filter0.to']", "10.0");
    browser.click(".builder [type=submit]");
    awaitColumn(3, "2026-10", "2026-02");
    assertThat(browser.text(".count")).isEqualTo("2 items of 4 read");
    assertThat(browser.text(".cost")).startsWith("0.5 read units").contains("0.16 USD a month");

    browser.type("[name='filter0.value']", "two");
    browser.click(".builder [type=submit]");
    assertThat(browser.text("main .error")).contains("Filter on total", "\"two\" is not a number");
  }

  @Test
  void a_query_has_conditions_on_each_attribute_of_a_key_of_several() throws Exception {
    server.send(
        "CreateTable",
        """
        {"TableName":"matches","BillingMode":"PAY_PER_REQUEST","KeySchema":[{"AttributeName":"id","KeyType":"HASH"}],
         "AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"},{"AttributeName":"cup","AttributeType":"S"},
           {"AttributeName":"year","AttributeType":"N"},{"AttributeName":"round","AttributeType":"S"},
           {"AttributeName":"field","AttributeType":"N"}],
         "GlobalSecondaryIndexes":[{"IndexName":"by-cup","Projection":{"ProjectionType":"ALL"},"KeySchema":[
           {"AttributeName":"cup","KeyType":"HASH"},{"AttributeName":"year","KeyType":"HASH"},
           {"AttributeName":"round","KeyType":"RANGE"},{"AttributeName":"field","KeyType":"RANGE"}]}]}
        """);
    for (int field = 1; field < 5; field++) {
      server.put(
          "matches",
          """
          {"id":{"S":"%d"},"cup":{"S":"c"},"year":{"N":"2026"},"round":{"S":"final"},"field":{"N":"%d"}}
          """
              .formatted(field, field));
    }
    browser.open(server.view("table/matches", "mode", "query", "index", "by-cup"));
    browser.type("[name=pk]", "c");
    browser.type("[name=pk1]", "2026");
    browser.type("[name=sk]", "final");
    browser.type("[name=sk1]", "2");
    browser.choose("[name=op]", ">");
    browser.click(".builder [type=submit]");
    browser.awaitTexts("[role=grid] tbody tr td:nth-child(2)", List.of("3", "4")::equals);
  }

  @Test
  void pages_go_forwards_and_backwards() throws Exception {
    server.createTable("pages", "N");
    for (int i = 0; i < 60; i++) {
      server.put("pages", "{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"%d\"}}".formatted(i));
    }
    browser.open(server.view("table/pages", "mode", "query", "pk", "a", "limit", "25"));
    browser.awaitTexts(".count", List.of("25 items")::equals);
    assertThat(column(3)).startsWith("0", "1");
    browser.click("[data-action=export]");
    browser.awaitTexts("dialog h2", List.of("Export 25 items")::equals);
    browser.click("[data-action=download-all]");
    browser.awaitTexts(".exported", List.of("60 items")::equals);
    browser.press(Keys.ESCAPE);
    awaitClosed();
    browser.click("[data-action=next]");
    browser.awaitTexts("[role=grid] tbody tr:first-child td:nth-child(3)", List.of("25")::equals);
    browser.run("location.reload()");
    browser.awaitTexts("[role=grid] tbody tr:first-child td:nth-child(3)", List.of("25")::equals);
    browser.press("j");
    browser.awaitTexts(".count", List.of("10 items")::equals);
    browser.press("2");
    browser.awaitElement(".result [data-tab=kinds][aria-selected=true]");
    browser.press("1");
    browser.press("n");
    browser.awaitTexts("dialog h2", List.of("New item")::equals);
    browser.press(Keys.ESCAPE);
    awaitClosed();
    browser.click("[data-action=previous]");
    browser.awaitTexts("[role=grid] tbody tr:first-child td:nth-child(3)", List.of("25")::equals);
    browser.click("[data-action=previous]");
    browser.awaitTexts("[role=grid] tbody tr:first-child td:nth-child(3)", List.of("0")::equals);
  }

  @Test
  void a_large_result_is_a_window_of_rows_that_the_keyboard_moves() throws Exception {
    server.createTable("large", "N");
    for (int batch = 0; batch < 80; batch++) {
      var puts = new ArrayList<String>();
      for (int i = batch * 25; i < (batch + 1) * 25; i++) {
        puts.add(
            "{\"PutRequest\":{\"Item\":{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"%d\"}}}}"
                .formatted(i));
      }
      server.send(
          "BatchWriteItem",
          "{\"RequestItems\":{\"large\":[%s]}}".formatted(String.join(",", puts)));
    }
    browser.open(server.view("table/large", "mode", "query", "pk", "a", "limit", "10000"));
    browser.awaitTexts(".count", List.of("2,000 items")::equals);
    assertThat(column(3)).hasSizeLessThan(100).startsWith("0");
    browser.run("document.querySelector('[role=grid]').focus()");
    browser.press(Keys.END, Keys.ARROW_UP);
    browser.awaitTexts("[role=grid] tr.cursor td:nth-child(3)", List.of("1998")::equals);
    browser.press(Keys.ENTER);
    assertThat(browser.text("dialog h2")).isEqualTo("Item a · 1998");
    browser.press(Keys.ESCAPE);
    awaitClosed();
  }

  @Test
  void an_edit_keeps_all_digits_sets_binaries_and_nested_values() throws Exception {
    server.createTable("values", "S");
    String item =
        """
        {"pk":{"S":"a"},"sk":{"S":"1"},"n":{"N":"%s"},"ns":{"NS":["1","2.5","%s"]},"ss":{"SS":["x","y"]},
         "b":{"B":"AAEC/w=="},"bs":{"BS":["AQ==","Ag=="]},"no":{"BOOL":false},"nil":{"NULL":true},
         "m":{"M":{"$binary":{"S":"not binary"}}},"l":{"L":[{"M":{"deep":{"N":"-0.5"}}},{"S":"é🍎\\n\\"q\\""}]}}
        """
            .formatted(DIGITS, DIGITS);
    server.put("values", item);
    browser.open(server.view("table/values"));
    browser.click("[role=grid] .cell");
    browser.click("dialog [data-tab=plain]");
    assertThat(String.valueOf(browser.run("return document.querySelector('[name=json]').value")))
        .contains("\"n\": " + DIGITS, "{ \"$stringSet\": [\"x\", \"y\"] }")
        .contains("{ \"$binary\": \"AAEC/w==\" }", "\"$map\"");
    browser.click("dialog [data-tab=dynamodb]");
    browser.click("dialog [data-tab=form]");
    browser.type("[aria-label='ss, member 2']", "zebra");
    browser.type("[aria-label='Name of a new attribute']", "added");
    browser.press(Keys.ENTER);
    browser.type("[aria-label=added]", "new");
    browser.click("[aria-label='Remove no']");
    browser.click("[data-action=save]");
    awaitClosed();

    var expected = item.replace("\"y\"", "\"zebra\"").replace("\"no\":{\"BOOL\":false},", "");
    var stored = server.item("values", "{\"pk\":{\"S\":\"a\"},\"sk\":{\"S\":\"1\"}}");
    assertThat(stored.path("n").path("N").asText()).isEqualTo(DIGITS);
    assertThat(sorted(stored.toString()))
        .isEqualTo(sorted(expected.replaceFirst("\\{", "{\"added\":{\"S\":\"new\"},")));

    browser.click("[role=grid] .cell");
    browser.type("[aria-label=n]", DIGITS + "9");
    browser.click("[data-action=save]");
    assertThat(browser.text("dialog .error")).contains("at most 38 digits; this one has 39");
    browser.press(Keys.ESCAPE);
    browser.click("dialog [data-action=discard]");
    awaitClosed();
  }

  /** Items are equal if they are equal without the order of their members. */
  private String sorted(String item) throws Exception {
    return String.valueOf(
        browser.run(
            "return import('/console/values.js').then(v => v.canonical({M: JSON.parse(arguments[0])}))"
                .replace("arguments[0]", "'" + json(item).toString().replace("\\", "\\\\") + "'")));
  }

  @Test
  void a_conflict_shows_the_difference_and_loses_no_change() throws Exception {
    server.createTable("shared", "S");
    String key = "{\"pk\":{\"S\":\"a\"},\"sk\":{\"S\":\"1\"}}";
    server.put(
        "shared",
        "{\"pk\":{\"S\":\"a\"},\"sk\":{\"S\":\"1\"},\"mine\":{\"S\":\"1\"},\"theirs\":{\"S\":\"1\"}}");
    browser.open(server.view("table/shared"));
    browser.click("[role=grid] .cell");
    browser.type("[aria-label=mine]", "2");
    server.put(
        "shared",
        "{\"pk\":{\"S\":\"a\"},\"sk\":{\"S\":\"1\"},\"mine\":{\"S\":\"1\"},\"theirs\":{\"S\":\"9\"}}");
    browser.click("[data-action=save]");
    browser.awaitTexts(".difference tbody tr", List.of("mine 1 1 2", "theirs 1 9 1")::equals);
    assertThat(browser.violations()).isEmpty();
    assertThat(server.item("shared", key).at("/mine/S").asText()).isEqualTo("1");
    browser.click("[data-action=on-top]");
    browser.click("[data-action=save]");
    awaitClosed();
    assertThat(server.item("shared", key).at("/mine/S").asText()).isEqualTo("2");
    assertThat(server.item("shared", key).at("/theirs/S").asText()).isEqualTo("9");

    // A new item does not replace an existing one.
    browser.click("[data-action=new]");
    browser.type("dialog [aria-label=pk]", "a");
    browser.type("dialog [aria-label=sk]", "1");
    browser.click("[data-action=save]");
    browser.awaitTexts("dialog h2", List.of("The item exists already")::equals);
    browser.press(Keys.ESCAPE);
    browser.awaitTexts("dialog h2", List.of("New item")::equals);
    browser.press(Keys.ESCAPE);
    browser.click("dialog [data-action=discard]");
    awaitClosed();

    browser.click("[role=grid] .cell");
    browser.click("[data-action=delete]");
    browser.click("[data-action=confirm-delete]");
    awaitClosed();
    assertThat(server.item("shared", key).isMissingNode()).isTrue();
  }

  @Test
  void selected_items_change_and_are_deleted_after_a_dry_run() throws Exception {
    server.createTable("bulk", "N");
    for (int i = 0; i < 5; i++) {
      server.put(
          "bulk",
          "{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"%d\"},\"text\":{\"S\":\"%s\"}}"
              .formatted(i, "x".repeat(1500)));
    }
    browser.open(server.view("table/bulk"));
    browser.click("[role=grid] thead input");
    browser.click("[data-action=bulk-edit]");
    browser.type("[name=attribute]", "checked");
    browser.choose("[name=type]", "BOOL");
    browser.type("[name=value]", "true");
    browser.awaitTexts(
        ".dry", texts -> texts.getFirst().startsWith("5 items would change with about 10 write"));
    server.put("bulk", "{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"3\"},\"text\":{\"S\":\"changed\"}}");
    browser.click("[data-action=execute]");
    browser.awaitTexts(".done", List.of("4")::equals);
    browser.awaitTexts("dialog .dry p", texts -> texts.getFirst().contains("1 item had changed"));
    browser.click("[data-action=close]");
    awaitClosed();
    var changed = server.send("Scan", "{\"TableName\":\"bulk\"}").path("Items");
    assertThat(changed).filteredOn(item -> item.at("/checked/BOOL").asBoolean()).hasSize(4);

    browser.awaitTexts(
        "[role=grid] tbody td:last-child", texts -> texts.stream().anyMatch("true"::equals));
    browser.click("[role=grid] tbody tr:nth-child(1) input");
    browser.click("[role=grid] tbody tr:nth-child(2) input");
    browser.click("[data-action=bulk-delete]");
    browser.click("[data-action=execute]");
    browser.awaitTexts(".done", List.of("2")::equals);
    browser.click("[data-action=close]");
    browser.awaitTexts(".count", List.of("3 items")::equals);
  }

  @Test
  void an_import_has_a_dry_run_and_an_export_is_read_back_the_same() throws Exception {
    server.createTable("files", "N");
    browser.open(server.view("table/files"));
    browser.click("[data-action=import]");
    browser.type(
        "[name=text]",
        """
        pk,sk,price:N,tags:JSON,note
        a,1,%s,"{""SS"":[""x"",""y""]}","two
        lines, ""quoted""\"
        a,2,,,""
        a,three,,,
        """
            .formatted(DIGITS));
    browser.awaitTexts(
        "dialog [data-items]",
        texts -> !texts.isEmpty() && texts.getFirst().startsWith("2 items in CSV"));
    assertThat(browser.text("dialog .error")).contains("line 5: sk: \"three\" is not a number");
    browser.click("[data-action=execute]");
    browser.awaitTexts(".done", List.of("2")::equals);
    browser.click("[data-action=close]");
    browser.awaitTexts(".count", List.of("2 items")::equals);
    var items = server.send("Scan", "{\"TableName\":\"files\"}").path("Items");
    assertThat(items.get(0).at("/price/N").asText()).isEqualTo(DIGITS);
    assertThat(items.get(0).at("/note/S").asText()).isEqualTo("two\nlines, \"quoted\"");
    assertThat(items.get(0).path("tags")).isEqualTo(json("{\"SS\":[\"x\",\"y\"]}"));
    assertThat(items.get(1))
        .isEqualTo(json("{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"2\"},\"note\":{\"S\":\"\"}}"));

    for (String format : List.of("dynamodb", "lines", "plain", "csv")) {
      Object same =
          browser.run(
              """
              const [format, items] = [arguments[0], JSON.parse(arguments[1])];
              const table = {KeySchema: [{AttributeName: 'pk'}, {AttributeName: 'sk'}],
                AttributeDefinitions: [{AttributeName: 'pk', AttributeType: 'S'},
                  {AttributeName: 'sk', AttributeType: 'N'}]};
              return Promise.all([import('/console/files.js'), import('/console/values.js')])
                .then(async ([{read, write}, {canonical}]) => {
                  const back = await read(table, write(format, items));
                  const text = all => JSON.stringify(all.map(M => canonical({M})));
                  return back.errors.join() + (text(back.items) === text(items));
                });
              """,
              format,
              items.toString());
      assertThat(same).as(format).isEqualTo("true");
    }
  }

  @Test
  void a_statement_shows_items_and_errors_and_its_link_does_not_write() throws Exception {
    server.createTable("statements", "S");
    browser.open(
        server.view("partiql", "s", "INSERT INTO \"statements\" VALUE {'pk': 'a', 'sk': '1'}"));
    browser.awaitElement("#statement");
    browser.open(server.view("saved"));
    assertThat(server.send("Scan", "{\"TableName\":\"statements\"}").path("Count").asInt())
        .isZero();
    browser.open(
        server.view("partiql", "s", "INSERT INTO \"statements\" VALUE {'pk': 'a', 'sk': '1'}"));
    browser.click("form [type=submit]");
    browser.awaitTexts(".count", List.of("Done")::equals);
    assertThat(browser.text(".cost")).startsWith("1 write unit ");
    browser.type("#statement", "SELECT * FROM \"statements\" WHERE pk = 'a'");
    browser.press(Keys.chord(Keys.CONTROL, Keys.ENTER));
    browser.awaitTexts("[role=grid] tbody td:not(.mark)", List.of("a", "1")::equals);
    browser.type("#statement", "SELECT * FORM");
    browser.press(Keys.chord(Keys.CONTROL, Keys.ENTER));
    assertThat(browser.text("main .error")).contains("ValidationException");
  }

  @Test
  void the_code_of_a_query_is_shown_in_each_language() throws Exception {
    server.createTable("coded", "S");
    server.put("coded", "{\"pk\":{\"S\":\"it's\"},\"sk\":{\"S\":\"1\"}}");
    browser.open(server.view("table/coded", "mode", "query", "pk", "it's"));
    browser.click(".codeof summary");
    assertThat(browser.text(".codeof pre"))
        .startsWith("aws dynamodb query \\")
        .contains("--table-name coded", "it'\\''s");
    browser.click("[data-tab=java]");
    assertThat(browser.text(".codeof pre"))
        .contains("QueryRequest.builder()", "AttributeValue.fromS(\"it's\")");
    browser.click("[data-tab=javascript]");
    assertThat(browser.text(".codeof pre")).contains("new QueryCommand({", "{ S: \"it's\" }");
    browser.click("[data-tab=python]");
    assertThat(browser.text(".codeof pre")).contains("client.query(", "{\"S\": \"it's\"}");
    browser.click("[data-tab=partiql]");
    String statement = browser.text(".codeof pre");
    assertThat(statement).isEqualTo("SELECT * FROM \"coded\"\nWHERE \"pk\" = 'it''s'");
    browser.open(server.view("partiql", "s", statement));
    browser.awaitTexts("[role=grid] tbody td:not(.mark)", List.of("it's", "1")::equals);
  }

  @Test
  void records_of_a_stream_appear_as_they_are_written() throws Exception {
    server.createTable("streamed", "S");
    server.send(
        "UpdateTable",
        """
        {"TableName":"streamed",
         "StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_AND_OLD_IMAGES"}}
        """);
    server.put("streamed", "{\"pk\":{\"S\":\"a\"},\"sk\":{\"S\":\"1\"},\"v\":{\"N\":\"1\"}}");
    browser.open(server.view("table/streamed", "tab", "stream"));
    browser.choose("main .title select", "TRIM_HORIZON");
    browser.awaitTexts(".record strong", List.of("INSERT")::equals);
    server.put("streamed", "{\"pk\":{\"S\":\"a\"},\"sk\":{\"S\":\"1\"},\"v\":{\"N\":\"2\"}}");
    browser.awaitTexts(".record strong", List.of("MODIFY", "INSERT")::equals);
    assertThat(browser.texts(".record.modify del")).containsExactly("1");
    assertThat(browser.texts(".record.modify ins")).containsExactly("2");
  }

  @Test
  void records_from_now_are_those_that_arrive_in_any_shard_after_the_view_was_opened()
      throws Exception {
    server.createTable("fresh", "S");
    server.send(
        "UpdateTable",
        """
        {"TableName":"fresh","StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_IMAGE"}}
        """);
    for (int i = 0; i < 40; i++) {
      server.put("fresh", "{\"pk\":{\"S\":\"old%d\"},\"sk\":{\"S\":\"1\"}}".formatted(i));
    }
    browser.open(server.view("table/fresh", "tab", "stream"));
    browser.awaitTexts(
        "main .title .note",
        notes -> notes.contains("Reading once a second \u00b7 the last 0 records"));
    for (int i = 0; i < 10; i++) {
      server.put("fresh", "{\"pk\":{\"S\":\"new%d\"},\"sk\":{\"S\":\"1\"}}".formatted(i));
    }
    browser.awaitTexts(".record strong", records -> records.size() == 10);
    assertThat(browser.texts(".record div")).allMatch(record -> record.contains("pk new"));
  }

  @Test
  void all_requests_of_the_page_go_to_the_server_and_another_one_is_a_violation() {
    browser.open(server.view(""));
    browser.awaitElement("h1");
    assertThat(
            browser.run(
                """
                return performance.getEntriesByType('resource').map(entry => entry.name)
                  .filter(name => !name.startsWith(location.origin + '/'))
                """))
        .isEqualTo(List.of());
    assertThat(
            browser.run("return fetch('http://127.0.0.2:9/').then(() => 'sent', () => 'refused')"))
        .isEqualTo("refused");
    assertThat(browser.errors()).anyMatch(line -> line.contains("Content Security Policy"));
  }
}
