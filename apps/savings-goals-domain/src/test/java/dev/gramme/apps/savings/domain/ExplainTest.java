package dev.gramme.apps.savings.domain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.embedded.Gramme;
import dev.gramme.toolkit.explain.CapacityMeter;
import dev.gramme.toolkit.explain.EntityLoad;
import dev.gramme.toolkit.explain.Explain;
import dev.gramme.toolkit.explain.Explanation;
import dev.gramme.toolkit.explain.PatternLoad;
import dev.gramme.toolkit.explain.Workload;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.InstantSource;
import java.time.YearMonth;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The estimated and the measured costs of the access patterns of both tables. */
final class ExplainTest {
  private static final Instant START = Instant.parse("2026-05-16T14:23:00Z");
  private static final int CUSTOMERS = 100_000;

  private final CapacityMeter meter = new CapacityMeter();

  private static Customer customer(long generation) {
    var goal =
        new Goal(
            "CERTIFICATE_OF_DEPOSIT",
            new BigDecimal("12000.50"),
            new BigDecimal("9999.99"),
            GoalStatus.IN_PROGRESS,
            new BigDecimal("0.0825"));
    return new Customer(
        "p-00000001",
        "Ana Silva",
        new Customer.Preferences(true, "pt-BR"),
        YearMonth.of(2026, 5),
        Collections.nCopies(3, goal),
        START,
        generation);
  }

  private static PendingBalance balance(String goalId, Instant at) {
    return PendingBalance.of(
        "p-00000001",
        goalId,
        YearMonth.of(2026, 5),
        new BigDecimal("9999.99"),
        new BigDecimal("12000.50"),
        PendingBalance.State.PENDING_CONFIRMATION,
        "0e5c1c1e-6f0f-4f5e-9d0b-0b8f3a8f7f11",
        at);
  }

  /** Every customer reads once a minute while the batch loads all of them within ten minutes. */
  @Test
  void the_batch_table_keeps_its_budgets_with_a_hundred_thousand_customers() {
    Explanation batch =
        Explain.of(
                BatchTable.schema(),
                Workload.NONE
                    .entity("CUSTOMER", EntityLoad.bytes(620).items(CUSTOMERS))
                    .pattern("customer", PatternLoad.perSecond(CUSTOMERS / 60.0))
                    .pattern("replace", PatternLoad.perSecond(CUSTOMERS / 600.0).inBackground())
                    .pattern("remove", PatternLoad.perSecond(1).inBackground()))
            .check();
    assertThat(batch.findings()).isEmpty();
    try (var gramme = Gramme.inMemory()) {
      new BatchTable(gramme.client()).create();
      var customers = BatchTable_CustomersTable.of(meter.around(gramme.client()));
      measured(batch, "replace", () -> customers.replace(customer(1), 1));
      measured(batch, "replace", () -> customers.replace(customer(2), 2));
      measured(batch, "customer", () -> assertThat(customers.customer("p-00000001")).isPresent());
      measured(batch, "remove", () -> customers.remove("p-00000001", 3));
    }
  }

  /** Every customer reads once a minute, and deposits once an hour. */
  @Test
  void the_table_of_what_is_pending_keeps_its_budgets_with_a_hundred_thousand_customers() {
    Explanation pending =
        Explain.of(
                PendingTable.schema(),
                Workload.NONE
                    .entity("BALANCE", EntityLoad.bytes(320).items(3L * CUSTOMERS).perPartition(3))
                    .entity("CHOICE", EntityLoad.bytes(620).items(CUSTOMERS).perPartition(1))
                    .pattern("pending", PatternLoad.perSecond(CUSTOMERS / 60.0).reads(4))
                    .pattern("advance", PatternLoad.perSecond(CUSTOMERS / 3600.0))
                    .pattern("choose", PatternLoad.perSecond(CUSTOMERS / 86_400.0)))
            .check();
    assertThat(pending.findings()).isEmpty();
    InstantSource clock = InstantSource.fixed(START);
    try (var gramme = Gramme.inMemory(clock)) {
      new PendingTable(gramme.client(), clock).create();
      var table = new PendingTable(meter.around(gramme.client()), clock);
      for (String goal : List.of("SAVINGS_ACCOUNT", "GOVERNMENT_BONDS", "CERTIFICATE_OF_DEPOSIT")) {
        measured(pending, "advance", () -> table.advance(balance(goal, START)));
        measured(pending, "advance", () -> table.advance(balance(goal, START.plusSeconds(1))));
      }
      var goals = customer(1).goals();
      measured(pending, "choose", () -> table.choose(GoalChoice.of("p-00000001", goals, START)));
      measured(
          pending,
          "pending",
          () -> assertThat(table.read("p-00000001").value().balances()).hasSize(3));
    }
  }

  private void measured(Explanation explanation, String pattern, Runnable call) {
    var comparison = explanation.compare(pattern, meter.measure(call));
    assertThat(comparison.check().agrees()).as(comparison.toString()).isTrue();
  }
}
