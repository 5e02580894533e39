package dev.gramme.conformance.console;

import static dev.gramme.conformance.console.ConsoleServer.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.testkit.Eventually;
import dev.gramme.toolkit.schema.EntitySchema;
import dev.gramme.toolkit.schema.IndexSchema;
import dev.gramme.toolkit.schema.KeySchema;
import dev.gramme.toolkit.schema.KeySchema.KeyAttribute;
import dev.gramme.toolkit.schema.KeySchema.ScalarType;
import dev.gramme.toolkit.workbench.WorkbenchModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** Models that are made or changed in the console. */
@Tag("slow")
class ConsoleDesignTest extends ConsoleInBrowser {
  private static final Path WORKBENCH =
      Path.of("src", "test", "resources", "data", "workbench-models", "AnOnlineShop_facets.json");

  @TempDir private static Path downloads;

  @BeforeAll
  void prepare() throws Exception {
    browser.downloadTo(downloads);
  }

  @Override
  String expectedErrors() {
    return NONE;
  }

  @AfterEach
  void forget() {
    browser.run("localStorage.removeItem('gramme.design')");
  }

  private void open() {
    browser.reloadAt(server.view("design"));
  }

  private void load(String model) {
    open();
    browser.type("[name=model]", model);
    browser.click("main form [type=submit]:enabled");
    browser.awaitElement("[data-action=close-model]");
  }

  private static String downloaded(String name) throws Exception {
    Path file = downloads.resolve(name);
    // Chromium first creates an empty file of this name, and replaces it by the complete one.
    Eventually.holds(name + " is downloaded", () -> file.toFile().length() > 0);
    return Files.readString(file);
  }

  /** Replaces the text of a field that counts when it is left. */
  private void replace(String selector, String text) {
    browser.click(selector);
    browser.press(Keys.chord(Keys.CONTROL, "a"));
    browser.press(text, Keys.TAB);
  }

  private void part(String name) {
    browser.click("dialog [data-tab=" + name + "]");
  }

  private void save() {
    browser.click("[data-action=save-model]");
    browser.awaitTexts("dialog", List::isEmpty);
  }

  private void createTables(int count) {
    browser.click("[data-action=create-tables]");
    browser.click("dialog [data-action=execute]");
    browser.awaitTexts(".done-tables li", tables -> tables.size() == count);
    browser.click("dialog [data-action=close]");
  }

  @Test
  void a_loaded_model_is_changed_in_all_of_its_parts_and_exported() throws Exception {
    load(Files.readString(WORKBENCH));
    browser.click("[data-action=edit-model]");
    part("attributes");
    replace("[aria-label='Name of Email']", "Mail");
    replace("[aria-label='Name of SK']", "sort");
    browser.awaitElement("[aria-label='Name of sort']");
    part("indexes");
    browser.click("[data-action=add-global]");
    replace("[name='index2.name']", "byMail");
    browser.choose("[name='index2.pk']", "Mail");
    browser.choose("[name='index2.projection']", "KEYS_ONLY");
    part("kinds");
    browser.click("[aria-label='Remove the kind warehouse']");
    browser.click("[data-action=add-kind]");
    String added = "fieldset:last-of-type ";
    replace(added + "[name$='.name']", "review");
    browser.type(added + "[name$='.PK']", "p#{product}");
    browser.type(added + "[name$='.sort']", "REVIEW#{number}");
    replace(added + "[name$='.attributes']", "Stars, EntityType");
    part("patterns");
    browser.click("[data-action=add-pattern]");
    browser.type(added + "[name$='.name']", "customerOfMail");
    browser.choose(added + "[name$='.index']", "byMail");
    browser.type(added + "[name$='.key']", "Mail = {Mail}");
    part("items");
    browser.click("[aria-label='Edit c#12345 · c#12345']");
    browser.type("dialog [aria-label=Name]", "Ada");
    save();

    assertThat(browser.texts(".entities tbody th"))
        .contains("customer", "review")
        .doesNotContain("warehouse");
    browser.click("[data-action=workbench]");
    String exported = downloaded("OnlineShop.workbench.json");
    var model = json(exported);
    assertThat(model.at("/ModelMetadata/Author").asText()).isEqualTo("Samaneh Utter");
    assertThat(model.at("/DataModel/0/TableData"))
        .hasSize(20)
        .filteredOn(item -> item.at("/Mail/S").asText().equals("samaneh@example.com"))
        .singleElement()
        .satisfies(item -> {
          assertThat(item.at("/Name/S").asText()).isEqualTo("Ada");
          assertThat(item.at("/sort/S").asText()).isEqualTo("c#12345");
        });
    var schema = WorkbenchModel.parse(exported).table("OnlineShop").schema();
    assertThat(schema.key().sort()).containsExactly(new KeyAttribute("sort", ScalarType.S));
    assertThat(schema.indexes())
        .contains(
            new IndexSchema(
                "byMail",
                IndexSchema.Kind.GLOBAL,
                new KeySchema(List.of(new KeyAttribute("Mail", ScalarType.S)), List.of()),
                IndexSchema.Projection.KEYS_ONLY,
                List.of()));
    assertThat(schema.entities())
        .extracting(EntitySchema::name)
        .contains("review")
        .doesNotContain("warehouse");

    createTables(1);
    browser.type("[data-pattern=customerOfMail] [name=Mail]", "samaneh@example.com");
    browser.click("[data-pattern=customerOfMail] [data-action=run-pattern]");
    browser.awaitTexts(
        "[data-pattern=customerOfMail] .measured", List.of("1 item, 0.5 read units")::equals);
    assertThat(
            server
                .item("OnlineShop", "{\"PK\":{\"S\":\"c#12345\"},\"sort\":{\"S\":\"c#12345\"}}")
                .at("/Name/S")
                .asText())
        .isEqualTo("Ada");
  }

  @Test
  void a_new_model_is_made_saved_as_json_and_loaded_again() throws Exception {
    open();
    browser.click("[data-action=new-model]");
    browser.type("[name='model.name']", "visits");
    part("attributes");
    replace("[aria-label='Name of pk']", "person");
    replace("[aria-label='Name of sk']", "at");
    browser.choose("[aria-label='Type of at']", "N");
    browser.type("[aria-label='Name of a new attribute']", "place");
    browser.click("[data-action=add-attribute]");
    browser.awaitElement("[aria-label='Type of place']");
    part("items");
    browser.click("[data-action=add-item]");
    browser.type("dialog [aria-label=person]", "ada");
    browser.type("dialog [aria-label=at]", "seven");
    browser.click("[data-action=save-model]");
    assertThat(browser.text("dialog .error"))
        .contains("Sample item 1: at: \"seven\" is not a number");
    browser.type("dialog [aria-label=at]", "7");
    save();

    browser.click("[data-action=add-table]");
    browser.type("[name='model.name']", "visits");
    browser.click("[data-action=save-model]");
    assertThat(browser.text("dialog .error")).contains("The model has a table visits already.");
    browser.type("[name='model.name']", "places");
    browser.choose("[name='model.sk']", "");
    save();
    browser.awaitTexts("main .title .note", notes -> notes.getFirst().contains("2 tables"));

    browser.click("[data-action=model]");
    String saved = downloaded("visits.model.json");
    browser.click("[data-action=close-model]");
    load(saved);
    createTables(2);
    assertThat(server.send("Scan", "{\"TableName\":\"visits\"}").path("Items"))
        .isEqualTo(json("[{\"person\":{\"S\":\"ada\"},\"at\":{\"N\":\"7\"}}]"));
    assertThat(server.send("DescribeTable", "{\"TableName\":\"places\"}").at("/Table/KeySchema"))
        .isEqualTo(json("[{\"AttributeName\":\"pk\",\"KeyType\":\"HASH\"}]"));
    browser.choose("[name='model-table']", "places");
    browser.click("[data-action=remove-table]");
    browser.awaitTexts("main .title .note", notes -> notes.getFirst().contains("1 table,"));
  }

  @Tag("long")
  @Test
  void a_pattern_with_a_range_reads_the_range_alone_and_its_items_are_sorted_and_opened()
      throws Exception {
    server.createTable("ranges", "S");
    for (int i = 0; i < 80; i++) {
      server.put(
          "ranges",
          "{\"pk\":{\"S\":\"CUST#ada\"},\"sk\":{\"S\":\"ORDER#%04d\"},\"total\":{\"N\":\"%d\"}}"
              .formatted(i, 100 - i));
    }
    load(
        """
        {"table":"ranges","findings":[],"accessPatterns":[
         {"name":"between","shape":"QUERY","key":"pk = CUST#{email} AND sk BETWEEN ORDER#{number:4} AND ORDER#{number:4}"},
         {"name":"after","shape":"QUERY","key":"pk = CUST#{email} AND sk > ORDER#{number:4}"},
         {"name":"all","shape":"QUERY","key":"pk = CUST#{email}"},
         {"name":"other","shape":"QUERY","key":"pk = CUST#{email} AND total > {least}"},
         {"name":"odd","shape":"QUERY","key":"pk = CUST#{email} AND sk LIKE ORDER"}]}
        """);
    String between = "[data-pattern=between] ";
    browser.type(between + "[name=email]", "ada");
    browser.type(between + "[name=number]", "10");
    browser.type(between + "[name='number (to)']", "12");
    browser.click(between + "[data-action=run-pattern]");
    browser.awaitTexts(between + ".measured", List.of("3 items, 0.5 read units")::equals);
    assertThat(browser.text(between + ".rate"))
        .startsWith("0.5 read units")
        .contains("0.16 USD a month")
        .endsWith("One partition key throttles at more than 6,000 such calls a second.")
        .doesNotContain("the first");
    assertThat(browser.texts(between + "input[type=checkbox]")).isEmpty();
    browser.click(between + "thead th:nth-child(3) .sort");
    browser.awaitTexts(
        between + "tbody td:nth-child(2)",
        List.of("ORDER#0012", "ORDER#0011", "ORDER#0010")::equals);

    browser.type("[data-pattern=after] [name=email]", "ada");
    browser.type("[data-pattern=after] [name=number]", "77");
    browser.click("[data-pattern=after] [data-action=run-pattern]");
    browser.awaitTexts(
        "[data-pattern=after] tbody td:nth-child(2)", List.of("ORDER#0078", "ORDER#0079")::equals);
    browser.type("[data-pattern=all] [name=email]", "ada");
    browser.click("[data-pattern=all] [data-action=run-pattern]");
    assertThat(browser.text("[data-pattern=all] .rate"))
        .contains("This is the cost of the first 50 items; there are more.");
    assertThat(browser.text("[data-pattern=other] > .note"))
        .isEqualTo(
            "The condition on total cannot run: it is not a condition on the key of the table.");
    assertThat(browser.text("[data-pattern=odd] > .note"))
        .isEqualTo(
            "The console does not understand the condition \"pk = CUST#{email} AND sk LIKE ORDER\".");

    browser.click(between + "tbody tr:first-child .cell");
    browser.awaitTexts("dialog h2", List.of("Item CUST#ada · ORDER#0012")::equals);
    browser.click("dialog .close");
    browser.awaitTexts(".count", List.of("3 items")::equals);
  }

  @Test
  void a_changed_model_keeps_its_findings_as_those_before_the_change() throws Exception {
    load(
        """
        {"table":"found","findings":[{"severity":"WARNING","subject":"orders","explanation":"It is hot.","advice":"Add a suffix."}],
         "schema":{"key":{"partition":[{"name":"pk","type":"S"}],"sort":[]},"indexes":[],"entities":[]},
         "accessPatterns":[{"name":"orders","shape":"QUERY","key":"pk = {pk}"}]}
        """);
    browser.awaitTexts(".lint h2", List.of("Findings")::equals);
    browser.click("[data-action=edit-model]");
    browser.type("[name='model.name']", "renamed");
    save();
    browser.awaitTexts(".lint h2", List.of("Findings before the last change")::equals);
    assertThat(browser.texts(".lint li"))
        .containsExactly("WARNING orders: It is hot. Add a suffix.");
  }
}
