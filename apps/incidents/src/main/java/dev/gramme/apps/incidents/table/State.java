package dev.gramme.apps.incidents.table;

/** The list that contains an incident. */
public enum State {
  OPEN,
  CLOSED
}
