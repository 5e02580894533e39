package dev.gramme.apps.patterns.relations;

import dev.gramme.apps.patterns.Pattern;
import dev.gramme.apps.patterns.Stage;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Collection;
import dev.gramme.toolkit.Cursor;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Get;
import dev.gramme.toolkit.Page;
import dev.gramme.toolkit.Put;
import dev.gramme.toolkit.Query;
import java.util.List;
import java.util.Optional;

/** The many have the key of the one as their partition key. */
public final class OneToMany implements Pattern {
  sealed interface Shop permits Customer, Order {}

  @Entity(pk = "CUSTOMER#{customer}", sk = "CUSTOMER#{customer}")
  record Customer(String customer, String name) implements Shop {}

  @Entity(pk = "CUSTOMER#{customer}", sk = "ORDER#{order:5}")
  record Order(String customer, int order, String article) implements Shop {}

  @AccessPatterns(table = "customers")
  interface Queries {
    @Put
    void save(Customer customer);

    @Put
    void place(Order order);

    @Get
    Optional<Customer> customer(String customer);

    @Collection(limit = 11)
    Page<Shop> customerWithOrders(String customer, Cursor after);

    @Query
    List<Order> orders(String customer);

    @Get
    Optional<Order> order(String customer, int order);
  }

  @Override
  public String title() {
    return "One to many";
  }

  @Override
  public String problem() {
    return "A customer is read with the customer's orders.";
  }

  @Override
  public String purpose() {
    return """
    A customer and the customer's orders have the same partition key. The sort key distinguishes them,
    and the customer comes before the orders. One query reads the customer with the first orders,
    another reads the orders only, and a key reads one order.
    """;
  }

  @Override
  public void show(Stage stage) {
    var shop = OneToMany_QueriesTable.of(stage.table(OneToMany_QueriesTable.schema()));
    shop.save(new Customer("XYQ", "Tom"));
    shop.place(new Order("XYQ", 1, "lamp"));
    shop.place(new Order("XYQ", 2, "desk"));
    shop.save(new Customer("VLD", "Linda"));
    shop.place(new Order("VLD", 3, "chair"));
    shop.place(new Order("VLD", 4, "shelf"));
    stage.recordInitialTables();
    stage.read("the customer", () -> shop.customer("XYQ"));
    stage.read(
        "the customer with up to ten orders",
        () -> shop.customerWithOrders("XYQ", Cursor.start()).items());
    stage.read("the orders only", () -> shop.orders("XYQ"));
    stage.read("one order", () -> shop.order("XYQ", 1));
  }
}
