package dev.gramme.apps.incidents.table;

/** By what incidents are listed. */
public enum State {
  OPEN,
  CLOSED
}
