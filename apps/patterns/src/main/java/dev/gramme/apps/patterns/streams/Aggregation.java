package dev.gramme.apps.patterns.streams;

import dev.gramme.apps.patterns.Attributes;
import dev.gramme.apps.patterns.Pattern;
import dev.gramme.apps.patterns.Stage;
import dev.gramme.apps.patterns.StreamReader;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Add;
import dev.gramme.toolkit.Create;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Query;
import dev.gramme.toolkit.Update;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Record;

/** Totals that a stream consumer maintains. */
public final class Aggregation implements Pattern {
  @Entity(pk = "SALE#{sale}", sk = "SALE")
  record Sale(String sale, String country, long amount) {}

  @Entity(pk = "TOTALS", sk = "{country}")
  record Total(String country, long amount, long sales) {}

  @AccessPatterns(table = "sales")
  interface Queries {
    @Create
    void sell(Sale sale);

    @Update(value = Total.class, upsert = true)
    void add(String country, @Add long amount, @Add long sales);

    @Query
    List<Total> totals();
  }

  @Override
  public String title() {
    return "Stream: aggregation";
  }

  @Override
  public String problem() {
    return "A report needs sums over many items.";
  }

  @Override
  public String purpose() {
    return """
    DynamoDB has no query that computes a sum. A consumer of the table's stream adds each new sale to
    the total of its country. A report then reads one small item for each country instead of all sales.
    A record that is delivered twice would be counted twice; the [idempotent
    consumer](#stream-idempotent-under-redelivery) prevents this.
    """;
  }

  @Override
  public void show(Stage stage) {
    var sales = Aggregation_QueriesTable.of(stage.table(Aggregation_QueriesTable.schema()));
    StreamReader stream = stage.stream("sales");
    String[] countries = {"USA", "FRANCE", "USA", "JAPAN", "FRANCE", "USA"};
    for (int i = 0; i < countries.length; i++) {
      sales.sell(new Sale("S" + i, countries[i], 10L * (i + 1)));
    }
    stage.write("the consumer adds the new sales", () -> consume(sales, stream));
    stage.read("the totals", sales::totals);
    sales.sell(new Sale("S9", "JAPAN", 5));
    stage.write("the consumer adds another sale", () -> consume(sales, stream));
    stage.read("the totals", sales::totals);
  }

  private static void consume(Queries sales, StreamReader stream) {
    for (Record change : stream.poll()) {
      Map<String, AttributeValue> sale = change.dynamodb().newImage();
      if (!Attributes.in(sale, "SK").s().equals("SALE")) {
        continue; // Totals are in the same table: this is a write of the consumer itself.
      }
      sales.add(
          Attributes.in(sale, "country").s(), Long.parseLong(Attributes.in(sale, "amount").n()), 1);
    }
  }
}
