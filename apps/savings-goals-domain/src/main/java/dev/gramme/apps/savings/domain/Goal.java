package dev.gramme.apps.savings.domain;

import java.math.BigDecimal;

/**
 * A customer's savings goal in one month. The batch pipeline stores goals in a {@link Customer}; if
 * a customer chooses goals, the app stores them in a {@link GoalChoice}.
 *
 * @param specialRate the yearly interest on the saved amount once the goal is reached, such as 0.08
 */
public record Goal(
    String goalId,
    BigDecimal targetAmount,
    BigDecimal savedAmount,
    GoalStatus status,
    BigDecimal specialRate) {}
