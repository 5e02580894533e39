package dev.gramme.conformance.console;

import static dev.gramme.conformance.console.ConsoleServer.json;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code of the writes that were made in the console, executed where Java can do that. */
@Tag("slow")
class ConsoleWriteCodeTest extends ConsoleInBrowser {
  private static final List<String> LANGUAGES =
      List.of("cli", "java", "toolkit", "javascript", "python", "partiql");
  private static final String KEY = "{\"pk\":{\"S\":\"a\"},\"sk\":{\"S\":\"it's\"}}";
  private static final String FIRST =
      """
      {"pk":{"S":"a"},"sk":{"S":"it's"},"type":{"S":"book"},"title":{"S":"Rush \\"1\\""},
       "pages":{"N":"12345678901234567890.5"},"tags":{"SS":["p"]},"lines":{"L":[{"N":"1"},{"N":"2"}]},
       "old":{"BOOL":true}}
      """;
  private static final String SECOND =
      """
      {"pk":{"S":"a"},"sk":{"S":"it's"},"type":{"S":"book"},"title":{"S":"it's new"},
       "pages":{"N":"12345678901234567890.5"},"tags":{"SS":["q"]},"lines":{"L":[{"N":"1"},{"N":"2"}]},
       "added":{"M":{"k":{"S":"v"}}}}
      """;

  @TempDir private Path folder;

  @Override
  String expectedErrors() {
    return NONE;
  }

  private void edit(String item) {
    browser.click("dialog [data-tab=dynamodb]");
    browser.type("[name=json]", item);
    browser.click("[data-action=save]");
    browser.awaitTexts("dialog", List::isEmpty);
  }

  /** The code in each language, of an open or closed list of them. */
  private Map<String, String> codes(String selector) {
    browser.awaitElement(selector + " summary");
    // It stays open from one change to the next.
    if (browser.texts(selector + " pre").isEmpty()) {
      browser.click(selector + " summary");
    }
    browser.awaitElement(selector + " pre");
    var codes = new LinkedHashMap<String, String>();
    for (String language : LANGUAGES) {
      browser.click(selector + " [data-tab=" + language + "]");
      browser.awaitElement(selector + " [data-tab=" + language + "][aria-selected=true]");
      codes.put(language, browser.text(selector + " pre"));
    }
    return codes;
  }

  private String code(Map<String, String> codes, String language) {
    return codes.getOrDefault(language, "");
  }

  private void assertStored(String item) throws Exception {
    assertThat(server.item("written", KEY)).isEqualTo(json(item));
  }

  private void assertNothingStored() throws Exception {
    assertThat(server.item("written", KEY).isMissingNode()).isTrue();
  }

  private void execute(String statement) throws Exception {
    String text = statement.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    server.send("ExecuteStatement", "{\"Statement\":\"%s\"}".formatted(text));
  }

  @Test
  void the_code_of_a_written_item_writes_the_same_again() throws Exception {
    server.createTable("written", "S");
    browser.open(server.view("table/written"));
    browser.click("[data-action=new]");
    edit(FIRST);
    Map<String, String> put = codes(".codeof[data-operation=PutItem]");
    browser.click("[role=grid] .cell");
    edit(SECOND);
    Map<String, String> update = codes(".codeof[data-operation=UpdateItem]");
    browser.click("[role=grid] .cell");
    browser.click("[data-action=delete]");
    browser.click("[data-action=confirm-delete]");
    browser.awaitTexts("dialog", List::isEmpty);
    Map<String, String> delete = codes(".codeof[data-operation=DeleteItem]");
    assertNothingStored();

    assertThat(code(put, "cli"))
        .startsWith("aws dynamodb put-item \\")
        .contains("--item ", "--condition-expression 'attribute_not_exists(#n0)'");
    assertThat(code(update, "javascript"))
        .contains("new UpdateItemCommand({", "UpdateExpression: \"SET ");
    assertThat(code(delete, "python")).contains("client.delete_item(", "    Key={\"pk\": ");
    assertThat(code(update, "partiql")).startsWith("UPDATE \"written\"\nSET ");

    var sdk =
        GeneratedJava.compile(
            GeneratedJava.program(
                List.of(code(put, "java"), code(update, "java"), code(delete, "java"))),
            folder.resolve("sdk"));
    sdk.run("Example", "0");
    assertStored(FIRST);
    sdk.run("Example", "1");
    assertStored(SECOND);
    sdk.run("Example", "2");
    assertNothingStored();

    execute(code(put, "partiql"));
    assertStored(FIRST);
    execute(code(update, "partiql"));
    assertStored(SECOND);
    execute(code(delete, "partiql"));
    assertNothingStored();

    GeneratedJava.compile(code(put, "toolkit"), folder.resolve("put")).run("Example");
    assertStored(FIRST);
    GeneratedJava.compile(code(update, "toolkit"), folder.resolve("update")).run("Example");
    assertStored(SECOND);
    GeneratedJava.compile(code(delete, "toolkit"), folder.resolve("delete")).run("Example");
    assertNothingStored();
  }

  @Tag("long")
  @Test
  void the_code_of_a_new_table_creates_the_same_table() throws Exception {
    browser.reloadAt(server.view("create"));
    browser.type("[name=name]", "made-2026");
    browser.type("[name=pk]", "author");
    browser.type("[name=sk]", "year");
    browser.choose("[name=skType]", "N");
    browser.choose("[name=billing]", "PROVISIONED");
    browser.click(".add-global");
    browser.type("[name='index0.name']", "by-title");
    browser.type("[name='index0.pk']", "title");
    browser.choose("[name='index0.projection']", "INCLUDE");
    browser.type("[name='index0.attributes']", "pages");
    Map<String, String> codes = codes(".codeof[data-operation=CreateTable]");
    assertThat(code(codes, "cli")).startsWith("aws dynamodb create-table \\");
    assertThat(code(codes, "python")).contains("client.create_table(");
    assertThat(code(codes, "javascript")).contains("new CreateTableCommand({");
    assertThat(code(codes, "partiql"))
        .isEqualTo("-- PartiQL has no statement for this CreateTable.");

    GeneratedJava.compile(
            GeneratedJava.program(List.of(code(codes, "java"))), folder.resolve("sdk"))
        .run("Example", "0");
    var table = server.send("DescribeTable", "{\"TableName\":\"made-2026\"}").path("Table");
    assertThat(table.at("/ProvisionedThroughput/ReadCapacityUnits").asInt()).isEqualTo(5);
    var index = table.at("/GlobalSecondaryIndexes/0");
    assertThat(index.path("Projection"))
        .isEqualTo(json("{\"ProjectionType\":\"INCLUDE\",\"NonKeyAttributes\":[\"pages\"]}"));
    server.send("DeleteTable", "{\"TableName\":\"made-2026\"}");

    GeneratedJava.compile(code(codes, "toolkit"), folder.resolve("toolkit")).run("Example");
    var again = server.send("DescribeTable", "{\"TableName\":\"made-2026\"}").path("Table");
    assertThat(again.path("KeySchema")).isEqualTo(table.path("KeySchema"));
    assertThat(again.at("/GlobalSecondaryIndexes/0/KeySchema")).isEqualTo(index.path("KeySchema"));
    assertThat(again.at("/GlobalSecondaryIndexes/0/Projection"))
        .isEqualTo(
            json("{\"ProjectionType\":\"INCLUDE\",\"NonKeyAttributes\":[\"pages\",\"TYPE\"]}"));
  }

  @Tag("long")
  @Test
  void the_code_of_a_bulk_change_is_that_of_its_first_request() throws Exception {
    server.createTable("several", "S");
    for (String sk : List.of("1", "2")) {
      server.put("several", "{\"pk\":{\"S\":\"a\"},\"sk\":{\"S\":\"%s\"}}".formatted(sk));
    }
    browser.open(server.view("table/several"));
    browser.click("[role=grid] thead input");
    browser.click("[data-action=bulk-edit]");
    browser.type("[name=attribute]", "seen");
    browser.type("[name=value]", "yes");
    browser.click("[data-action=execute]");
    browser.awaitTexts(".done", List.of("2")::equals);
    browser.click("[data-action=close]");
    browser.awaitTexts(
        ".codeof[data-operation=UpdateItem] summary",
        List.of("Code of the last change: the first of 2 UpdateItem requests")::equals);
    assertThat(code(codes(".codeof[data-operation=UpdateItem]"), "partiql"))
        .isEqualTo(
            "UPDATE \"several\"\nSET \"seen\" = 'yes'\nWHERE \"pk\" = 'a' AND \"sk\" = '1' AND"
                + " \"seen\" IS MISSING");
  }
}
