package dev.gramme.apps.patterns.partitions;

import dev.gramme.apps.patterns.Pattern;
import dev.gramme.apps.patterns.Stage;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Get;
import dev.gramme.toolkit.Put;
import dev.gramme.toolkit.Query;
import dev.gramme.toolkit.cache.CachingClient;
import dev.gramme.toolkit.entity.Table;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A cache in front of the table for items that are read very often. */
public final class CachedPrices implements Pattern {
  private static final int READS = 1_000;

  @Entity(pk = "SHOP#{shop}", sk = "PRICE#{product}")
  record Price(String shop, String product, long cents) {}

  @AccessPatterns(table = "prices")
  interface Queries {
    @Put
    void set(Price price);

    @Get
    Optional<Price> price(String shop, String product);

    @Get(consistent = true)
    Optional<Price> latestPrice(String shop, String product);

    @Query
    List<Price> prices(String shop);
  }

  @Override
  public String title() {
    return "Cache for hot reads";
  }

  @Override
  public String problem() {
    return "The same item is read thousands of times.";
  }

  @Override
  public String purpose() {
    return """
    A [cache](toolkit/cache.md) in front of the table answers repeated reads, like DynamoDB Accelerator
    (DAX). A thousand reads of a price cost one read of the table. Writes through the cache change the
    cached item. Three kinds of reads can be outdated until their time to live of five minutes has
    passed: an item that another program writes without the cache, every cached query, and the
    information that an item does not exist. A strongly consistent read goes to the table and does not
    change the cache.
    """;
  }

  @Override
  public void show(Stage stage) {
    Table table = stage.table(CachedPrices_QueriesTable.schema());
    var direct = CachedPrices_QueriesTable.of(table);
    var cached =
        CachedPrices_QueriesTable.of(
            Table.of(
                CachingClient.builder(stage.client(), stage.clock())
                    .table(table.name(), "PK", "SK")
                    .build(),
                CachedPrices_QueriesTable.schema()));
    direct.set(new Price("bern", "bread", 300));
    direct.set(new Price("bern", "milk", 200));
    stage.recordInitialTables();
    stage.read("a thousand reads of a price", () -> last(cached));
    stage.read("the prices of the shop", () -> cents(cached.prices("bern")));
    stage.write("a price is written with the cache", () -> cached.set(price(320)));
    stage.read("the price with the cache", () -> cents(cached.price("bern", "bread")));
    stage.read("the cached query is outdated", () -> cents(cached.prices("bern")));
    stage.write("a price is written without the cache", () -> direct.set(price(350)));
    stage.read("the price with the cache is outdated", () -> cents(cached.price("bern", "bread")));
    stage.read(
        "a strongly consistent read of the price",
        () -> cents(cached.latestPrice("bern", "bread")));
    stage.advance(Duration.ofMinutes(5).plusSeconds(1));
    stage.read("the price after five minutes", () -> cents(cached.price("bern", "bread")));
    stage.read("the query after five minutes", () -> cents(cached.prices("bern")));
  }

  private static Price price(long cents) {
    return new Price("bern", "bread", cents);
  }

  private static long last(Queries prices) {
    long cents = 0;
    for (int i = 0; i < READS; i++) {
      cents = cents(prices.price("bern", "bread"));
    }
    return cents;
  }

  private static long cents(Optional<Price> price) {
    return price.orElseThrow().cents();
  }

  private static List<Long> cents(List<Price> prices) {
    return prices.stream().map(Price::cents).toList();
  }
}
