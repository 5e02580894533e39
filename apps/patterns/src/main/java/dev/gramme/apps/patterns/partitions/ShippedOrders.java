package dev.gramme.apps.patterns.partitions;

import dev.gramme.apps.patterns.Pattern;
import dev.gramme.apps.patterns.Stage;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Create;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Gsi;
import dev.gramme.toolkit.Query;
import dev.gramme.toolkit.Range;
import dev.gramme.toolkit.Scan;
import dev.gramme.toolkit.Update;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** An index of the few items that have an attribute. */
public final class ShippedOrders implements Pattern {
  enum Status {
    AWAITING_PAYMENT,
    AWAITING_SHIPMENT,
    SHIPPED
  }

  @Entity(pk = "ORDER#{order:5}")
  @Gsi(name = "shipped", pk = "CUSTOMER#{customer}", sk = "{shippedAt}")
  record Order(int order, String customer, Status status, Optional<Instant> shippedAt) {}

  @AccessPatterns(table = "orders")
  interface Queries {
    @Create
    void place(Order order);

    @Update
    Order ship(int order, String customer, Status status, Optional<Instant> shippedAt);

    @Scan(index = "shipped")
    List<Order> shipped();

    @Query(index = "shipped", descending = true, limit = 10)
    List<Order> lastShipped(String customer);

    @Query(index = "shipped")
    List<Order> shippedSince(String customer, Range<Instant> shippedAt);
  }

  @Override
  public String title() {
    return "Sparse index";
  }

  @Override
  public String problem() {
    return "A query needs the few items that have a certain attribute.";
  }

  @Override
  public String purpose() {
    return """
    An index contains only the items that have its key attributes. Only shipped orders have a shipping
    time, so the index with this key contains shipped orders only. A scan of the index reads all of
    them, and other orders cost nothing there.
    """;
  }

  @Override
  public void show(Stage stage) {
    var orders = ShippedOrders_QueriesTable.of(stage.table(ShippedOrders_QueriesTable.schema()));
    orders.place(new Order(2, "JHD", Status.AWAITING_SHIPMENT, Optional.empty()));
    orders.place(
        new Order(3, "JHD", Status.SHIPPED, Optional.of(Instant.parse("2020-10-26T09:39:14Z"))));
    stage.recordInitialTables();
    stage.write(
        "an order that is not shipped is not in the index",
        () -> orders.place(new Order(1, "KHJ", Status.AWAITING_PAYMENT, Optional.empty())));
    stage.write(
        "an order is shipped",
        () ->
            orders.ship(
                2, "JHD", Status.SHIPPED, Optional.of(Instant.parse("2020-10-28T08:00:00Z"))));
    stage.read(
        "all shipped orders", () -> orders.shipped().stream().map(Order::order).sorted().toList());
    stage.read(
        "the last ten shipped orders of a customer",
        () -> orders.lastShipped("JHD").stream().map(Order::order).toList());
    stage.read(
        "the orders of a customer that were shipped since a date",
        () ->
            orders
                .shippedSince("JHD", Range.atLeast(Instant.parse("2020-10-27T00:00:00Z")))
                .stream()
                .map(Order::order)
                .toList());
  }
}
