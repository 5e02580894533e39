package dev.gramme.toolkit.desk;

/** How urgent a ticket is. */
public enum Priority {
  HIGH,
  LOW
}
