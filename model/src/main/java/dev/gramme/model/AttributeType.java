package dev.gramme.model;

/** The ten data types of an attribute value. The constants have the protocol's names. */
public enum AttributeType {
  /** String. */
  S("STRING"),
  /** Number. */
  N("NUMBER"),
  /** Binary. */
  B("BINARY"),
  /** Set of strings. */
  SS("STRING_SET"),
  /** Set of numbers. */
  NS("NUMBER_SET"),
  /** Set of binaries. */
  BS("BINARY_SET"),
  /** Boolean. */
  BOOL("BOOL"),
  /** Null. */
  NULL("NULL"),
  /** List. */
  L("LIST"),
  /** Map. */
  M("MAP");

  private final String longName;

  AttributeType(String longName) {
    this.longName = longName;
  }

  /** The name used in the messages about operands of {@code ADD} and {@code DELETE}. */
  public String longName() {
    return longName;
  }

  /** Whether values of this type are ordered and may be keys: S, N, B. */
  public boolean isScalarKey() {
    return this == S || this == N || this == B;
  }

  /** Whether this is one of the three set types. */
  public boolean isSet() {
    return this == SS || this == NS || this == BS;
  }
}
