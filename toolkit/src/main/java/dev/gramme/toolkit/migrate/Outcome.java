package dev.gramme.toolkit.migrate;

/** What became of an item. */
public enum Outcome {
  /** It was changed. */
  MIGRATED,
  /** It had been changed before. */
  ALREADY,
  /** It is none of those that change. */
  KEPT,
  /** It does not exist any more. */
  GONE,
  /** Others changed it again and again while this was tried. */
  BUSY
}
