package dev.gramme.apps.savings.serving;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.apps.savings.domain.BatchTable;
import dev.gramme.apps.savings.domain.Customer;
import dev.gramme.apps.savings.domain.Goal;
import dev.gramme.apps.savings.domain.GoalChoice;
import dev.gramme.apps.savings.domain.GoalStatus;
import dev.gramme.apps.savings.domain.Pending;
import dev.gramme.apps.savings.domain.PendingBalance;
import dev.gramme.apps.savings.domain.PendingTable;
import dev.gramme.embedded.Gramme;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.InstantSource;
import java.time.YearMonth;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The example of the documentation: Ana's deposit of the 16th, after the batch of the 15th. */
final class CustomerGoalsTest {
  private static final Instant BATCH = Instant.parse("2026-05-15T03:00:00Z");
  private static final Instant DEPOSIT = Instant.parse("2026-05-16T14:23:00Z");
  private static final YearMonth MAY = YearMonth.of(2026, 5);

  private static Customer ana(Instant lastUpdated, YearMonth month) {
    return new Customer(
        "ana",
        "Ana Silva",
        new Customer.Preferences(true, "pt-BR"),
        month,
        List.of(
            goal("SAVINGS_ACCOUNT", 500, 320, GoalStatus.IN_PROGRESS),
            goal("GOVERNMENT_BONDS", 1500, 0, GoalStatus.NOT_STARTED),
            goal("CERTIFICATE_OF_DEPOSIT", 2000, 2000, GoalStatus.COMPLETED)),
        lastUpdated,
        1);
  }

  private static Goal goal(String goalId, int target, int saved, GoalStatus status) {
    return new Goal(
        goalId,
        BigDecimal.valueOf(target),
        BigDecimal.valueOf(saved),
        status,
        new BigDecimal("0.08"));
  }

  private static PendingBalance pending(boolean open) {
    return PendingBalance.of(
        "ana",
        "SAVINGS_ACCOUNT",
        MAY,
        BigDecimal.valueOf(370),
        BigDecimal.valueOf(500),
        open ? PendingBalance.State.PENDING_CONFIRMATION : PendingBalance.State.SETTLED,
        "event-uuid-123",
        DEPOSIT);
  }

  private static CustomerGoals.Entry savings(Customer customer, PendingBalance... balances) {
    return CustomerGoals.merge(customer, new Pending(List.of(balances), Optional.empty()))
        .goals()
        .getFirst();
  }

  @Test
  void a_deposit_later_than_the_batch_is_shown_as_pending() {
    var goals =
        CustomerGoals.merge(ana(BATCH, MAY), new Pending(List.of(pending(true)), Optional.empty()))
            .goals();

    assertThat(goals.getFirst().savedAmount()).isEqualByComparingTo("370");
    assertThat(goals)
        .extracting(CustomerGoals.Entry::status)
        .containsExactly(
            GoalStatus.PENDING_CONFIRMATION, GoalStatus.NOT_STARTED, GoalStatus.COMPLETED);
  }

  @Test
  void a_deposit_that_the_batch_has_caught_up_with_is_ignored() {
    assertThat(savings(ana(DEPOSIT, MAY), pending(true)).status())
        .isEqualTo(GoalStatus.IN_PROGRESS);
    assertThat(savings(ana(DEPOSIT.minusNanos(1000), MAY), pending(true)).status())
        .isEqualTo(GoalStatus.PENDING_CONFIRMATION);
  }

  @Test
  void a_balance_in_which_nothing_is_open_is_ignored() {
    var entry = savings(ana(BATCH, MAY), pending(false));

    assertThat(entry.savedAmount()).isEqualByComparingTo("320");
    assertThat(entry.pendingEventId()).isNull();
  }

  @Test
  void a_balance_of_last_month_does_not_count_towards_the_goals_of_this_one() {
    assertThat(savings(ana(BATCH, MAY.plusMonths(1)), pending(true)).savedAmount())
        .isEqualByComparingTo("320");
  }

  private static List<String> chosen(Customer customer, GoalChoice choice) {
    var view = new Pending(List.of(pending(true)), Optional.of(choice));
    return CustomerGoals.merge(customer, view).goals().stream()
        .map(entry -> entry.goalId() + " " + entry.savedAmount())
        .toList();
  }

  @Test
  void goals_chosen_later_than_the_batch_replace_those_of_the_batch() {
    var choice =
        GoalChoice.of(
            "ana",
            List.of(
                goal("SAVINGS_ACCOUNT", 500, 0, GoalStatus.NOT_STARTED),
                goal("HOUSE", 9000, 10, GoalStatus.IN_PROGRESS)),
            DEPOSIT);

    assertThat(chosen(ana(BATCH, MAY), choice)).containsExactly("SAVINGS_ACCOUNT 370", "HOUSE 10");
    assertThat(chosen(ana(DEPOSIT, MAY), choice))
        .containsExactly(
            "SAVINGS_ACCOUNT 320", "GOVERNMENT_BONDS 0", "CERTIFICATE_OF_DEPOSIT 2000");
    assertThat(chosen(ana(BATCH, MAY.plusMonths(1)), choice)).hasSize(3);
  }

  @Test
  void a_request_costs_one_unit_half_for_each_table() {
    var clock = InstantSource.fixed(DEPOSIT);
    try (var gramme = Gramme.inMemory(clock)) {
      var batch = new BatchTable(gramme.client());
      var nrt = new PendingTable(gramme.client(), clock);
      batch.create();
      nrt.create();
      batch.replace(ana(BATCH, MAY));
      nrt.advance(pending(true));

      var read = new GoalReader(batch, nrt, Runnable::run).read("ana");

      assertThat(read.value()).isPresent();
      assertThat(read.capacityUnits()).isEqualTo(1.0);
    }
  }
}
