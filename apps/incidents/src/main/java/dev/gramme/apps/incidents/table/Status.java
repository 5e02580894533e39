package dev.gramme.apps.incidents.table;

/** The status of an incident. */
public enum Status {
  TRIGGERED,
  ACKNOWLEDGED,
  RESOLVED;

  /** The list for this status. */
  public State state() {
    return this == RESOLVED ? State.CLOSED : State.OPEN;
  }
}
