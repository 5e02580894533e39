package dev.gramme.partiql;

/** The limits on statements: the service's, as observed in 2026, and our own. */
public final class StatementLimits {
  /** The maximum number of characters of a statement. */
  public static final int MAX_CHARACTERS = 8192;

  /** The maximum number of reads by key into which a WHERE clause is split. */
  static final int MAX_READS = 50;

  /**
   * The maximum number of alternatives into which a WHERE clause is split to find reads by key. A
   * clause with more is executed as a Scan.
   */
  static final int MAX_RANGES = 5000;

  /**
   * The budget steps of planning one term of a range: its values are compared, encoded and sorted.
   */
  static final long STEPS_OF_TERM = 200;

  /**
   * The maximum number of terms in all ranges of a WHERE clause; a term counts once for each range.
   * A clause with more is executed as a Scan.
   */
  static final int MAX_RANGE_TERMS = 100_000;

  /**
   * How deep parentheses, NOT, lists and maps may nest: deeper than values may, but not so deep
   * that the stack overflows.
   */
  static final int MAX_DEPTH = 100;

  private StatementLimits() {}
}
