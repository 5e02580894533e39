package dev.gramme.expression;

import org.jspecify.annotations.Nullable;

/** The functions of expressions. */
public enum Function {
  ATTRIBUTE_EXISTS("attribute_exists", 1, Use.CONDITION),
  ATTRIBUTE_NOT_EXISTS("attribute_not_exists", 1, Use.CONDITION),
  ATTRIBUTE_TYPE("attribute_type", 2, Use.CONDITION),
  BEGINS_WITH("begins_with", 2, Use.CONDITION),
  CONTAINS("contains", 2, Use.CONDITION),
  SIZE("size", 1, Use.OPERAND),
  IF_NOT_EXISTS("if_not_exists", 2, Use.UPDATE),
  LIST_APPEND("list_append", 2, Use.UPDATE);

  /** Where a function may be used. */
  public enum Use {
    /** As a condition. */
    CONDITION,
    /** As an operand of a condition. */
    OPERAND,
    /** As an operand of an update. */
    UPDATE
  }

  private static final Function[] ALL = values();

  private final String text;
  private final int operands;
  private final Use use;

  Function(String text, int operands, Use use) {
    this.text = text;
    this.operands = operands;
    this.use = use;
  }

  /** The function with this case-sensitive name, null if there is none. */
  public static @Nullable Function named(String name) {
    for (Function function : ALL) {
      if (function.text.equals(name)) {
        return function;
      }
    }
    return null;
  }

  /** The name as written in expressions. */
  public String text() {
    return text;
  }

  /** The required number of operands. */
  int operands() {
    return operands;
  }

  /** Where the function may be used. */
  public Use use() {
    return use;
  }
}
