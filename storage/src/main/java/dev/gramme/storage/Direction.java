package dev.gramme.storage;

/** Which way a range is read. */
public enum Direction {
  ASCENDING,
  DESCENDING
}
