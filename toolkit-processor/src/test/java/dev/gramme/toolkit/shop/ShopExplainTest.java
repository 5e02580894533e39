package dev.gramme.toolkit.shop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.embedded.Gramme;
import dev.gramme.toolkit.Cursor;
import dev.gramme.toolkit.Ksuid;
import dev.gramme.toolkit.Range;
import dev.gramme.toolkit.entity.Table;
import dev.gramme.toolkit.explain.CapacityMeter;
import dev.gramme.toolkit.explain.EntityLoad;
import dev.gramme.toolkit.explain.Explain;
import dev.gramme.toolkit.explain.Explanation;
import dev.gramme.toolkit.explain.ItemSize;
import dev.gramme.toolkit.explain.PatternLoad;
import dev.gramme.toolkit.explain.Workload;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;

/** The consumption of generated code equals the estimate from its schema. */
final class ShopExplainTest {
  private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
  private static final String ANA = "ana@example.com";
  private static final int ORDERS = 30;

  private final Gramme gramme = Gramme.inMemory();
  private final CapacityMeter meter = new CapacityMeter();
  private final ShopQueriesTable shop =
      ShopQueriesTable.of(
          Table.of(meter.around(gramme.client()), ShopQueriesTable.schema())
              .withClock(InstantSource.fixed(NOW)));

  @BeforeEach
  void fill() {
    shop.table().createIfAbsent();
    shop.save(new Customer(ANA, "ana", 0));
    for (int i = 0; i < ORDERS; i++) {
      shop.place(order(ANA, i));
    }
  }

  @AfterEach
  void close() {
    gramme.close();
  }

  @Test
  void generated_code_consumes_the_estimate() {
    Explanation explanation = Explain.of(ShopQueriesTable.schema(), workload()).explanation();
    Map<String, Supplier<?>> calls =
        Map.of(
            "customer", () -> shop.customer(ANA),
            "history", () -> shop.history(ANA, Cursor.start(), 20),
            "byStatus", () -> shop.byStatus(Status.OPEN, Range.all(), Cursor.start()),
            "place",
                () -> {
                  Order order = order("ben@example.com", 1);
                  shop.place(order);
                  return order;
                },
            "register",
                () -> {
                  shop.register(new Customer("cleo@x.org", "cleo", 0), order("cleo@x.org", 2));
                  return "";
                },
            "ship",
                () -> {
                  Order order = order(ANA, 0);
                  return shop.ship(ANA, order.placedAt(), order.id(), Status.SHIPPED, 1);
                });
    for (String pattern : List.of("customer", "history", "byStatus", "place", "register", "ship")) {
      var comparison =
          explanation.measure(pattern, meter, Objects.requireNonNull(calls.get(pattern)));
      assertThat(comparison.agrees()).as(comparison.toString()).isTrue();
      comparison.check();
    }
  }

  @Test
  void a_method_without_a_result_is_measured() {
    Explanation explanation = Explain.of(ShopQueriesTable.schema(), workload()).explanation();
    assertThat(
            explanation
                .measure("place", meter, () -> shop.place(order("dan@example.com", 3)))
                .agrees())
        .isTrue();
  }

  @Test
  void the_shop_keeps_its_budgets_at_this_size() {
    assertThat(Explain.of(ShopQueriesTable.schema(), workload()).check().patterns())
        .hasSameSizeAs(ShopQueriesTable.schema().accessPatterns());
  }

  private Workload workload() {
    List<Map<String, AttributeValue>> items =
        gramme.client().scan(ScanRequest.builder().tableName("shop").build()).items();
    return Workload.NONE
        .entity("Customer", EntityLoad.sample(first(items, "Customer")).perPartition(1))
        .entity(
            "Order",
            EntityLoad.sample(first(items, "Order"))
                .items(ORDERS)
                .perPartition(ORDERS)
                .perPartition("byStatus", ORDERS))
        .pattern("history", PatternLoad.perSecond(10).reads(20))
        .pattern("ship", PatternLoad.perSecond(1).changes("status", "total"));
  }

  private static Map<String, AttributeValue> first(
      List<Map<String, AttributeValue>> items, String type) {
    Map<String, AttributeValue> found =
        items.stream()
            .filter(item ->
                type.equals(
                    Optional.ofNullable(item.get("TYPE")).map(AttributeValue::s).orElse("")))
            .findFirst()
            .orElseThrow();
    assertThat(ItemSize.of(found)).isBetween(40, 1000);
    return found;
  }

  private static Order order(String email, int number) {
    Instant placedAt = NOW.plusSeconds(number);
    return new Order(
        email,
        Ksuid.next(InstantSource.fixed(placedAt), new Random(number)),
        placedAt,
        Status.OPEN,
        20,
        List.of(new Order.Line("bicycle", 1)),
        Set.of(),
        Optional.empty());
  }
}
