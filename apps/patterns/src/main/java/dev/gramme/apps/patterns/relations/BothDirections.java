package dev.gramme.apps.patterns.relations;

import dev.gramme.apps.patterns.Attributes;
import dev.gramme.apps.patterns.Pattern;
import dev.gramme.apps.patterns.Stage;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Put;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/** Two kinds of children, on both sides of their parent, each with the newest next to it. */
public final class BothDirections implements Pattern {
  private static final String PARENT = "CUSTOMER#XYQ";

  @Entity(pk = "CUSTOMER#{customer}", sk = "CUSTOMER#{customer}")
  record Customer(String customer, String name) {}

  @Entity(pk = "CUSTOMER#{customer}", sk = "ORDER#{order:5:desc}")
  record Order(String customer, int order) {}

  @Entity(pk = "CUSTOMER#{customer}", sk = "#QUESTION#{question:5}")
  record Question(String customer, int question) {}

  @AccessPatterns(table = "customers")
  interface Queries {
    @Put
    void save(Customer customer);

    @Put
    void place(Order order);

    @Put
    void ask(Question question);
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
    stage.read(
        "the customer with the two newest orders", () -> keys(stage, ">= :sk", PARENT, true, 3));
    stage.read(
        "the customer with the two newest questions",
        () -> keys(stage, "<= :sk", PARENT, false, 3));
    stage.read(
        "the three newest questions",
        () -> keys(stage, "BETWEEN :sk AND :end", "#QUESTION#", false, 3));
    stage.read(
        "the number of all items of the customer",
        () -> keys(stage, ">= :sk", " ", true, 100).size());
  }

  /** The sort keys that a query finds. */
  private static List<String> keys(
      Stage stage, String condition, String sort, boolean forwards, int limit) {
    var values =
        new HashMap<>(
            Map.of(":pk", AttributeValue.fromS(PARENT), ":sk", AttributeValue.fromS(sort)));
    if (condition.contains(":end")) {
      values.put(":end", AttributeValue.fromS(sort + "~"));
    }
    var query =
        QueryRequest.builder()
            .tableName("customers")
            .keyConditionExpression("PK = :pk AND SK " + condition)
            .expressionAttributeValues(values)
            .scanIndexForward(forwards)
            .limit(limit)
            .build();
    return stage.client().query(query).items().stream()
        .map(item -> Attributes.in(item, "SK").s())
        .toList();
  }
}
