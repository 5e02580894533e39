package dev.gramme.apps.savings.domain;

/** An item of the NRT table: something that the batch table does not contain yet. */
public sealed interface PendingItem permits PendingBalance, GoalChoice {
  /** The customer. */
  String personId();
}
