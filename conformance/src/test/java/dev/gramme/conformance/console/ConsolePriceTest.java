package dev.gramme.conformance.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** The units and the price beside a request are those of the capacity that the database reports. */
@Tag("slow")
class ConsolePriceTest extends ConsoleInBrowser {
  private static final double SECONDS_OF_MONTH = 730 * 3600;
  private static final double DEFAULT_READ_MILLION = 0.125;
  private static final double DEFAULT_WRITE_MILLION = 0.625;

  /** Values of the console's settings for estimates. */
  private record Prices(double readMillion, double writeMillion, String currency, int rate) {
    static final Prices DEFAULT = new Prices(DEFAULT_READ_MILLION, DEFAULT_WRITE_MILLION, "USD", 1);

    String ofReads(double units) {
      return month(units * readMillion);
    }

    String ofWrites(double units) {
      return month(units * writeMillion);
    }

    private String month(double million) {
      double month = million / 1e6 * rate * SECONDS_OF_MONTH;
      return String.format(Locale.ROOT, "%,.2f %s a month", month, currency);
    }

    String atRate() {
      return rate == 1 ? " at 1 call/s" : " at %d calls/s".formatted(rate);
    }
  }

  /** A request as a view of the console, and as the same request of an SDK. */
  private record Read(URI view, String operation, String body) {}

  @BeforeAll
  void prepare() throws Exception {
    server.send(
        "CreateTable",
        """
        {"TableName":"priced","BillingMode":"PAY_PER_REQUEST",
         "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}],
         "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},
           {"AttributeName":"sk","AttributeType":"N"},{"AttributeName":"shop","AttributeType":"S"}],
         "GlobalSecondaryIndexes":[{"IndexName":"by-shop","KeySchema":[{"AttributeName":"shop","KeyType":"HASH"}],
           "Projection":{"ProjectionType":"KEYS_ONLY"}}]}
        """);
    for (int i = 0; i < 30; i++) {
      server.put(
          "priced",
          "{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"%d\"},\"shop\":{\"S\":\"mon\"},\"text\":{\"S\":\"%s\"}}"
              .formatted(i, "x".repeat(3000)));
    }
    server.put("priced", "{\"pk\":{\"S\":\"b\"},\"sk\":{\"N\":\"0\"}}");
  }

  @Override
  String expectedErrors() {
    return NONE;
  }

  @AfterEach
  void forget() {
    browser.run("localStorage.clear()");
  }

  private List<Read> reads() {
    String table = "\"TableName\":\"priced\",\"ReturnConsumedCapacity\":\"TOTAL\"";
    String ofA =
        "\"KeyConditionExpression\":\"pk = :a\",\"ExpressionAttributeValues\":{\":a\":{\"S\":\"a\"}}";
    return List.of(
        new Read(
            server.view("table/priced", "mode", "query", "pk", "a"),
            "Query",
            "{" + table + "," + ofA + "}"),
        new Read(
            server.view("table/priced", "mode", "query", "pk", "a", "strong", "1"),
            "Query",
            "{" + table + "," + ofA + ",\"ConsistentRead\":true}"),
        new Read(
            server.view(
                "table/priced", "mode", "query", "index", "by-shop", "pk", "mon", "limit", "25"),
            "Query",
            "{"
                + table
                + ",\"IndexName\":\"by-shop\",\"Limit\":25,\"KeyConditionExpression\":\"shop = :d\","
                + "\"ExpressionAttributeValues\":{\":d\":{\"S\":\"mon\"}}}"),
        // A filter returns fewer items, which costs as much.
        new Read(
            server.view(
                "table/priced", "f", "[{\"n\":\"pk\",\"o\":\"=\",\"t\":\"S\",\"v\":\"b\"}]"),
            "Scan",
            "{" + table + "}"));
  }

  private static double consumed(JsonNode answer) {
    double units = answer.at("/ConsumedCapacity/CapacityUnits").asDouble();
    assertThat(units).isPositive();
    return units;
  }

  private static String units(double count, String kind) {
    String number = count == Math.rint(count) ? "%.0f".formatted(count) : "" + count;
    return number + " " + kind + (count == 1 ? " unit" : " units");
  }

  private void assertShown(String units, String price) {
    String cost = browser.text(".cost");
    assertThat(cost).startsWith(units + " · ").endsWith(" ms · " + price);
  }

  private void assertReadsHavePrices(Prices prices) throws Exception {
    for (Read read : reads()) {
      double units = consumed(server.send(read.operation(), read.body()));
      browser.reloadAt(read.view());
      browser.awaitElement(".cost");
      assertShown(units(units, "read"), prices.ofReads(units) + prices.atRate());
      assertThat(browser.text(".last"))
          .startsWith(read.operation() + " · " + units(units, "read") + " · ")
          .endsWith(" · " + prices.ofReads(units));
    }
  }

  /** Inserts an item that is larger than a write unit, with an entry of the index. */
  private static String insert(int sk) {
    return "INSERT INTO \"priced\" VALUE {'pk': 'w', 'sk': %d, 'shop': 'b', 'text': '%s'}"
        .formatted(sk, "x".repeat(2500));
  }

  private void assertWriteHasPrice(Prices prices, int sk) throws Exception {
    double units =
        consumed(
            server.send(
                "ExecuteStatement",
                "{\"ReturnConsumedCapacity\":\"TOTAL\",\"Statement\":\"%s\"}"
                    .formatted(insert(sk).replace("\"", "\\\""))));
    assertThat(units).isGreaterThan(1);
    browser.open(server.view("partiql", "s", insert(sk + 1)));
    browser.click("form [type=submit]");
    browser.awaitTexts(".count", List.of("Done")::equals);
    assertShown(units(units, "write"), prices.ofWrites(units) + prices.atRate());
    assertThat(browser.text(".last"))
        .startsWith("ExecuteStatement · " + units(units, "write") + " · ")
        .endsWith(" · " + prices.ofWrites(units));
  }

  private void set(String name, String value) {
    browser.click("[name=" + name + "]");
    browser.press(Keys.chord(Keys.CONTROL, "a"));
    browser.press(value, Keys.TAB);
  }

  @Test
  void the_price_is_that_of_the_consumed_units_at_the_prices_of_us_east_1() throws Exception {
    assertReadsHavePrices(Prices.DEFAULT);
    assertWriteHasPrice(Prices.DEFAULT, 0);
  }

  @Tag("long")
  @Test
  void other_prices_another_currency_and_another_rate_give_another_price() throws Exception {
    var prices = new Prices(0.31, 1.72, "EUR", 250);
    browser.open(server.view("preferences"));
    set("readMillion", "0.31");
    set("writeMillion", "1.72");
    set("currency", "EUR");
    set("rate", "250");
    assertReadsHavePrices(prices);
    assertWriteHasPrice(prices, 10);
    browser.open(server.view("preferences"));
    browser.click("main .actions button");
    set("rate", "1");
    assertReadsHavePrices(Prices.DEFAULT);
  }
}
