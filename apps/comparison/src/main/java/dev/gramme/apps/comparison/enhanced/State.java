package dev.gramme.apps.comparison.enhanced;

/** Whether a seat can be bought. */
public enum State {
  FREE,
  HELD,
  SOLD
}
