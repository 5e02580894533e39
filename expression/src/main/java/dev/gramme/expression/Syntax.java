package dev.gramme.expression;

import dev.gramme.model.DocumentPath;
import java.util.List;

/**
 * The syntax tree of an expression, in which placeholders are not replaced yet. Conditions and
 * operands have one type because functions can be either; the parser checks where each is allowed
 * and reports violations with a separate message. AND and OR have a list of terms, so that long
 * chains do not make deep trees. Trees are immutable, and {@link ParseCache} shares them between
 * requests.
 */
sealed interface Syntax {

  /**
   * A path as written. Elements that begin with {@code #} are placeholders.
   *
   * @param hasPlaceholders whether the path has placeholders
   */
  record Path(DocumentPath written, boolean hasPlaceholders) implements Syntax {}

  /** A value placeholder, {@code :value}. */
  record Value(String placeholder) implements Syntax {}

  /** A function call. */
  record Call(Function function, List<Syntax> arguments) implements Syntax {}

  /** A comparison of two operands. */
  record Compare(Comparison comparison, Syntax left, Syntax right) implements Syntax {}

  /** {@code operand BETWEEN low AND high}. */
  record Between(Syntax operand, Syntax low, Syntax high) implements Syntax {}

  /** {@code operand IN (candidates)}. */
  record In(Syntax operand, List<Syntax> candidates) implements Syntax {}

  /** A conjunction of two or more conditions. */
  record And(List<Syntax> terms) implements Syntax {}

  /** A disjunction of two or more conditions. */
  record Or(List<Syntax> terms) implements Syntax {}

  /** The negation of a condition. */
  record Not(Syntax condition) implements Syntax {}

  /** {@code left + right} or {@code left - right}, in updates only. */
  record Arithmetic(boolean minus, Syntax left, Syntax right) implements Syntax {}

  /**
   * Whether this can be an operand of a comparison or a function: a path, a value or a function.
   */
  default boolean isOperand() {
    return this instanceof Path || this instanceof Value || this instanceof Call;
  }
}
