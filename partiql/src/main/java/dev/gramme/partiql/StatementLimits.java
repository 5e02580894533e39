package dev.gramme.partiql;

/** The limits on statements: the service's, as observed in 2026, and those of this program. */
public final class StatementLimits {
  /** The most characters of a statement. */
  public static final int MAX_CHARACTERS = 8192;

  /** The most reads by key that a WHERE clause is split into. */
  static final int MAX_READS = 50;

  /**
   * The most alternatives that a WHERE clause is split into, to see whether all are reads by key. A
   * clause with more is read by a Scan.
   */
  static final int MAX_RANGES = 5000;

  /** The work of planning one term of a range: its values are compared, encoded and sorted. */
  static final long STEPS_OF_TERM = 200;

  /**
   * The most terms of all ranges of a WHERE clause together, counted once for each range. A clause
   * with more is read by a Scan.
   */
  static final int MAX_RANGE_TERMS = 100_000;

  /**
   * How deep parentheses, NOT, lists and maps may nest: more than values can, and less than the
   * stack holds.
   */
  static final int MAX_DEPTH = 100;

  private StatementLimits() {}
}
