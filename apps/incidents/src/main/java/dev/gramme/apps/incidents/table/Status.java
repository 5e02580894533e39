package dev.gramme.apps.incidents.table;

/** What is being done about an incident. */
public enum Status {
  TRIGGERED,
  ACKNOWLEDGED,
  RESOLVED;

  /** The list that such an incident is in. */
  public State state() {
    return this == RESOLVED ? State.CLOSED : State.OPEN;
  }
}
