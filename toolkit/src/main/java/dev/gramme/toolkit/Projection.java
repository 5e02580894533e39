package dev.gramme.toolkit;

/** The attributes that a secondary index holds besides the keys. */
public enum Projection {
  ALL,
  KEYS_ONLY,
  INCLUDE
}
