package dev.gramme.apps.savings.domain;

import java.math.BigDecimal;

/** A customer's goal for a month, as the app shows it. */
public record Goal(
    String goalId,
    BigDecimal targetAmount,
    BigDecimal savedAmount,
    GoalStatus status,
    BigDecimal specialRate) {}
