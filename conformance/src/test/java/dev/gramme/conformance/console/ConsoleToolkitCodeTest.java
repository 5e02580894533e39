package dev.gramme.conformance.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.apps.browser.Browser;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java that the console writes for the toolkit compiles with its processor and runs. */
@Tag("slow")
class ConsoleToolkitCodeTest {
  @TempDir private Path folder;

  private static String code(Browser browser, URI view) {
    browser.reloadAt(view);
    browser.awaitElement("main .count");
    browser.click(".codeof summary");
    browser.click(".codeof [data-tab=toolkit]");
    return browser.text(".codeof pre");
  }

  private String run(String code, String name) throws Exception {
    return GeneratedJava.compile(code, folder.resolve(name)).run("Example");
  }

  @Tag("long")
  @Test
  void an_access_pattern_whose_name_is_no_method_is_not_called() throws Exception {
    try (var server = new ConsoleServer();
        var browser = Browser.start()) {
      server.createTable("shop", "S");
      server.put(
          "shop",
          """
          {"pk":{"S":"a"},"sk":{"S":"1"},"type":{"S":"note"},"text":{"S":"found"}}
          """);
      ConsoleViews.open(
          browser,
          server.view("design"),
          List.of("[name=from-table] option[value=shop]", "[data-pattern] [type=submit]"));

      String query = code(browser, server.view("table/shop", "mode", "query", "pk", "a"));

      assertThat(run(query, "unnamed")).contains("text=Optional[found]");
      assertThat(browser.errors()).isEmpty();
    }
  }

  @Test
  void the_toolkits_code_of_a_request_compiles_and_reads_the_same_items() throws Exception {
    try (var server = new ConsoleServer();
        var browser = Browser.start()) {
      server.send(
          "CreateTable",
          """
          {"TableName":"shop-2026","BillingMode":"PAY_PER_REQUEST",
           "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},
             {"AttributeName":"n","KeyType":"RANGE"}],
           "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},
             {"AttributeName":"n","AttributeType":"N"},{"AttributeName":"order-state","AttributeType":"S"}],
           "GlobalSecondaryIndexes":[{"IndexName":"states",
             "KeySchema":[{"AttributeName":"order-state","KeyType":"HASH"},
               {"AttributeName":"n","KeyType":"RANGE"}],
             "Projection":{"ProjectionType":"ALL"}}]}
          """);
      for (int i = 0; i < 5; i++) {
        server.put(
            "shop-2026",
            """
            {"pk":{"S":"a"},"n":{"N":"%d"},"kind":{"S":"order"},"order-state":{"S":"OPEN"},
             "class":{"S":"c%d"},"tags":{"SS":["x"]},"lines":{"L":[{"N":"1"}]},"paid":{"BOOL":true},
             "address":{"M":{"zip":{"N":"1"},"city":{"S":"Bern"}}}}
            """
                .formatted(i, i % 2));
      }
      server.put(
          "shop-2026", "{\"pk\":{\"S\":\"a\"},\"n\":{\"N\":\"9\"},\"kind\":{\"S\":\"note\"}}");

      String query =
          code(
              browser,
              server.view(
                  "table/shop-2026",
                  "mode",
                  "query",
                  "pk",
                  "a",
                  "sk",
                  "1",
                  "op",
                  "between",
                  "to",
                  "9",
                  "f",
                  "[{\"n\":\"class\",\"o\":\"=\",\"t\":\"S\",\"v\":\"c1\"}]",
                  "desc",
                  "1"));
      assertThat(query).contains("record Order(", "type = \"order\"", "\"address\" needs a record");
      String printed = run(query, "query");
      assertThat(printed).containsSubsequence("Order[pk=a, n=3", "Order[pk=a, n=1");
      assertThat(printed).doesNotContain("n=2").contains("tags=[x]", "lines=Optional[[1]]");

      String index =
          code(
              browser,
              server.view(
                  "table/shop-2026",
                  "mode",
                  "query",
                  "index",
                  "states",
                  "pk",
                  "OPEN",
                  "sk",
                  "3",
                  "op",
                  ">="));
      printed = run(index, "index");
      assertThat(printed).containsSubsequence("n=3", "n=4").doesNotContain("n=2", "n=9");

      browser.click("[role=grid] .cell");
      browser.click("dialog .codeof summary");
      browser.click("dialog .codeof [data-tab=toolkit]");
      printed = run(browser.text("dialog .codeof pre"), "get");
      assertThat(printed).startsWith("Optional[Order[").contains("n=3");
      assertThat(browser.errors()).isEmpty();
    }
  }
}
