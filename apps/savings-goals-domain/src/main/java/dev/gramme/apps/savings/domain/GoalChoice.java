package dev.gramme.apps.savings.domain;

import dev.gramme.toolkit.Attribute;
import dev.gramme.toolkit.Convert;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Ttl;
import java.time.Instant;
import java.time.YearMonth;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * The goals that a customer has chosen in the app: at most one item of a customer in the NRT table,
 * and the only item that the app itself writes. The serving layer uses it until the batch table
 * contains the choice.
 *
 * @param month the month of the saved amounts
 * @param goals all chosen goals, with the confirmed amounts at the time of the choice
 * @param updatedAt the time of the choice
 * @param expires when the item may be deleted
 */
@Entity(pk = "{personId}", sk = "CHOICE#GOALS", type = "CHOICE")
public record GoalChoice(
    String personId,
    @Convert(Months.class) YearMonth month,
    List<Goal> goals,
    Instant updatedAt,
    @Ttl @Attribute("ttl") Instant expires)
    implements PendingItem {
  public GoalChoice {
    goals = List.copyOf(goals);
  }

  /** Creates a choice with its expiry time. */
  public static GoalChoice of(String personId, List<Goal> goals, Instant updatedAt) {
    return new GoalChoice(
        personId,
        Moments.month(updatedAt),
        goals,
        updatedAt,
        updatedAt.plus(PendingBalance.TIME_TO_LIVE).truncatedTo(ChronoUnit.SECONDS));
  }

  /** The chosen goals; those that the batch has computed as it has them. */
  public List<Goal> goalsOver(Customer customer) {
    return goals.stream()
        .map(goal ->
            customer.goals().stream()
                .filter(computed -> computed.goalId().equals(goal.goalId()))
                .findFirst()
                .orElse(goal))
        .toList();
  }
}
