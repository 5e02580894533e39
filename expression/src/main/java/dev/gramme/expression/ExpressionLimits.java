package dev.gramme.expression;

/** The limits on expressions: those of the service, as observed in 2026, and those of Gramme. */
public final class ExpressionLimits {
  /** The maximum length of an expression as sent, in UTF-8 bytes. */
  public static final int MAX_EXPRESSION_BYTES = 4096;

  /** The maximum number of operators and functions in an expression. Parentheses do not count. */
  public static final int MAX_OPERATORS = 300;

  /** The maximum number of values after IN. */
  public static final int MAX_IN_OPERANDS = 100;

  /** The maximum number of elements of a document path. */
  public static final int MAX_PATH_ELEMENTS = 32;

  /** The maximum length of a placeholder in bytes, including its {@code #} or {@code :}. */
  public static final int MAX_PLACEHOLDER_BYTES = 255;

  /**
   * The maximum nesting depth of parentheses, NOT and functions. An expression within {@link
   * #MAX_OPERATORS} and without redundant parentheses needs at most one pair for each operator and
   * one more. So deeper nesting is always one of these two errors.
   */
  static final int MAX_PARSE_DEPTH = 2 * MAX_OPERATORS + 2;

  /** The maximum number of cached expressions of each grammar. */
  static final int PARSE_CACHE_ENTRIES = 256;

  /**
   * The maximum total length of the cached expressions of each grammar, in characters. A cached
   * character takes about 30 bytes of heap.
   */
  static final int PARSE_CACHE_CHARACTERS = 64 << 10;

  /** The maximum length of a cached expression. Longer ones are parsed each time. */
  static final int PARSE_CACHE_MAX_LENGTH = 1024;

  /**
   * The maximum length of the list of unused names or values in an error message, in characters.
   */
  static final int MAX_LISTED_CHARACTERS = 64 << 10;

  private ExpressionLimits() {}
}
