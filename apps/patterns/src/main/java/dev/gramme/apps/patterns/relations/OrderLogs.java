package dev.gramme.apps.patterns.relations;

import dev.gramme.apps.patterns.Pattern;
import dev.gramme.apps.patterns.Stage;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Collection;
import dev.gramme.toolkit.Create;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Gsi;
import dev.gramme.toolkit.Query;
import java.util.List;

/** A second level of one to many, in an index. */
public final class OrderLogs implements Pattern {
  sealed interface Trail permits Order, Log {}

  @Entity(pk = "CUSTOMER#{customer}", sk = "ORDER#{order:5}")
  @Gsi(name = "byOrder", pk = "CUSTOMER#{customer}#ORDER#{order:5}", sk = "ORDER#{order:5}")
  record Order(String customer, int order) implements Trail {}

  @Entity(pk = "LOG#{log:5}", sk = "LOG#{log:5}")
  @Gsi(name = "byOrder", pk = "CUSTOMER#{customer}#ORDER#{order:5}", sk = "LOG#{log:5}")
  record Log(int log, String customer, int order, String text) implements Trail {}

  @AccessPatterns(table = "orders")
  interface Queries {
    @Create
    void place(Order order);

    @Create
    void log(Log log);

    @Query
    List<Order> orders(String customer);

    @Collection(index = "byOrder", descending = true)
    List<Trail> trail(String customer, int order);

    @Query(index = "byOrder")
    List<Log> logs(String customer, int order);
  }

  @Override
  public String title() {
    return "Order and logs by an index";
  }

  @Override
  public String problem() {
    return "Orders have many log entries, which most reads do not need.";
  }

  @Override
  public String purpose() {
    return """
    Each order has many log entries. They are in partitions of their own, so that a query of the
    customer's orders does not read them. An index contains each order together with its log entries. A
    query of the index costs what it reads there. The price is that every log entry is written twice.
    """;
  }

  @Override
  public void show(Stage stage) {
    var orders = OrderLogs_QueriesTable.of(stage.table(OrderLogs_QueriesTable.schema()));
    orders.place(new Order("XYQ", 1));
    orders.place(new Order("XYQ", 2));
    orders.place(new Order("VLD", 3));
    orders.log(new Log(1, "XYQ", 1, "paid"));
    orders.log(new Log(2, "XYQ", 1, "packed"));
    stage.recordInitialTables();
    stage.read("the orders of a customer, without log entries", () -> orders.orders("XYQ"));
    stage.read("an order with all its log entries", () -> orders.trail("XYQ", 1));
    stage.read("the log entries only", () -> orders.logs("XYQ", 1));
    stage.write("another log entry", () -> orders.log(new Log(3, "XYQ", 1, "sent")));
  }
}
