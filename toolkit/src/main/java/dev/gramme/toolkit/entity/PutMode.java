package dev.gramme.toolkit.entity;

/** What has to be there when an item is written. */
public enum PutMode {
  /** Anything. */
  PUT,
  /** No item of this key. */
  CREATE,
  /** An item of this key. */
  REPLACE
}
