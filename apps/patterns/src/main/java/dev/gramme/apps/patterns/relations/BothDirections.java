package dev.gramme.apps.patterns.relations;

import dev.gramme.apps.patterns.Attributes;
import dev.gramme.apps.patterns.Pattern;
import dev.gramme.apps.patterns.Stage;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Collection;
import dev.gramme.toolkit.Cursor;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Put;
import dev.gramme.toolkit.Query;
import dev.gramme.toolkit.entity.Table;
import dev.gramme.toolkit.key.SortCondition;
import dev.gramme.toolkit.page.CursorScope;
import dev.gramme.toolkit.page.Cursors;
import dev.gramme.toolkit.page.PartitionQuery;
import dev.gramme.toolkit.page.Sequence;
import dev.gramme.toolkit.page.Sequence.Leg;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Two kinds of children, on both sides of their parent, each with the newest next to it. */
public final class BothDirections implements Pattern {
  /** The partition key and the sort key of the customer. */
  private static final AttributeValue PARENT = AttributeValue.fromS("CUSTOMER#XYQ");

  sealed interface Entry permits Customer, Order, Question {}

  @Entity(pk = "CUSTOMER#{customer}", sk = "CUSTOMER#{customer}")
  record Customer(String customer, String name) implements Entry {}

  @Entity(pk = "CUSTOMER#{customer}", sk = "ORDER#{order:5:desc}")
  record Order(String customer, int order) implements Entry {}

  @Entity(pk = "CUSTOMER#{customer}", sk = "#QUESTION#{question:5}")
  record Question(String customer, int question) implements Entry {}

  @AccessPatterns(table = "customers")
  interface Queries {
    @Put
    void save(Customer customer);

    @Put
    void place(Order order);

    @Put
    void ask(Question question);

    @Query(descending = true, limit = 3)
    List<Question> newestQuestions(String customer);

    @Collection
    List<Entry> all(String customer);
  }

  @Override
  public String title() {
    return "One to many in both directions, with negated numbers";
  }

  @Override
  public String problem() {
    return "A parent has two kinds of children, and the newest of each are read with it.";
  }

  @Override
  public String purpose() {
    return """
    A query reads forwards or backwards from its start. Keys of questions begin with `#`, so they come
    before the key of their customer. A query backwards from the customer therefore returns the newest
    question first. The orders come after the customer, and their newest should also be first. Their
    number is therefore subtracted from the largest number (`{order:5:desc}`), so that the newest order
    has the smallest key. Each query reads the customer with the newest children of one kind, and no
    children of the other kind.

    A method of the interface selects items of several kinds by the common beginning of their sort keys.
    These queries begin at the key of the customer instead, so they are legs of a `Sequence`.
    """;
  }

  @Override
  public void show(Stage stage) {
    var shop = BothDirections_QueriesTable.of(stage.table(BothDirections_QueriesTable.schema()));
    shop.save(new Customer("XYQ", "Tom"));
    for (int number = 1; number <= 15; number++) {
      shop.place(new Order("XYQ", number));
      shop.ask(new Question("XYQ", number));
    }
    stage.recordInitialTables();
    Table table = shop.table();
    stage.read(
        "the customer with the two newest orders",
        () -> keys(table, SortCondition.atLeast(PARENT), false));
    stage.read(
        "the customer with the two newest questions",
        () -> keys(table, SortCondition.atMost(PARENT), true));
    stage.read("the three newest questions", () -> shop.newestQuestions("XYQ"));
    stage.read("the number of all items of the customer", () -> shop.all("XYQ").size());
  }

  /** The sort keys of the first three items. */
  private static List<String> keys(Table table, SortCondition condition, boolean descending) {
    var query = PartitionQuery.of(table.name(), "PK", PARENT, "SK").where(condition);
    Leg<String> leg = new Leg<>(query, descending, List.of("PK", "SK"), BothDirections::keys);
    return Sequence.of(table.client(), Function.<String>identity())
        .page(List.of(leg), 3, Cursors.unsigned(), CursorScope.of("customer"), Cursor.start())
        .items();
  }

  private static List<Optional<String>> keys(List<Map<String, AttributeValue>> items) {
    return items.stream().map(item -> Optional.of(Attributes.in(item, "SK").s())).toList();
  }
}
