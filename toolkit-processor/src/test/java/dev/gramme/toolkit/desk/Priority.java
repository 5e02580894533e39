package dev.gramme.toolkit.desk;

/** The urgency of a ticket. */
public enum Priority {
  HIGH,
  LOW
}
