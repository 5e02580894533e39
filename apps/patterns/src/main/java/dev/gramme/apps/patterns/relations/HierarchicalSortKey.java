package dev.gramme.apps.patterns.relations;

import dev.gramme.apps.patterns.Pattern;
import dev.gramme.apps.patterns.Stage;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Put;
import dev.gramme.toolkit.Query;
import dev.gramme.toolkit.Range;
import java.time.LocalDate;
import java.util.List;

/** A sort key with several levels: a query specifies as many of them as it knows, from the left. */
public final class HierarchicalSortKey implements Pattern {
  @Entity(pk = "SALE#{country}", sk = "{city}#{store}#{date}")
  record Sale(String country, String city, String store, LocalDate date, long amount) {}

  @AccessPatterns(table = "sales")
  interface Queries {
    @Put
    void sell(Sale sale);

    @Query
    List<Sale> ofCountry(String country);

    @Query
    List<Sale> ofCity(String country, String city);

    @Query
    List<Sale> ofStore(String country, String city, String store);

    @Query
    List<Sale> between(String country, String city, String store, Range<LocalDate> date);
  }

  @Override
  public String title() {
    return "Hierarchical data in a composite sort key";
  }

  @Override
  public String problem() {
    return "Data is queried on each level of a hierarchy.";
  }

  @Override
  public String purpose() {
    return """
    The sort key consists of country, city, store and date, in this order. A query specifies the country
    and any number of the levels that follow. The last of them can be a range, such as a month. No level
    in between can be left out: queries with another order of the levels need an index with another sort
    key.
    """;
  }

  @Override
  public void show(Stage stage) {
    var sales =
        HierarchicalSortKey_QueriesTable.of(stage.table(HierarchicalSortKey_QueriesTable.schema()));
    sales.sell(new Sale("USA", "SAN_FRANCISCO", "00235", LocalDate.of(2020, 9, 22), 100));
    sales.sell(new Sale("USA", "SAN_FRANCISCO", "00235", LocalDate.of(2020, 10, 1), 250));
    sales.sell(new Sale("USA", "SAN_FRANCISCO", "00236", LocalDate.of(2020, 9, 23), 70));
    sales.sell(new Sale("USA", "LOS_ANGELES", "00316", LocalDate.of(2020, 10, 12), 300));
    sales.sell(new Sale("USA", "SEATTLE", "00110", LocalDate.of(2020, 8, 4), 40));
    sales.sell(new Sale("FRANCE", "PARIS", "00512", LocalDate.of(2020, 12, 15), 90));
    stage.recordInitialTables();
    stage.read("the number of sales in a country", () -> sales.ofCountry("USA").size());
    stage.read("the number of sales in a city", () -> sales.ofCity("USA", "SAN_FRANCISCO").size());
    stage.read(
        "the number of sales in a store",
        () -> sales.ofStore("USA", "SAN_FRANCISCO", "00235").size());
    stage.read(
        "the sales of a store in a month",
        () ->
            sales.between(
                "USA",
                "SAN_FRANCISCO",
                "00235",
                Range.closedOpen(LocalDate.of(2020, 9, 1), LocalDate.of(2020, 10, 1))));
    stage.read(
        "the sales of a store in a range of days",
        () ->
            sales.between(
                "USA",
                "SAN_FRANCISCO",
                "00235",
                Range.closed(LocalDate.of(2020, 9, 30), LocalDate.of(2020, 10, 2))));
  }
}
