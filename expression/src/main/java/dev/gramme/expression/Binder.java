package dev.gramme.expression;

import dev.gramme.model.AttributeType;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.DocumentPath;
import dev.gramme.model.DocumentPath.Element;
import dev.gramme.model.DynamoNumber;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Replaces the placeholders of parsed expressions with names and values, and collects the errors
 * that it finds.
 */
final class Binder {
  private final ExpressionKind kind;
  private final Placeholders placeholders;
  private final FirstError errors = new FirstError();

  Binder(ExpressionKind kind, Placeholders placeholders) {
    this.kind = kind;
    this.placeholders = placeholders;
  }

  /** Records an error. {@link #finish} reports the first error of the lowest rank. */
  void note(Enum<?> rank, String text) {
    errors.note(rank, text);
  }

  /** Throws the recorded error, if there is one. */
  void finish() {
    errors.raise(kind);
  }

  /**
   * The path with its name placeholders replaced. An undefined placeholder stays in the path and is
   * recorded as an error.
   */
  DocumentPath path(Syntax.Path path, Enum<?> undefined) {
    if (!path.hasPlaceholders()) {
      return path.written();
    }
    var elements = new ArrayList<Element>(path.written().elements().size());
    for (Element element : path.written().elements()) {
      elements.add(
          element instanceof Element.Name name && name.name().charAt(0) == '#'
              ? name(name, undefined)
              : element);
    }
    return new DocumentPath(elements);
  }

  /** The value of a placeholder. Null if it is not defined, which is recorded as an error. */
  @Nullable AttributeValue value(Syntax.Value value, Enum<?> undefined) {
    AttributeValue bound = placeholders.value(value.placeholder());
    if (bound == null) {
      note(
          undefined,
          "An expression attribute value used in expression is not defined; attribute value: "
              + value.placeholder());
    }
    return bound;
  }

  /** Whether a function has the right number of operands. Records an error if not. */
  boolean hasOperandCount(Function function, int count, Enum<?> rank) {
    if (count == function.operands()) {
      return true;
    }
    note(
        rank,
        "Incorrect number of operands for operator or function; operator or function: "
            + function.text()
            + ", number of operands: "
            + count);
    return false;
  }

  /** Records that an operator or function does not accept an operand of this type. */
  void noteOperandType(Enum<?> rank, String operator, AttributeType type) {
    note(
        rank,
        "Incorrect operand type for operator or function; operator or function: "
            + operator
            + ", operand type: "
            + type);
  }

  /** Records that an operator or function requires a document path. */
  void notePathRequired(Enum<?> rank, String operator) {
    note(rank, "Operator or function requires a document path; operator or function: " + operator);
  }

  /**
   * Checks that the bounds of BETWEEN have the same type and are in ascending order. Records an
   * error if not.
   *
   * @return whether the bounds are valid
   */
  boolean checkBounds(AttributeValue low, AttributeValue high, Enum<?> rank) {
    boolean sameType = Comparison.haveOrder(low, high);
    if (sameType && Comparison.order(low, high) <= 0) {
      return true;
    }
    note(
        rank,
        (sameType
                ? "The BETWEEN operator requires upper bound to be greater than or equal to lower"
                    + " bound"
                : "The BETWEEN operator requires same data type for lower and upper bounds")
            + "; lower bound operand: "
            + describe(low)
            + ", upper bound operand: "
            + describe(high));
    return false;
  }

  private Element.Name name(Element.Name placeholder, Enum<?> undefined) {
    String name = placeholders.name(placeholder.name());
    if (name == null) {
      note(
          undefined,
          "An expression attribute name used in the document path is not defined; attribute name: "
              + placeholder.name());
      return placeholder;
    }
    return new Element.Name(name);
  }

  /** A value in the form of the service's messages: {@code AttributeValue: {N:1}}. */
  private static String describe(AttributeValue value) {
    return "AttributeValue: {" + value.type() + ":" + content(value) + "}";
  }

  private static String content(AttributeValue value) {
    if (value instanceof AttributeValue.S s) {
      return s.value();
    }
    if (value instanceof AttributeValue.N n) {
      return DynamoNumber.format(n.value());
    }
    if (value instanceof AttributeValue.B b) {
      return b.value().toBase64();
    }
    throw new IllegalArgumentException("a bound must be a string, number or binary");
  }
}
