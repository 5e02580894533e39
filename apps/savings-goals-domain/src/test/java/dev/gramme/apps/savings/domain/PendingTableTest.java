package dev.gramme.apps.savings.domain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.embedded.Gramme;
import dev.gramme.testkit.Gen;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class PendingTableTest {
  private static final Instant START = Instant.parse("2026-05-16T14:23:00Z");
  private static final InstantSource CLOCK = InstantSource.fixed(START);

  private static PendingBalance balance(String goalId, Instant at, int saved) {
    return PendingBalance.of(
        "ana",
        goalId,
        YearMonth.of(2026, 5),
        BigDecimal.valueOf(saved),
        BigDecimal.valueOf(500),
        PendingBalance.State.PENDING_CONFIRMATION,
        "event-" + saved,
        at);
  }

  @Test
  void events_late_twice_and_out_of_order_never_overwrite_newer_ones() {
    Gen.forAll(
        20,
        gen -> {
          try (var gramme = Gramme.inMemory(CLOCK)) {
            var table = new PendingTable(gramme.client(), CLOCK);
            table.create();
            var deliveries = new ArrayList<PendingBalance>();
            int count = gen.between(1, 12);
            for (int i = 1; i <= count; i++) {
              var event = balance("SAVINGS_ACCOUNT", START.plusMillis(250L * i), i);
              for (int times = gen.between(1, 3); times > 0; times--) {
                deliveries.add(gen.between(0, deliveries.size()), event);
              }
            }

            var writes =
                deliveries.stream()
                    .map(event -> CompletableFuture.runAsync(() -> table.advance(event)))
                    .toArray(CompletableFuture<?>[]::new);
            CompletableFuture.allOf(writes).join();

            assertThat(table.read("ana").value().balances())
                .containsExactly(balance("SAVINGS_ACCOUNT", START.plusMillis(250L * count), count));
          }
        });
  }

  @Test
  void a_repetition_changes_nothing_and_says_so() {
    try (var gramme = Gramme.inMemory(CLOCK)) {
      var table = new PendingTable(gramme.client(), CLOCK);
      table.create();

      assertThat(table.advance(balance("SAVINGS_ACCOUNT", START, 1))).isTrue();
      assertThat(table.advance(balance("SAVINGS_ACCOUNT", START, 1))).isFalse();
      assertThat(table.advance(balance("GOVERNMENT_BONDS", START, 1))).isTrue();
    }
  }

  private static GoalChoice choice(Instant at, String... goals) {
    return GoalChoice.of(
        "ana",
        Stream.of(goals)
            .map(goal ->
                new GoalRule(
                        goal,
                        "STANDARD",
                        BigDecimal.valueOf(500),
                        new BigDecimal("0.08"),
                        BigDecimal.ONE)
                    .goalAt(BigDecimal.ZERO))
            .toList(),
        at);
  }

  @Test
  void the_latest_choice_of_goals_stays_and_costs_no_more_to_read() {
    try (var gramme = Gramme.inMemory(CLOCK)) {
      var table = new PendingTable(gramme.client(), CLOCK);
      table.create();
      table.advance(balance("SAVINGS_ACCOUNT", START, 1));
      table.advance(balance("GOVERNMENT_BONDS", START, 2));
      table.advance(balance("CERTIFICATE_OF_DEPOSIT", START, 3));

      assertThat(table.choose(choice(START.plusSeconds(1), "GOVERNMENT_BONDS"))).isTrue();
      assertThat(table.choose(choice(START, "SAVINGS_ACCOUNT"))).isFalse();

      var read = table.read("ana");
      assertThat(read.value().choice()).contains(choice(START.plusSeconds(1), "GOVERNMENT_BONDS"));
      assertThat(read.value().balances()).hasSize(3);
      assertThat(read.capacityUnits()).isEqualTo(0.5);
    }
  }

  @Test
  void a_whole_second_is_before_its_fractions() {
    assertThat(Moments.text(START)).isLessThan(Moments.text(START.plusMillis(500)));
    assertThat(Moments.parse(Moments.text(START))).isEqualTo(START);
  }

  @Test
  void what_is_pending_costs_half_a_unit_for_none_and_for_three() {
    try (var gramme = Gramme.inMemory(CLOCK)) {
      var table = new PendingTable(gramme.client(), CLOCK);
      table.create();
      assertThat(table.read("ana").capacityUnits()).isEqualTo(0.5);

      table.advance(balance("SAVINGS_ACCOUNT", START, 1));
      table.advance(balance("GOVERNMENT_BONDS", START, 2));
      table.advance(balance("CERTIFICATE_OF_DEPOSIT", START, 3));

      var read = table.read("ana");
      assertThat(read.value().balances()).hasSize(3);
      assertThat(read.capacityUnits()).isEqualTo(0.5);
    }
  }

  @Test
  void leftovers_are_gone_after_five_days() {
    try (var gramme = Gramme.inMemory()) {
      var table = new PendingTable(gramme.client(), InstantSource.system());
      table.create();
      var now = Instant.now();
      table.advance(balance("SAVINGS_ACCOUNT", now, 1));

      gramme.advance(PendingBalance.TIME_TO_LIVE.minus(Duration.ofMinutes(5)));
      assertThat(table.read("ana").value().balances()).hasSize(1);

      gramme.advance(Duration.ofMinutes(10));
      assertThat(table.read("ana").value().balances()).isEmpty();
    }
  }

  @Test
  void an_existing_table_is_not_changed() {
    try (var gramme = Gramme.inMemory(CLOCK)) {
      var table = new PendingTable(gramme.client(), CLOCK);
      table.create();
      table.advance(balance("SAVINGS_ACCOUNT", START, 1));

      table.create();

      assertThat(table.read("ana").value().balances()).hasSize(1);
    }
  }
}
