package dev.gramme.expression;

import dev.gramme.model.DocumentPath;
import java.util.List;

/**
 * The tree of a parsed expression, before names and values are put in. Conditions and operands are
 * one type because the grammar lets functions stand for either; which of them may stand where is
 * checked with a message of its own. AND and OR hold all their terms, so that long chains do not
 * make deep trees. Immutable, shared by requests through {@link ParseCache}.
 */
sealed interface Syntax {

  /**
   * A path as written: the elements that begin with {@code #} are placeholders.
   *
   * @param hasPlaceholders whether there are any
   */
  record Path(DocumentPath written, boolean hasPlaceholders) implements Syntax {}

  /** A {@code :value}. */
  record Value(String placeholder) implements Syntax {}

  /** A function with its arguments. */
  record Call(Function function, List<Syntax> arguments) implements Syntax {}

  /** Two operands compared. */
  record Compare(Comparison comparison, Syntax left, Syntax right) implements Syntax {}

  /** {@code operand BETWEEN low AND high}. */
  record Between(Syntax operand, Syntax low, Syntax high) implements Syntax {}

  /** {@code operand IN (candidates)}. */
  record In(Syntax operand, List<Syntax> candidates) implements Syntax {}

  /** All of two or more conditions. */
  record And(List<Syntax> terms) implements Syntax {}

  /** Any of two or more conditions. */
  record Or(List<Syntax> terms) implements Syntax {}

  /** The opposite of a condition. */
  record Not(Syntax condition) implements Syntax {}

  /** {@code left + right} or {@code left - right}, in updates only. */
  record Arithmetic(boolean minus, Syntax left, Syntax right) implements Syntax {}

  /** Whether this can be compared or handed to a function: a path, a value or a function. */
  default boolean isOperand() {
    return switch (this) {
      case Path path -> true;
      case Value value -> true;
      case Call call -> true;
      case Compare compare -> false;
      case Between between -> false;
      case In in -> false;
      case And and -> false;
      case Or or -> false;
      case Not not -> false;
      case Arithmetic arithmetic -> false;
    };
  }
}
