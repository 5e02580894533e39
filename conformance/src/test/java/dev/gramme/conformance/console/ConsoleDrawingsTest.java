package dev.gramme.conformance.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.apps.browser.Browser;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The views that draw items as single-table designs are drawn. */
@Tag("slow")
class ConsoleDrawingsTest {
  private static void putShop(ConsoleServer server) throws Exception {
    server.send(
        "CreateTable",
        """
        {"TableName":"shop","BillingMode":"PAY_PER_REQUEST",
         "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}],
         "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},
           {"AttributeName":"sk","AttributeType":"S"},{"AttributeName":"state","AttributeType":"S"}],
         "GlobalSecondaryIndexes":[{"IndexName":"states","Projection":{"ProjectionType":"ALL"},
           "KeySchema":[{"AttributeName":"state","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}]}]}
        """);
    for (String item :
        List.of(
            "\"pk\":{\"S\":\"C1\"},\"sk\":{\"S\":\"0\"},\"type\":{\"S\":\"customer\"}",
            "\"pk\":{\"S\":\"C1\"},\"sk\":{\"S\":\"1\"},\"type\":{\"S\":\"order\"},\"state\":{\"S\":\"OPEN\"}",
            "\"pk\":{\"S\":\"C2\"},\"sk\":{\"S\":\"1\"},\"type\":{\"S\":\"order\"},\"state\":{\"S\":\"OPEN\"}")) {
      server.put("shop", "{" + item + "}");
    }
  }

  @Test
  void items_are_drawn_by_kind_and_by_partition_of_the_table_or_an_index() throws Exception {
    try (var server = new ConsoleServer();
        var browser = Browser.start()) {
      putShop(server);
      browser.open(server.view("table/shop", "view", "kinds"));
      var kinds = browser.awaitTexts(".drawing h2", headings -> headings.size() == 2);
      assertThat(kinds).containsExactlyInAnyOrder("customer 1 item", "order 2 items");
      assertThat(
              browser.run(
                  "return new Set([...document.querySelectorAll('.drawn')]"
                      + ".map(item => item.className)).size"))
          .as("colours")
          .isEqualTo(2L);

      browser.click(".result [data-tab=partitions]");
      browser.awaitTexts(
          ".drawing h2",
          headings -> headings.stream().anyMatch(heading -> heading.startsWith("pk C1 2 items")));
      browser.choose("[name=index]", "states");
      browser.click(".builder [type=submit]");
      browser.awaitTexts(
          ".drawing h2",
          headings -> headings.size() == 1 && headings.getFirst().startsWith("state OPEN 2 items"));
      browser.click(".drawn .open");
      browser.awaitTexts("dialog h2", headings -> headings.getFirst().startsWith("Item C"));
      assertThat(browser.errors()).isEmpty();
    }
  }
}
