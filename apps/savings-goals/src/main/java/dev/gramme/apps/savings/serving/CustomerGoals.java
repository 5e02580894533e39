package dev.gramme.apps.savings.serving;

import dev.gramme.apps.savings.domain.Customer;
import dev.gramme.apps.savings.domain.GoalStatus;
import dev.gramme.apps.savings.domain.Moments;
import dev.gramme.apps.savings.domain.Pending;
import dev.gramme.apps.savings.domain.PendingBalance;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The goals of a customer as the app shows them: the batch view overlaid by pending balances.
 *
 * @param lastUpdated the time up to which everything is confirmed
 */
public record CustomerGoals(
    String personId,
    String name,
    Customer.Preferences preferences,
    String month,
    List<Entry> goals,
    String lastUpdated) {
  public CustomerGoals {
    goals = List.copyOf(goals);
  }

  /**
   * A goal.
   *
   * @param pendingEventId the event of the balance, if it is pending
   * @param pendingSince the time of that event
   */
  public record Entry(
      String goalId,
      BigDecimal targetAmount,
      BigDecimal savedAmount,
      GoalStatus status,
      BigDecimal specialRate,
      @Nullable String pendingEventId,
      @Nullable String pendingSince) {}

  /**
   * Merges the two views. A pending balance is used if it is later than the batch view, has open
   * contributions, and is not of an earlier month than the goals; likewise a choice of goals. So
   * there is no need to know which events a batch run has included.
   */
  public static CustomerGoals merge(Customer customer, Pending view) {
    Map<String, PendingBalance> pending =
        view.balances().stream()
            .filter(balance -> balance.status() == PendingBalance.State.PENDING_CONFIRMATION)
            .filter(balance -> balance.updatedAt().isAfter(customer.lastUpdated()))
            .filter(balance -> !balance.month().isBefore(customer.month()))
            .collect(Collectors.toMap(PendingBalance::goalId, Function.identity()));
    var chosen =
        view.choice()
            .filter(choice -> choice.updatedAt().isAfter(customer.lastUpdated()))
            .filter(choice -> !choice.month().isBefore(customer.month()))
            .map(choice -> choice.goalsOver(customer))
            .orElse(customer.goals());
    var goals =
        chosen.stream()
            .map(goal -> {
              var over = pending.get(goal.goalId());
              return new Entry(
                  goal.goalId(),
                  goal.targetAmount(),
                  over == null ? goal.savedAmount() : over.currentBalance(),
                  over == null ? goal.status() : GoalStatus.PENDING_CONFIRMATION,
                  goal.specialRate(),
                  over == null ? null : over.eventId(),
                  over == null ? null : Moments.text(over.updatedAt()));
            })
            .toList();
    return new CustomerGoals(
        customer.personId(),
        customer.name(),
        customer.preferences(),
        customer.month().toString(),
        goals,
        Moments.text(customer.lastUpdated()));
  }
}
