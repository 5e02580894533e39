package dev.gramme.apps.savings.domain;

import java.io.Serializable;
import java.math.BigDecimal;

/**
 * The rule for a goal in a customer segment.
 *
 * @param specialRate the interest on the saved amount after the goal is reached, such as 0.08
 * @param minimumDeposit smaller deposits do not count
 */
public record GoalRule(
    String goalId,
    String segment,
    BigDecimal targetAmount,
    BigDecimal specialRate,
    BigDecimal minimumDeposit)
    implements Serializable {

  /** The status of a goal with this confirmed amount. */
  public GoalStatus statusAt(BigDecimal savedAmount) {
    if (savedAmount.compareTo(targetAmount) >= 0) {
      return GoalStatus.COMPLETED;
    }
    return savedAmount.signum() > 0 ? GoalStatus.IN_PROGRESS : GoalStatus.NOT_STARTED;
  }

  /** The goal with this confirmed amount. */
  public Goal goalAt(BigDecimal savedAmount) {
    return new Goal(goalId, targetAmount, savedAmount, statusAt(savedAmount), specialRate);
  }
}
