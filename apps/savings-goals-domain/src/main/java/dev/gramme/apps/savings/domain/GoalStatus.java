package dev.gramme.apps.savings.domain;

/** Where a customer stands with a goal. */
public enum GoalStatus {
  NOT_STARTED,
  IN_PROGRESS,
  COMPLETED,
  /** Contributions were seen that are not confirmed yet. Never in the batch table. */
  PENDING_CONFIRMATION
}
