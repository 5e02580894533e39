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
  public String purpose() {
    return """
    An item without the key attributes of an index is not in it. Only shipped orders have a time of shipment,
    so the index holds those alone: scanning it is a way to read them all, and orders that are not shipped
    cost nothing there.
    """;
  }

  @Override
  public void show(Stage stage) {
    var orders = ShippedOrders_QueriesTable.of(stage.table(ShippedOrders_QueriesTable.schema()));
    stage.write(
        "an order that is not shipped is not in the index",
        () -> orders.place(new Order(1, "KHJ", Status.AWAITING_PAYMENT, Optional.empty())));
    orders.place(new Order(2, "JHD", Status.AWAITING_SHIPMENT, Optional.empty()));
    orders.place(
        new Order(3, "JHD", Status.SHIPPED, Optional.of(Instant.parse("2020-10-26T09:39:14Z"))));
    stage.dataIsThere();
    stage.write(
        "an order is shipped",
        () ->
            orders.ship(
                2, "JHD", Status.SHIPPED, Optional.of(Instant.parse("2020-10-28T08:00:00Z"))));
    stage.read(
        "all shipped orders", () -> orders.shipped().stream().map(Order::order).sorted().toList());
    stage.read(
        "the last ten of a customer",
        () -> orders.lastShipped("JHD").stream().map(Order::order).toList());
    stage.read(
        "those of a customer since a day",
        () ->
            orders
                .shippedSince("JHD", Range.atLeast(Instant.parse("2020-10-27T00:00:00Z")))
                .stream()
                .map(Order::order)
                .toList());
  }
}
