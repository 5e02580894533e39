package dev.gramme.apps.savings.domain;

/** The status of a customer's goal. */
public enum GoalStatus {
  NOT_STARTED,
  IN_PROGRESS,
  COMPLETED,
  /** There are contributions that are not confirmed yet. Never in the batch table. */
  PENDING_CONFIRMATION
}
