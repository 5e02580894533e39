package dev.gramme.conformance.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.gramme.testkit.Eventually;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Exports and imports of the console that pass through piece by piece. */
@Tag("slow")
class ConsoleFilesTest extends ConsoleInBrowser {
  private static final int ITEMS = 130;

  @TempDir private static Path folder;

  @BeforeAll
  void prepare() throws Exception {
    browser.downloadTo(folder);
    server.createTable("source", "N");
    for (int i = 0; i < ITEMS; i++) {
      server.put(
          "source",
          switch (i % 3) {
            case 0 ->
                "{\"pk\":{\"S\":\"a,\\\"b\\\"\"},\"sk\":{\"N\":\"%d\"},\"n\":{\"N\":\"1e%d\"}}"
                    .formatted(i, i % 100);
            case 1 ->
                """
                {"pk":{"S":"%s"},"sk":{"N":"%d"},"text":{"S":"two\\nlines, \\u20ac"},
                 "map":{"M":{"x":{"L":[{"BOOL":true},{"NULL":true}]}}}}
                """
                    .formatted("\uD83C\uDF4E", i);
            default ->
                """
                {"pk":{"S":"\\u05e9\\u05dc"},"sk":{"N":"-%d"},"text":{"B":"AAEC"},
                 "tags":{"SS":["x","y"]},"empty":{"S":""}}
                """
                    .formatted(i);
          });
    }
  }

  private Map<String, JsonNode> items(String table) throws Exception {
    var items = new TreeMap<String, JsonNode>();
    for (JsonNode item :
        server
            .send("Scan", "{\"TableName\":\"%s\",\"ConsistentRead\":true}".formatted(table))
            .path("Items")) {
      items.put(item.path("pk").toString() + item.path("sk"), item);
    }
    return items;
  }

  @ParameterizedTest
  @CsvSource({"csv,csv", "plain,json", "lines,jsonl", "dynamodb,json"})
  void all_pages_are_exported_into_a_file_and_imported_from_it(String format, String ending)
      throws Exception {
    Path file = folder.resolve("source." + ending);
    Files.deleteIfExists(file);
    browser.open(server.view("table/source", "limit", "25"));
    browser.click("[data-action=export]:enabled");
    browser.choose("[name=format]", format);
    assertThat(browser.text("dialog .all"))
        .startsWith("All pages read about %d items, ".formatted(ITEMS));
    browser.click("[data-action=download-all]");
    browser.awaitTexts(".exported", texts -> texts.equals(List.of(ITEMS + " items")));
    Eventually.holds("the file is downloaded", () -> file.toFile().length() > 0);
    browser.click("dialog [data-action=close]");

    String target = "target-" + format;
    server.createTable(target, "N");
    server.put(
        target, "{\"pk\":{\"S\":\"a,\\\"b\\\"\"},\"sk\":{\"N\":\"0\"},\"old\":{\"S\":\"x\"}}");
    browser.open(server.view("table/" + target));
    browser.click("[data-action=import]");
    browser.upload("[name=file]", file);
    browser.choose("[name=mode]", "replace");
    browser.awaitElement("dialog [data-items='%d']".formatted(ITEMS));
    browser.click("[data-action=execute]");
    browser.awaitTexts(".done", texts -> texts.equals(List.of("" + ITEMS)));
    browser.click("dialog [data-action=close]");
    assertThat(items(target)).isEqualTo(items("source"));
  }

  @Tag("long")
  @Test
  void all_pages_of_a_query_are_counted_before_they_are_exported() {
    browser.open(server.view("table/source", "mode", "query", "pk", "a,\"b\"", "limit", "25"));
    browser.awaitTexts(".count", List.of("25 items")::equals);
    browser.click("[data-action=export]:enabled");
    assertThat(browser.text("dialog .all"))
        .startsWith("How many items all pages of a query have is known only after");
    browser.click("dialog [data-action=count]");
    browser.awaitTexts(
        "dialog .total",
        texts ->
            texts.toString().matches("\\[44 items match in all, [0-9.]+ read units? to count]"));
    assertThat(browser.violations()).isEmpty();
    browser.click("dialog [data-action=close]");
  }

  @Test
  void a_file_is_read_the_same_in_pieces_of_any_size() {
    var script =
        """
        const [files, values] = await Promise.all([import('/console/files.js'), import('/console/values.js')]);
        const table = {TableName: 't', KeySchema: [{AttributeName: 'id', KeyType: 'HASH'}],
          AttributeDefinitions: [{AttributeName: 'id', AttributeType: 'S'}]};
        const texts = [
          '[{"id":"a\\\\"]}"},\\n {"id":"b","l":[1,{"x":"\\\\u00e9"}]} , {"id":"c"}]\\n',
          '{"id":{"S":"a"}}\\r\\n\\n{"Item":{"id":{"S":"b"},"n":{"N":"1"}}}\\n{"id":\\n',
          '{\\n "id": "a"\\n}\\n{\\n "id": "\\u20ac"\\n}',
          'id,n:N\\r\\n"a ""x""\\ny",1\\r\\nb,\\r\\n"\\u20ac",3',
          '[{"id":"a"},{"id":"b"', '["x"]', '', 'id\\n"open', '[{"id":"a"}] x',
        ];
        const outcomes = [];
        for (const text of texts) {
          const bytes = new TextEncoder().encode(text);
          const different = new Set();
          for (const size of [1, 2, 3, 7, 1000]) {
            const blob = {stream: () => new ReadableStream({start(to) {
              for (let at = 0; at < bytes.length; at += size) to.enqueue(bytes.slice(at, at + size));
              to.close();
            }})};
            const first = await files.scan(table, blob);
            const items = [];
            await files.scan(table, blob, {format: first.format === 'csv' ? undefined : first.format, onItem: item => items.push(item)});
            different.add(JSON.stringify([first.format, items.map(item => item.id.S), first.errors]));
          }
          outcomes.push([...different].join(' | '));
        }
        return outcomes;
        """;
    browser.open(server.view(""));
    assertThat(browser.run("return (async () => {" + script + "})()"))
        .asInstanceOf(InstanceOfAssertFactories.list(String.class))
        .satisfiesExactly(
            list -> assertThat(list).isEqualTo("[\"plain\",[\"a\\\"]}\",\"b\",\"c\"],[]]"),
            lines ->
                assertThat(lines)
                    .startsWith("[\"dynamodb\",[\"a\",\"b\"],[\"line 4: ")
                    .doesNotContain(" | "),
            sequence -> assertThat(sequence).isEqualTo("[\"plain\",[\"a\",\"\u20ac\"],[]]"),
            csv -> assertThat(csv).isEqualTo("[\"csv\",[\"a \\\"x\\\"\\ny\",\"b\",\"\u20ac\"],[]]"),
            cut -> assertThat(cut).contains("the file ends within an item").doesNotContain(" | "),
            text -> assertThat(text).contains("item 1: ").doesNotContain(" | "),
            empty -> assertThat(empty).contains("The file: it is empty"),
            quote ->
                assertThat(quote).contains("line 2: a quote is not closed").doesNotContain(" | "),
            behind -> assertThat(behind).contains("behind the list").doesNotContain(" | "));
  }

  @Test
  void a_file_that_is_no_text_or_is_cut_off_says_so_and_writes_nothing_unasked() throws Exception {
    server.createTable("careful", "N");
    Path file = folder.resolve("wrong.json");
    Files.write(file, new byte[] {'[', (byte) 0xFF, (byte) 0xFE});
    browser.open(server.view("table/careful"));
    browser.click("[data-action=import]");
    browser.upload("[name=file]", file);
    assertThat(browser.text("dialog .error")).contains("The file is not text in UTF-8.");
    Path cut = folder.resolve("cut.json");
    Files.writeString(
        cut, "[{\"pk\":\"a\",\"sk\":1},{\"pk\":\"b\",\"sk\":", StandardCharsets.UTF_8);
    browser.upload("[name=file]", cut);
    browser.awaitTexts(
        "dialog .error li",
        texts -> texts.equals(List.of("behind item 1: the file ends within an item")));
    assertThat(browser.text("dialog [data-items]")).startsWith("1 item in JSON");
    assertThat(items("careful")).isEmpty();
  }

  @Tag("long")
  @Test
  void keys_with_the_same_number_in_two_forms_are_one_key_of_an_import() throws Exception {
    server.createTable("numbers", "N");
    browser.open(server.view("table/numbers"));
    browser.click("[data-action=import]");
    browser.type("[name=text]", "pk,sk,v\na,1,first\na,1.0,second\na,10e-1,third\n");
    browser.choose("[name=mode]", "replace");
    browser.awaitElement("dialog [data-items='3']");
    server.put("numbers", "{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"1\"}}");
    browser.click("[data-action=check]");
    browser.awaitTexts(
        ".existing",
        texts -> texts.equals(List.of("1 key of 1 exists in the table, 0.5 read units.")));
    assertThat(browser.text("dialog [data-items]"))
        .contains("2 items have a key that occurs before", "cannot be restored with Undo");
    browser.click("[data-action=execute]");
    browser.awaitTexts(".done", texts -> texts.equals(List.of("1")));
    assertThat(browser.texts("dialog .error")).isEmpty();
    browser.click("dialog [data-action=close]");
    assertThat(items("numbers").values())
        .extracting(item -> item.at("/v/S").asText())
        .containsExactly("third");

    browser.click("[data-action=import]");
    browser.type("[name=text]", "pk,sk,v\na,1,fourth\na,2,new\n");
    browser.click("[data-action=execute]:enabled");
    browser.awaitTexts(".done", texts -> texts.equals(List.of("1")));
    assertThat(browser.text("dialog .dry p")).contains("1 item existed and stayed.");
    browser.click("dialog [data-action=close]");
    assertThat(items("numbers").values())
        .extracting(item -> item.at("/v/S").asText())
        .containsExactly("third", "new");
  }

  private void deleteIndex(String table) throws Exception {
    server.send(
        "UpdateTable",
        """
        {"TableName":"%s","GlobalSecondaryIndexUpdates":[{"Delete":{"IndexName":"by-g"}}]}
        """
            .formatted(table));
    var _ =
        Eventually.get(
            "the table without its index",
            () ->
                server
                    .send("DescribeTable", "{\"TableName\":\"%s\"}".formatted(table))
                    .at("/Table/GlobalSecondaryIndexes"),
            JsonNode::isMissingNode);
  }

  @Tag("long")
  @Test
  void a_running_import_shows_its_progress_and_stops() throws Exception {
    server.createTable("slow", "N");
    browser.open(server.view("table/slow"));
    browser.click("[data-action=import]");
    browser.type(
        "[name=text]",
        "pk,sk\n"
            + IntStream.range(0, 50).mapToObj("a,%d\n"::formatted).collect(Collectors.joining()));
    browser.awaitElement("[data-action=execute]:enabled");
    // After twelve items, the others wait.
    browser.run(
        """
        const send = window.fetch;
        window.puts = 0;
        window.waiting = [];
        window.fetch = (address, options) => options?.headers?.['x-amz-target']?.endsWith('PutItem') && ++window.puts > 12
          ? new Promise(resolve => window.waiting.push(() => resolve(send(address, options)))) : send(address, options);
        """);
    browser.click("[data-action=execute]");
    Eventually.holds("four items wait", () -> browser.number("return window.waiting.length") == 4);
    browser.awaitTexts("dialog .done", texts -> texts.getFirst().matches("[1-9]|1[0-2]"));
    assertThat(
            browser.run(
                "const {value, max} = document.querySelector('dialog progress'); return [value, max];"))
        .isEqualTo(List.of(Long.parseLong(browser.text("dialog .done")), 50L));
    assertThat(browser.texts("dialog [data-action=close]")).containsExactly("Stop");
    for (String scheme : List.of("light", "dark")) {
      browser.colorScheme(scheme);
      for (int width : List.of(390, 1280)) {
        browser.size(width, 800);
        assertThat(browser.violations()).as("%s, %d", scheme, width).isEmpty();
        assertThat(browser.isWiderThanItsWindow()).isFalse();
      }
    }
    browser.colorScheme("light");
    browser.click("dialog [data-action=close]");
    browser.run("window.waiting.forEach(each => each())");
    browser.run("location.hash = '#/table/slow?tab=time'");
    browser.awaitTexts(".undos li span", List.of("Import, 16 changes")::equals);
    assertThat(items("slow")).hasSize(16);
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(strings = {"new", "replace"})
  void items_that_could_not_be_written_are_downloaded_with_their_error_and_tried_again(String mode)
      throws Exception {
    String table = "strict-" + mode;
    server.createStrictTable(table);
    browser.open(server.view("table/" + table));
    browser.click("[data-action=import]");
    browser.choose("[name=mode]", mode);
    browser.type(
        "[name=text]",
        """
        {"pk":{"S":"a"},"sk":{"N":"1"},"g":{"S":"x"}}
        {"pk":{"S":"a"},"sk":{"N":"2"},"g":{"N":"5"}}
        {"pk":{"S":"a"},"sk":{"N":"3"}}
        """);
    browser.click("[data-action=execute]:enabled");
    browser.awaitTexts(".done", List.of("2")::equals);
    assertThat(browser.text("dialog .error"))
        .startsWith("1 item failed")
        .contains("a · 2: ", "Type mismatch for Index Key g");
    browser.click("[data-action=save-failed]");
    Path failed = folder.resolve(table + ".failed.jsonl");
    Eventually.holds("the failed items are downloaded", () -> failed.toFile().length() > 0);
    var line = ConsoleServer.json(Files.readString(failed));
    assertThat(line.path("Item"))
        .isEqualTo(
            ConsoleServer.json("{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"2\"},\"g\":{\"N\":\"5\"}}"));
    assertThat(line.path("Error").asText()).contains("Type mismatch for Index Key g");

    // The same error again, and no item is lost.
    browser.click("[data-action=again]");
    browser.awaitTexts("[data-action=again]:enabled", List.of("Retry 1 failed item")::equals);
    assertThat(items(table)).hasSize(2);
    deleteIndex(table);
    browser.click("[data-action=again]");
    browser.awaitTexts(".done", List.of("3")::equals);
    assertThat(browser.texts("dialog .error")).isEmpty();
    assertThat(browser.texts("[data-action=again]")).isEmpty();
    browser.click("dialog [data-action=close]");
    var written = items(table);
    assertThat(written).hasSize(3);

    // The file of the failed items is a file for an import.
    server.send(
        "DeleteItem",
        "{\"TableName\":\"%s\",\"Key\":{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"2\"}}}"
            .formatted(table));
    browser.click("[data-action=import]");
    browser.upload("[name=file]", failed);
    browser.awaitElement("dialog [data-items='1']");
    browser.click("[data-action=execute]:enabled");
    browser.awaitTexts(".done", List.of("1")::equals);
    browser.click("dialog [data-action=close]");
    assertThat(items(table)).isEqualTo(written);
  }
}
