package dev.gramme.apps.patterns.partitions;

import dev.gramme.apps.patterns.Pattern;
import dev.gramme.apps.patterns.Stage;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Get;
import dev.gramme.toolkit.Gsi;
import dev.gramme.toolkit.Projection;
import dev.gramme.toolkit.Put;
import dev.gramme.toolkit.Query;
import java.util.Optional;

/** An index with the key of the table, as a second and smaller copy of it. */
public final class ReplicaByGsi implements Pattern {
  @Entity(pk = "PRODUCT#{product}", sk = "PRODUCT#{product}")
  @Gsi(
      name = "replica",
      pk = "PRODUCT#{product}",
      sk = "PRODUCT#{product}",
      projection = Projection.INCLUDE,
      include = {"product", "name", "price"})
  record Product(String product, String name, long price, Optional<String> description) {}

  record Offer(String name, long price) {}

  @AccessPatterns(table = "products")
  interface Queries {
    @Put
    void save(Product product);

    @Get
    Optional<Product> product(String product);

    @Query(value = Product.class, index = "replica")
    Optional<Offer> offer(String product);
  }

  @Override
  public String title() {
    return "Replica by an index";
  }

  @Override
  public String problem() {
    return "Reports or other bulk readers must not use the table's throughput.";
  }

  @Override
  public String purpose() {
    return """
    An index with the same keys as the table is a copy that the database maintains, with a throughput of
    its own. Reads that may return slightly outdated data use the index and do not affect the table. If
    the index projects only the attributes that they need, they are also cheaper. A write that changes
    a projected attribute is also paid for in the index.
    """;
  }

  @Override
  public void show(Stage stage) {
    var products = ReplicaByGsi_QueriesTable.of(stage.table(ReplicaByGsi_QueriesTable.schema()));
    products.save(new Product("1", "Lamp", 30, Optional.of("x".repeat(20_000))));
    stage.recordInitialTables();
    stage.read("from the table", () -> products.product("1").orElseThrow().name());
    stage.read("from the replica", () -> products.offer("1"));
  }
}
