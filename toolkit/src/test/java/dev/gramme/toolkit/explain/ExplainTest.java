package dev.gramme.toolkit.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gramme.embedded.Gramme;
import dev.gramme.toolkit.Golden;
import dev.gramme.toolkit.explain.PatternCost.Verdict;
import dev.gramme.toolkit.json.Json;
import dev.gramme.toolkit.schema.AccessPattern;
import dev.gramme.toolkit.schema.AccessPattern.Shape;
import dev.gramme.toolkit.schema.TableSchema;
import dev.gramme.toolkit.schema.TableSettings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;

class ExplainTest {
  private final Explanation shop = Explain.of(ShopSchema.shop(), ShopSchema.load()).explanation();

  @Test
  void a_get_is_rounded_up_to_4_kb_and_halved() {
    assertThat(shop.pattern("customer").total()).isEqualTo(Units.reads(0.5));
    assertThat(shop.pattern("customer").perSecond()).isEqualTo(Units.reads(450));
  }

  @Test
  void a_query_adds_sizes_up_before_it_rounds() {
    // 25 items of 1,188 bytes on average (51 items: a customer, 50 orders) are 29.0 KB: 8 blocks.
    assertThat(shop.pattern("history").total()).isEqualTo(Units.reads(4));
    assertThat(shop.pattern("history").verdict()).isEqualTo(Verdict.WITHIN);
  }

  @Test
  void a_write_pays_for_its_index_entries() {
    assertThat(shop.pattern("place").on("")).isEqualTo(Units.writes(2));
    assertThat(shop.pattern("place").on("byStatus")).isEqualTo(Units.writes(2));
  }

  @Test
  void a_change_of_an_index_key_deletes_an_entry_and_puts_another() {
    assertThat(shop.pattern("advance").on("byStatus")).isEqualTo(Units.writes(4));
  }

  @Test
  void a_unique_value_makes_a_put_a_transaction_with_one_item_more_and_a_read_before() {
    assertThat(shop.pattern("register").total()).isEqualTo(new Units(1, 4));
    assertThat(shop.pattern("register").requests()).isEqualTo(2);
  }

  @Test
  void partitions_follow_from_rates_and_sizes() {
    TargetLoad table = shop.targets().getFirst();
    assertThat(table.items()).isEqualTo(51_000_000);
    assertThat(table.partitions()).isEqualTo(7); // 61 GB
    assertThat(table.keys()).isEqualTo(1_000_000);
    assertThat(table.hottestKey().read()).isCloseTo(1.2, within(0.01));
  }

  @Test
  void a_month_on_demand_is_what_the_requests_cost() {
    double reads = 900 * 0.5 + 300 * 4 + 5 * 7.5 + 2 * 1;
    double exported = shop.pattern("export").perSecond().read();
    Bill.Line line = shop.onDemand().lines().getFirst();
    assertThat(line.quantity()).isCloseTo((reads + exported) * 730 * 3600 / 1e6, within(1.0));
    assertThat(line.amount()).isCloseTo(line.quantity() * 0.125, within(0.001));
  }

  @Test
  void a_month_provisioned_rounds_units_up_at_seventy_percent() {
    Workload quiet = Workload.NONE.pattern("customer", PatternLoad.perSecond(100));
    Bill bill = Explain.of(ShopSchema.shop(), quiet).explanation().provisioned();
    // 50 read units per second need 72, the index at least 1.
    assertThat(bill.lines().getFirst().quantity()).isEqualTo(73 * 730);
    assertThat(bill.lines().get(1).quantity()).isEqualTo(2 * 730);
  }

  @Test
  void recovery_backups_and_streams_are_paid_for_when_they_are_used() {
    TableSettings settings =
        TableSettings.DEFAULT.withRecovery().withStream(TableSettings.StreamView.NEW_IMAGE);
    Bill bill =
        Explain.of(ShopSchema.shop(), ShopSchema.load().backups(2).streamReads(28))
            .settings(settings)
            .explanation()
            .onDemand();
    assertThat(bill.lines())
        .extracting(Bill.Line::what)
        .containsExactly(
            "read requests",
            "write requests",
            "storage",
            "recovery to a point in time",
            "backups",
            "reads of the stream");
    assertThat(bill.lines().get(4).quantity()).isEqualTo(2 * bill.lines().get(3).quantity());
  }

  @Test
  void a_design_within_its_budgets_passes_the_check() {
    Explanation checked = Explain.of(ShopSchema.shop(), ShopSchema.load()).check();
    assertThat(checked.findings()).isEmpty();
  }

  @Test
  void a_budget_that_is_exceeded_fails_the_check_with_every_finding() {
    Workload larger =
        ShopSchema.load().entity("Order", EntityLoad.bytes(6_000).items(1_000).perPartition(50));
    assertThatThrownBy(() -> Explain.of(ShopSchema.shop(), larger).check())
        .isInstanceOf(CheckFailure.class)
        .hasMessageContaining("budget-exceeded: history")
        .hasMessageContaining("budget-exceeded: place")
        .hasMessageContaining("its budget is 4 RCU");
  }

  @Test
  void a_finding_is_accepted_by_its_id_with_a_reason() {
    Workload waiting = ShopSchema.load().pattern("export", PatternLoad.perSecond(1));
    Explain explain = Explain.of(ShopSchema.shop(), waiting);
    assertThat(explain.explanation().findings())
        .extracting(Finding::id)
        .containsExactly("scan-on-request-path");
    Explanation accepted =
        explain.suppress("scan-on-request-path", "export", "nobody minds").explanation();
    assertThat(accepted.findings()).isEmpty();
    assertThat(accepted.suppressed().getFirst().reason()).isEqualTo("nobody minds");
    assertThatThrownBy(() -> explain.suppress("scan-on-request-path", "export", " "))
        .hasMessageContaining("a reason is required");
  }

  @Test
  void the_consumption_is_compared_with_the_estimate_and_the_budget() {
    AccessPattern get =
        ShopSchema.pattern("customer", Shape.GET, "Customer").budget("0.5 RCU").build();
    var schema =
        new TableSchema(
            "shop",
            ShopSchema.key("pk", "sk"),
            List.of(),
            Optional.empty(),
            List.of(ShopSchema.customer()),
            List.of(get));
    Map<String, AttributeValue> key = Map.of("pk", text("CUST#ann"), "sk", text("PROFILE"));
    try (var gramme = Gramme.inMemory()) {
      gramme.client().createTable(SchemaTables.request(schema));
      var meter = new CapacityMeter();
      var client = meter.around(gramme.client());
      var request = GetItemRequest.builder().tableName("shop").key(key).build();
      var item = new java.util.HashMap<>(key);
      item.put("body", text("x".repeat(3000)));
      client.putItem(PutItemRequest.builder().tableName("shop").item(item).build());
      Explanation explanation =
          Explain.of(schema, Workload.NONE.entity("Customer", EntityLoad.sample(item)))
              .samples(client)
              .explanation();
      Comparison small = explanation.measure("customer", meter, () -> client.getItem(request));
      assertThat(small.agrees()).isTrue();
      assertThat(small.check())
          .hasToString("customer: estimated 0.5 RCU, consumed 1 request, 0.5 RCU (shop 0.5 RCU)");
      assertThat(explanation.samples()).containsExactly(item);
      item.put("body", text("x".repeat(5000)));
      client.putItem(PutItemRequest.builder().tableName("shop").item(item).build());
      Comparison large = explanation.measure("customer", meter, () -> client.getItem(request));
      assertThat(large.agrees()).isFalse();
      assertThatThrownBy(large::check)
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("customer may cost 0.5 RCU and consumed 1 request, 1 RCU");
    }
  }

  @Test
  void the_text_is_as_reviewed() {
    Golden.check("shop.txt", shop.text());
  }

  @Test
  void the_json_is_as_reviewed() {
    Golden.check("shop.json", shop.json());
    assertThat(Json.parse(shop.json()).pretty()).isEqualTo(shop.json());
  }

  private static AttributeValue text(String value) {
    return AttributeValue.builder().s(value).build();
  }
}
