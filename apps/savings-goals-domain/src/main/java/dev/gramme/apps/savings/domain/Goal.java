package dev.gramme.apps.savings.domain;

import java.math.BigDecimal;

/** One goal of a customer in a month, as the app shows it. */
public record Goal(
    String goalId,
    BigDecimal targetAmount,
    BigDecimal savedAmount,
    GoalStatus status,
    BigDecimal specialRate) {}
