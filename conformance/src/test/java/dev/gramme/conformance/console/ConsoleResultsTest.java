package dev.gramme.conformance.console;

import static dev.gramme.conformance.console.ConsoleServer.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.testkit.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** Results in the console that are large, sorted, selected over pages, or difficult to show. */
@Tag("slow")
class ConsoleResultsTest extends ConsoleInBrowser {
  private static final int LARGE_CHARACTERS = 400 * 1024 - 100;
  private static final String RIGHT_TO_LEFT = "\u05e9\u05dc\u05d5\u05dd \u0639\u0627\u0644\u0645";
  private static final String FAMILY = "\uD83D\uDC68\u200D\uD83D\uDC69\u200D\uD83D\uDC67";

  @Override
  String expectedErrors() {
    return NONE;
  }

  @Test
  void large_items_binary_keys_emoji_and_right_to_left_text_are_shown_and_kept() throws Exception {
    server.createTable("difficult", "B");
    for (int i = 0; i < 20; i++) {
      server.put(
          "difficult",
          "{\"pk\":{\"S\":\"large\"},\"sk\":{\"B\":\"%s\"},\"text\":{\"S\":\"%s\"}}"
              .formatted("AAA" + (char) ('A' + i), "x".repeat(LARGE_CHARACTERS)));
    }
    String item =
        """
        {"pk":{"S":"%s"},"sk":{"B":"AP8="},"text":{"S":"%s"},"list":{"L":[{"S":"%s"}]}}
        """
            .formatted(FAMILY, RIGHT_TO_LEFT, "\uD83C\uDF4E".repeat(400));
    server.put("difficult", item);

    browser.open(server.view("table/difficult", "limit", "100"));
    browser.awaitTexts(".count", List.of("21 items")::equals);
    assertThat(browser.number("return document.querySelector('.grid').innerHTML.length"))
        .isLessThan(200_000);

    browser.open(server.view("table/difficult", "mode", "query", "pk", FAMILY, "sk", "AP8="));
    browser.awaitTexts(".count", List.of("1 item")::equals);
    assertThat(browser.texts("[role=grid] tbody tr td:nth-child(3)")).containsExactly("AP8=");
    assertThat(
            browser.run(
                "return getComputedStyle([...document.querySelectorAll('[role=grid] tbody td')]"
                    + ".find(cell => cell.textContent === arguments[0])).direction",
                RIGHT_TO_LEFT))
        .isEqualTo("rtl");
    // A cell does not end within a character.
    assertThat(
            browser.run(
                "return [...document.querySelectorAll('[role=grid] tbody td')]"
                    + ".every(cell => cell.textContent.isWellFormed())"))
        .isEqualTo(true);
    browser.click("[role=grid] .cell");
    browser.type("[aria-label='Name of a new attribute']", "added");
    browser.click("dialog .fields > .member.new > .add");
    browser.click("[data-action=save]");
    browser.awaitTexts("dialog", List::isEmpty);
    assertThat(
            server.item(
                "difficult", "{\"pk\":{\"S\":\"%s\"},\"sk\":{\"B\":\"AP8=\"}}".formatted(FAMILY)))
        .isEqualTo(json(item.strip().replaceFirst("\\}$", ",\"added\":{\"S\":\"\"}}")));

    browser.reloadAt(server.view("table/difficult", "mode", "query", "pk", "large", "sk", "AAAA"));
    browser.awaitTexts(".count", List.of("1 item")::equals);
    browser.click("[role=grid] .cell");
    browser.type("[aria-label='Name of a new attribute']", "n");
    browser.click("dialog .fields > .member.new > .add");
    browser.click("[data-action=save]");
    browser.awaitTexts("dialog", List::isEmpty);
    assertThat(
            server
                .item("difficult", "{\"pk\":{\"S\":\"large\"},\"sk\":{\"B\":\"AAAA\"}}")
                .at("/text/S")
                .asText())
        .hasSize(LARGE_CHARACTERS);
  }

  @Tag("long")
  @Test
  void records_and_changes_with_large_images_are_kept_up_to_a_number_of_bytes() throws Exception {
    server.createTable("heavy", "N");
    server.send(
        "UpdateTable",
        """
        {"TableName":"heavy",
         "StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_AND_OLD_IMAGES"}}
        """);
    // A record has two images of 400 KB each, so 24 records have nearly 20 MB.
    for (int i = 0; i <= 30; i++) {
      server.put(
          "heavy",
          "{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"1\"},\"v\":{\"N\":\"%d\"},\"text\":{\"S\":\"%s\"}}"
              .formatted(i, "x".repeat(LARGE_CHARACTERS)));
    }
    browser.open(server.view("table/heavy", "tab", "stream"));
    browser.choose("main .title select", "TRIM_HORIZON");
    browser.awaitTexts(
        ".dropped",
        List.of(
                "Earlier records are not shown. The page keeps at most 500 records, with images of"
                    + " 19 MB.")
            ::equals);
    browser.awaitTexts(".record:first-child ins", List.of("30")::equals);
    assertThat(browser.texts(".record")).hasSize(24);

    browser.open(server.view("table/heavy", "tab", "time"));
    browser.awaitTexts(
        "main section:last-child .note",
        notes -> notes.contains("24 changes of 31 records; there are more than are read or shown"));
  }

  @Test
  void the_view_as_json_is_made_once_and_has_as_many_items_as_a_page_shows_quickly()
      throws Exception {
    server.createTable("texts", "N");
    for (int i = 0; i < 8; i++) {
      server.put(
          "texts",
          "{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"%d\"},\"text\":{\"S\":\"%s\"}}"
              .formatted(i, "x".repeat(LARGE_CHARACTERS)));
    }
    browser.open(server.view("table/texts", "view", "json"));
    browser.awaitTexts(".cut", List.of("The first 4 items of 8. Export writes all.")::equals);
    browser.run(
        """
        const stringify = JSON.stringify;
        window.large = 0;
        JSON.stringify = function(value, ...rest) { if (value?.text) window.large++; return stringify.call(this, value, ...rest); };
        """);
    browser.click(".add-filter");
    browser.type("[name='filter0.name']", "pk");
    assertThat(browser.number("return window.large")).isZero();
  }

  @Tag("long")
  @Test
  void large_items_binary_keys_emoji_and_right_to_left_text_are_drawn_by_partition()
      throws Exception {
    server.createTable("drawn", "B");
    for (int i = 0; i < 4; i++) {
      server.put(
          "drawn",
          "{\"pk\":{\"S\":\"%s\"},\"sk\":{\"B\":\"AAA%d\"},\"text\":{\"S\":\"%s\"}}"
              .formatted(FAMILY, i, "\uD83C\uDF4E".repeat(LARGE_CHARACTERS / 4)));
    }
    server.put("drawn", "{\"pk\":{\"S\":\"%s\"},\"sk\":{\"B\":\"AP8=\"}}".formatted(RIGHT_TO_LEFT));

    browser.open(server.view("table/drawn", "view", "partitions"));
    var headings = browser.awaitTexts(".drawing h2", texts -> texts.size() == 2);
    assertThat(headings)
        .anyMatch(heading -> heading.startsWith("pk " + FAMILY + " 4 items, 1.6 MB"))
        .anyMatch(heading -> heading.startsWith("pk " + RIGHT_TO_LEFT + " 1 item"));
    assertThat(
            browser.run(
                "return [...document.querySelectorAll('.drawn dd')]"
                    + ".every(value => value.textContent.isWellFormed())"))
        .isEqualTo(true);
    assertThat(browser.number("return document.querySelector('.drawing').innerHTML.length"))
        .isLessThan(50_000);
  }

  @Test
  void all_matching_items_are_counted_sorted_and_selected_over_pages() throws Exception {
    server.createTable("many", "N");
    for (int i = 0; i < 60; i++) {
      server.put(
          "many",
          "{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"%d\"},\"n\":{\"N\":\"%s\"}}"
              .formatted(i, i == 7 ? "90071992547409931.5" : "90071992547409931." + i % 2));
    }
    browser.open(server.view("table/many", "mode", "query", "pk", "a", "limit", "25"));
    browser.awaitTexts(".count", List.of("25 items")::equals);
    browser.click("[data-action=count]");
    browser.awaitTexts(
        ".total", texts -> !texts.isEmpty() && texts.getFirst().startsWith("60 items match"));
    browser.click("[data-action=select-all]");
    browser.awaitTexts(".chosen", List.of("60 items selected, 35 on other pages")::equals);
    browser.click("[data-action=bulk-edit]");
    browser.type("[name=attribute]", "tags");
    browser.choose("[name=type]", "JSON");
    browser.type("[name=value]", "{\"$stringSet\": [\"x\"]}");
    browser.awaitTexts("dialog .dry", texts -> texts.getFirst().startsWith("60 items would"));
    browser.click("dialog [data-action=close]");
    browser.click("[data-action=unselect]");

    browser.click("[role=grid] thead th:nth-child(4) .sort");
    browser.click("[role=grid] thead th:nth-child(4) .sort");
    browser.awaitTexts("[role=grid] tbody tr:first-child td:nth-child(3)", List.of("7")::equals);
    assertThat(String.valueOf(browser.run("return location.href"))).contains("sort=-n");

    browser.click("[role=grid] tbody tr:nth-child(1) input");
    browser.click("[data-action=next]");
    browser.awaitTexts(".chosen", List.of("1 item selected, 1 on other pages")::equals);
    browser.click("[role=grid] thead input");
    browser.awaitTexts(".chosen", List.of("26 items selected, 1 on other pages")::equals);
    browser.click("[data-action=bulk-delete]");
    browser.click("[data-action=execute]");
    browser.awaitTexts(".done", List.of("26")::equals);
    browser.click("[data-action=close]");
    browser.awaitTexts("dialog", List::isEmpty);
    assertThat(server.send("Scan", "{\"TableName\":\"many\"}").path("Count").asInt()).isEqualTo(34);
  }

  @Test
  void a_count_can_be_stopped_and_can_be_repeated_after_an_error() throws Exception {
    server.createTable("counted", "N");
    for (int i = 0; i < 4; i++) {
      server.put(
          "counted",
          "{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"%d\"},\"text\":{\"S\":\"%s\"}}"
              .formatted(i, "x".repeat(LARGE_CHARACTERS)));
    }
    browser.open(server.view("table/counted", "limit", "2", "mode", "query", "pk", "a"));
    browser.awaitTexts(".count", List.of("2 items")::equals);
    // The second request of a count waits, until it is aborted or its connection breaks.
    browser.run(
        """
        const send = window.fetch;
        window.counts = 0;
        window.fetch = (address, options) => options?.body?.includes('"COUNT"') && ++window.counts === 2 ? new Promise((_, reject) => {
          window.breakConnection = () => reject(new TypeError('broken'));
          options.signal.addEventListener('abort', () => reject(options.signal.reason));
        }) : send(address, options);
        """);
    browser.click("[data-action=count]");
    browser.awaitTexts(
        ".total", texts -> texts.toString().startsWith("[counting\u2026 3 items match so far, "));
    browser.click("[data-action=stop-count]");
    browser.awaitTexts(".total", texts -> texts.toString().startsWith("[3 items match so far, "));
    assertThat(browser.texts("main .error")).isEmpty();

    browser.run("window.counts = 0");
    browser.click("[data-action=count]");
    Eventually.holds("the second request waits", () -> browser.number("return window.counts") == 2);
    browser.run("window.breakConnection()");
    assertThat(browser.text("main .error")).contains("The server did not answer.");
    browser.click("[data-action=count]");
    browser.awaitTexts(".total", texts -> texts.toString().startsWith("[4 items match in all, "));
    assertThat(browser.texts("main .error")).isEmpty();
  }

  @Test
  void each_operator_of_a_filter_finds_its_items() throws Exception {
    server.createTable("filtered", "N");
    for (String item :
        List.of(
            "\"sk\":{\"N\":\"1\"},\"s\":{\"S\":\"a,b\"},\"n\":{\"N\":\"1\"},\"l\":{\"L\":[{\"S\":\"x\"}]},\"ss\":{\"SS\":[\"p\",\"q\"]}",
            "\"sk\":{\"N\":\"2\"},\"s\":{\"S\":\"beta\"},\"n\":{\"N\":\"2\"},\"m\":{\"M\":{\"k\":{\"S\":\"v\"}}}",
            "\"sk\":{\"N\":\"3\"},\"s\":{\"S\":\"b\"},\"n\":{\"N\":\"10\"}",
            "\"sk\":{\"N\":\"4\"},\"n\":{\"N\":\"-1\"}")) {
      server.put("filtered", "{\"pk\":{\"S\":\"a\"},%s}".formatted(item));
    }
    browser.open(server.view("saved"));
    browser.awaitElement("main h1");
    Object found =
        browser.run(
            """
            return Promise.all([import('/console/query.js'), import('/console/tables.js')]).then(async ([{FILTER_OPERATORS, readPage}, {describe}]) => {
              const table = await describe('filtered');
              const find = async (filters, any) => (await readPage(table, {mode: 'query', pk: 'a', f: JSON.stringify(filters), any})).items.map(item => item.sk.N).join();
              const one = async (n, o, t, v, w) => `${o} ${t} ${await find([{n, o, t, v, w}])}`;
              const results = [];
              for (const filter of [
                ['n', '=', 'N', '2.0'], ['n', '<>', 'N', '2'], ['n', '<', 'N', '2'], ['n', '<=', 'N', '2'], ['n', '>', 'N', '2'], ['n', '>=', 'N', '2'],
                ['n', 'between', 'N', '1', '2'], ['n', 'in', 'N', '1, 10'], ['s', 'in_lines', 'S', 'a,b\\nb\\n'], ['s', 'begins_with', 'S', 'b'],
                ['s', 'contains', 'S', ','], ['s', 'not_contains', 'S', 'b'], ['s', 'exists', 'S', ''], ['s', 'not_exists', 'S', ''], ['l', 'type', 'S', 'L'],
                ['s', 'size', 'S', '3'], ['s', 'size_below', 'S', '3'], ['s', 'size_equal', 'S', '3'],
                ['l', '=', 'JSON', '["x"]'], ['m', '=', 'JSON', '{"k": "v"}'], ['ss', '=', 'JSON', '{"$stringSet": ["q", "p"]}'],
              ]) results.push(await one(...filter));
              const two = [{n: 'n', o: '>', t: 'N', v: '1'}, {n: 's', o: 'begins_with', t: 'S', v: 'a'}];
              results.push('all ' + await find(two), 'any ' + await find(two, '1'));
              const missing = FILTER_OPERATORS.map(([o]) => o).filter(o => !results.some(result => result.startsWith(o + ' ')));
              return [...results, 'not tested ' + missing];
            });
            """);
    assertThat(found)
        .isEqualTo(
            List.of(
                "= N 2",
                "<> N 1,3,4",
                "< N 1,4",
                "<= N 1,2,4",
                "> N 3",
                ">= N 2,3",
                "between N 1,2",
                "in N 1,3",
                "in_lines S 1,3",
                "begins_with S 2,3",
                "contains S 1",
                "not_contains S 4",
                "exists S 1,2,3",
                "not_exists S 4",
                "type S 1",
                "size S 1,2",
                "size_below S 3",
                "size_equal S 1",
                "= JSON 1",
                "= JSON 2",
                "= JSON 1",
                "all ",
                "any 1,2,3",
                "not tested "));

    browser.open(server.view("table/filtered"));
    browser.click(".add-filter");
    browser.type("[name='filter0.name']", "s");
    browser.choose("[name='filter0.op']", "in_lines");
    browser.type("textarea[name='filter0.value']", "a,b\nbeta");
    browser.click(".builder [type=submit]");
    browser.awaitTexts("[role=grid] tbody td:nth-child(3)", List.of("1", "2")::equals);
  }

  @Test
  void the_plan_of_a_request_says_what_it_reads_and_what_it_returns() throws Exception {
    server.createTable("planned", "N");
    for (int i = 0; i < 10; i++) {
      server.put("planned", "{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"%d\"}}".formatted(i));
    }
    browser.open(
        server.view("table/planned", "f", "[{\"n\":\"sk\",\"o\":\"<\",\"t\":\"N\",\"v\":\"2\"}]"));
    assertThat(browser.text(".plan"))
        .isEqualTo(
            "Reads all partitions of the table in the order of the hash; returns 2 of 10 items"
                + " that it reads and charges, in 1 request. A condition on the key of an index"
                + " would not read the others.");
    browser.open(server.view("table/planned", "mode", "query", "pk", "a"));
    browser.awaitTexts(
        ".plan",
        List.of("Reads one range of one partition key of the table, in 1 request.")::equals);
  }

  @Test
  void a_statement_is_completed_and_its_error_is_selected() throws Exception {
    server.createTable("orders-of-2026", "N");
    server.put(
        "orders-of-2026",
        "{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"1\"},\"customer\":{\"S\":\"ada\"}}");
    browser.open(server.view("partiql"));
    browser.type("#statement", "SEL");
    browser.awaitTexts("#offers li", List.of("SELECT")::equals);
    browser.press(Keys.TAB, " * FROM ord");
    browser.awaitTexts("#offers li", List.of("\"orders-of-2026\"")::equals);
    browser.press(Keys.TAB);
    browser.press(Keys.chord(Keys.CONTROL, Keys.ENTER));
    browser.awaitTexts(".count", List.of("1 item")::equals);
    browser.press(" WHERE cus");
    browser.awaitTexts("#offers li", List.of("\"customer\"")::equals);
    browser.press(Keys.TAB, " = 'ada'");
    assertThat(browser.run("return document.querySelector('#statement').value"))
        .isEqualTo("SELECT * FROM \"orders-of-2026\" WHERE \"customer\" = 'ada'");
    browser.press(Keys.chord(Keys.CONTROL, Keys.ENTER));
    browser.awaitTexts("main .bar .count", List.of("1 item")::equals);
    browser.click("[role=grid] .cell");
    browser.awaitTexts("dialog h2", List.of("Item a \u00b7 1")::equals);
    browser.click("dialog .close");
    browser.awaitTexts(".count", List.of("1 item")::equals);
    assertThat(
            browser.run(
                "return import('/console/completion.js').then(({errorRange}) =>"
                    + " errorRange('SELECT *\\nFROM a.b.c', 'Unexpected path component at 2:8:3'))"))
        .isEqualTo(List.of(16L, 19L));
    assertThat(
            browser.run(
                "return import('/console/completion.js').then(({errorRange}) => ["
                    + "errorRange('SELECT DISTINCT a', 'Unsupported token in expression: DISTINCT'),"
                    + "errorRange('a LIKE b like c', 'Unsupported operator. Operator: like')])"))
        .isEqualTo(Arrays.asList(List.of(7L, 15L), null));
  }

  @Test
  void access_patterns_run_beside_their_estimated_cost() throws Exception {
    server.createTable("shop", "S");
    for (String sk : List.of("PROFILE", "ORDER#1", "ORDER#2")) {
      server.put("shop", "{\"pk\":{\"S\":\"CUST#ada\"},\"sk\":{\"S\":\"%s\"}}".formatted(sk));
    }
    browser.open(server.view("design"));
    browser.type("[name=model]", "{\"DataModel\": []}");
    browser.click("main form [type=submit]");
    assertThat(browser.text("main .error")).contains("NoSQL Workbench");
    browser.type(
        "[name=model]",
        """
        {"table":"shop","findings":[],"accessPatterns":[
         {"name":"orders","shape":"QUERY","key":"pk = CUST#{email} AND begins_with(sk, ORDER#)",
          "perCall":{"read":1.5,"write":0},"callsPerSecond":20,"budget":"2 RCU"},
         {"name":"place","shape":"PUT","key":"pk = CUST#{email}","perCall":{"read":0,"write":4}}]}
        """);
    browser.click("main form [type=submit]");
    browser.awaitTexts(".pattern h2", List.of("orders", "place")::equals);
    assertThat(browser.texts(".pattern > .note").getFirst())
        .isEqualTo(
            "Estimated: 1.5 read units a call, 20 calls a second, budget 2 RCU. One partition key"
                + " throttles at more than 2,000 calls a second.");
    browser.type("[name=email]", "ada");
    browser.click("[data-action=run-pattern]");
    browser.awaitTexts(".measured", List.of("2 items, 0.5 read units; estimated 1.5")::equals);
    assertThat(browser.texts("[role=grid] tbody td:nth-child(2)"))
        .containsExactly("ORDER#1", "ORDER#2");
    browser.click("[data-pattern=orders] a.button");
    browser.awaitTexts(".count", List.of("2 items")::equals);
    browser.run("localStorage.removeItem('gramme.design')");
  }

  @Test
  void as_many_bytes_are_selected_as_fit_into_the_memory_of_the_page() {
    browser.open(server.view("saved"));
    browser.awaitElement("main h1");
    assertThat(
            browser.run(
                """
                return import('/console/items.js').then(({firstOf}) => {
                  const entries = (count, bytes) => Array.from({length: count}, (_, i) => [i, {pk: {S: 'x'.repeat(bytes)}}]);
                  return [firstOf(entries(300, 400_000)).size, firstOf(entries(30, 400_000)).size, firstOf(entries(20_001, 1)).size];
                });
                """))
        .isEqualTo(List.of(249L, 30L, 20_000L));
  }

  private void fill(String table, int items) throws Exception {
    server.createTable(table, "N");
    for (int from = 0; from < items; from += 25) {
      var puts = new ArrayList<String>();
      for (int i = from; i < Math.min(items, from + 25); i++) {
        puts.add(
            "{\"PutRequest\":{\"Item\":{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"%d\"},\"n\":{\"N\":\"%d\"}}}}"
                .formatted(i, i));
      }
      server.send(
          "BatchWriteItem",
          "{\"RequestItems\":{\"%s\":[%s]}}".formatted(table, String.join(",", puts)));
    }
  }

  /** Sets an attribute of the selected items and returns how many texts the page has measured. */
  private double measuredTextsOfABulkEdit() {
    browser.click("[data-action=bulk-edit]");
    browser.type("[name=attribute]", "v");
    browser.type("[name=value]", "new");
    browser.run(
        """
        const encode = TextEncoder.prototype.encode;
        window.measured = 0;
        TextEncoder.prototype.encode = function(text) { window.measured++; return encode.call(this, text); };
        """);
    browser.click("[data-action=execute]");
    Eventually.holds(
        "the bulk edit has ended",
        Duration.ofMinutes(20),
        () -> browser.texts("dialog [data-action=close]").equals(List.of("Close")));
    double measured = browser.number("return window.measured");
    browser.run("location.reload()");
    return measured;
  }

  @Tag("long")
  @Test
  void the_work_of_a_bulk_edit_grows_with_the_number_of_items_alone() throws Exception {
    fill("linear", 300);
    browser.open(server.view("table/linear", "limit", "500"));
    browser.awaitTexts(".count", List.of("300 items")::equals);
    browser.click("[role=grid] thead input");
    assertThat(measuredTextsOfABulkEdit()).isLessThan(300 * 50);
    assertThat(
            server
                .send(
                    "Scan",
                    "{\"TableName\":\"linear\",\"FilterExpression\":\"attribute_exists(v)\"}")
                .path("Count")
                .asInt())
        .isEqualTo(300);
  }

  @Test
  void a_stopped_bulk_edit_changes_no_further_item_and_its_part_can_be_undone() throws Exception {
    fill("stopped", 50);
    browser.open(server.view("table/stopped"));
    browser.awaitTexts(".count", List.of("50 items")::equals);
    browser.click("[role=grid] thead input");
    browser.click("[data-action=bulk-edit]");
    browser.type("[name=attribute]", "v");
    browser.type("[name=value]", "new");
    // After eight updates, the others wait.
    browser.run(
        """
        const send = window.fetch;
        window.updates = 0;
        window.waiting = [];
        window.fetch = (address, options) => options?.headers?.['x-amz-target']?.endsWith('UpdateItem') && ++window.updates > 8
          ? new Promise(resolve => window.waiting.push(() => resolve(send(address, options)))) : send(address, options);
        """);
    browser.click("[data-action=execute]");
    Eventually.holds(
        "four updates wait", () -> browser.number("return window.waiting.length") == 4);
    // Neither the page nor its address is left while the edit runs.
    assertThat(browser.run("return dispatchEvent(new Event('beforeunload', {cancelable: true}))"))
        .isEqualTo(false);
    browser.run("location.hash = '#/saved'");
    Eventually.holds(
        "the address is the one before",
        () -> "#/table/stopped".equals(browser.run("return location.hash")));
    assertThat(browser.texts("dialog h2")).containsExactly("Change 50 items");
    browser.click("dialog [data-action=close]");
    browser.run("window.waiting.forEach(each => each())");
    browser.run("location.hash = '#/table/stopped?tab=time'");
    browser.awaitTexts(".undos li span", List.of("Change of v, 12 changes")::equals);
    assertThat(browser.number("return window.updates")).isEqualTo(12);
  }

  @Test
  @Tag("long")
  void as_many_items_as_can_be_selected_are_changed() throws Exception {
    fill("most", 20_000);
    browser.open(server.view("table/most", "mode", "query", "pk", "a", "limit", "10000"));
    browser.awaitTexts(".count", List.of("10,000 items")::equals);
    browser.click("[role=grid] thead input");
    browser.click("[data-action=next]");
    browser.awaitTexts(
        "[role=grid] tbody tr:first-child td:nth-child(3)", List.of("10000")::equals);
    browser.click("[role=grid] thead input");
    browser.awaitTexts(".chosen", List.of("20,000 items selected, 10,000 on other pages")::equals);
    assertThat(measuredTextsOfABulkEdit()).isLessThan(20_000 * 50);
    assertThat(
            server
                .send(
                    "Scan",
                    "{\"TableName\":\"most\",\"FilterExpression\":\"attribute_not_exists(v)\"}")
                .path("Count")
                .asInt())
        .isZero();
  }
}
