package dev.gramme.expression;

/** The limits on expressions: the service's, as observed in 2026, and those of this program. */
public final class ExpressionLimits {
  /** The most bytes of an expression, in UTF-8, as sent. */
  public static final int MAX_EXPRESSION_BYTES = 4096;

  /** The most operators and functions of an expression; parentheses do not count. */
  public static final int MAX_OPERATORS = 300;

  /** The most values that follow IN. */
  public static final int MAX_IN_OPERANDS = 100;

  /** The most elements of a document path. */
  public static final int MAX_PATH_ELEMENTS = 32;

  /** The most bytes of a placeholder, its {@code #} or {@code :} included. */
  public static final int MAX_PLACEHOLDER_BYTES = 255;

  /**
   * How deep parentheses, NOT and functions may nest while parsing. An expression within {@link
   * #MAX_OPERATORS} and without redundant parentheses needs at most one pair for each operator and
   * one more, so that deeper nesting is always an error of one of these two kinds.
   */
  static final int MAX_PARSE_DEPTH = 2 * MAX_OPERATORS + 2;

  /** The number of parsed expressions kept for each grammar; a power of two. */
  static final int PARSE_CACHE_SLOTS = 256;

  /**
   * The characters of the texts of parsed expressions kept for each grammar; some 30 bytes each.
   */
  static final int PARSE_CACHE_CHARACTERS = 64 << 10;

  /** Longer expressions are parsed anew each time. */
  static final int PARSE_CACHE_MAX_LENGTH = 1024;

  /** The most characters of the list of unused names or values in an error. */
  static final int MAX_LISTED_CHARACTERS = 64 << 10;

  private ExpressionLimits() {}
}
