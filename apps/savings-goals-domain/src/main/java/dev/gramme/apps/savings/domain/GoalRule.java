package dev.gramme.apps.savings.domain;

import java.io.Serializable;
import java.math.BigDecimal;

/**
 * What holds for a goal in a segment of customers.
 *
 * @param specialRate the interest of what was saved once the goal is reached, such as 0.08
 * @param minimumDeposit a smaller deposit does not count
 */
public record GoalRule(
    String goalId,
    String segment,
    BigDecimal targetAmount,
    BigDecimal specialRate,
    BigDecimal minimumDeposit)
    implements Serializable {

  /** The status of a goal towards which so much is confirmed. */
  public GoalStatus statusAt(BigDecimal savedAmount) {
    if (savedAmount.compareTo(targetAmount) >= 0) {
      return GoalStatus.COMPLETED;
    }
    return savedAmount.signum() > 0 ? GoalStatus.IN_PROGRESS : GoalStatus.NOT_STARTED;
  }

  /** The goal as it is when so much is confirmed. */
  public Goal goalAt(BigDecimal savedAmount) {
    return new Goal(goalId, targetAmount, savedAmount, statusAt(savedAmount), specialRate);
  }
}
