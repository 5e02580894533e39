package dev.gramme.toolkit.migrate;

/** The result of migrating an item. */
public enum Outcome {
  /** It was changed. */
  MIGRATED,
  /** It was already migrated. */
  ALREADY,
  /** The step keeps it unchanged. */
  KEPT,
  /** It does not exist any more. */
  GONE,
  /** Other writers changed it during every attempt. */
  BUSY
}
