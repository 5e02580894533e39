package dev.gramme.toolkit.entity;

/** Whether an item must exist when it is written. */
public enum PutMode {
  /** It may or may not exist. */
  PUT,
  /** It must not exist. */
  CREATE,
  /** It must exist. */
  REPLACE
}
