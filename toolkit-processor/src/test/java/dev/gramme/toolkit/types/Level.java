package dev.gramme.toolkit.types;

/** The keys of a map. */
public enum Level {
  LOW,
  MIDDLE,
  HIGH
}
