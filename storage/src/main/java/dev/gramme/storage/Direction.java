package dev.gramme.storage;

/** The direction in which a range is read. */
public enum Direction {
  ASCENDING,
  DESCENDING
}
