package dev.gramme.apps.patterns.streams;

import dev.gramme.apps.patterns.Pattern;
import dev.gramme.apps.patterns.Stage;
import dev.gramme.apps.patterns.StreamReader;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Delete;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Put;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.Record;

/** Copies in other stores: one in SQL, one for full-text search. */
public final class HybridStore implements Pattern {
  @Entity(pk = "PRODUCT#{product}")
  record Product(String product, String category, long price, String text) {}

  @AccessPatterns(table = "products")
  interface Queries {
    @Put
    void save(Product product);

    @Delete(Product.class)
    void remove(String product);
  }

  @Override
  public String title() {
    return "Stream: hybrid store, a copy in SQL and one for full text";
  }

  @Override
  public String problem() {
    return "Questions need SQL or a search for words.";
  }

  @Override
  public String purpose() {
    return """
    DynamoDB does not compute sums over any column and has no search for words. A consumer of the stream
    maintains a copy in a relational database and an index of words. For each item, also for deleted
    ones, a copy stores the sequence number of the last change that it has applied, and ignores older
    changes. Redelivery therefore changes nothing and does not restore deleted items.
    """;
  }

  @Override
  public void show(Stage stage) {
    var products = HybridStore_QueriesTable.of(stage.table(HybridStore_QueriesTable.schema()));
    StreamReader stream = stage.stream("products");
    products.save(new Product("1", "light", 30, "A lamp of brass"));
    products.save(new Product("2", "light", 50, "A large lamp"));
    products.save(new Product("3", "seat", 80, "A chair of oak"));
    products.save(new Product("4", "seat", 20, "A stool of oak"));
    stage.recordInitialTables();
    var words = new WordIndex();
    try (var sql = new SqlCopy(stage.sql())) {
      consume(stream.poll(), sql, words);
      stage.read("the sums of prices by category, in SQL", () -> sql.totals());
      stage.read("products with a word", () -> words.find("oak"));
      products.save(new Product("1", "light", 35, "A lamp of copper"));
      products.remove("4");
      consume(stream.poll(), sql, words);
      stage.read("the sums after a change and a deletion, in SQL", () -> sql.totals());
      stage.read("products with the word", () -> words.find("oak"));
      stage.read("products with the old word", () -> words.find("brass"));
      stream.redeliver();
      consume(stream.poll(), sql, words);
      stage.read("the sums after all records were delivered again, in SQL", () -> sql.totals());
      stage.read("products with the word", () -> words.find("oak"));
    }
  }

  private static void consume(List<Record> changes, SqlCopy sql, WordIndex words) {
    for (Record change : changes) {
      sql.apply(change);
      words.apply(change);
    }
  }
}
