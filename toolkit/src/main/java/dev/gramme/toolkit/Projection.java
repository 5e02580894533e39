package dev.gramme.toolkit;

/** What a secondary index holds beside the keys. */
public enum Projection {
  ALL,
  KEYS_ONLY,
  INCLUDE
}
