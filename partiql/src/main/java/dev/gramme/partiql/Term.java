package dev.gramme.partiql;

import dev.gramme.model.AttributeValue;
import dev.gramme.model.DocumentPath;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of a PartiQL statement that stands for a value or a condition, such as {@code year >= ?}:
 * the syntax tree that {@code TermParser} makes of the text. A term still has its parameters and
 * may be meaningless, such as {@code 1 AND 'a'}; {@code StatementBinder} inserts the parameters,
 * checks the term, and makes conditions and updates of it.
 */
public sealed interface Term {
  /** The position of its first token or of its operator; of a number, that of its first digit. */
  Position at();

  /** A string, boolean or null. */
  record Literal(AttributeValue value, Position at) implements Term {}

  /** A number as written; its range is checked later. */
  record Numeral(String text, Position at) implements Term {}

  /** {@code MISSING}. */
  record Missing(Position at) implements Term {}

  /** {@code ?}, numbered from 0. */
  record Parameter(int ordinal, Position at) implements Term {}

  /** A document path in an item. */
  record Path(DocumentPath path, Position at) implements Term {}

  /** {@code [1, 2]}, or a sequence in parentheses, which means the same after IN. */
  record ListOf(List<Term> elements, Position at) implements Term {
    public ListOf {
      elements = List.copyOf(elements);
    }
  }

  /** {@code <<1, 2>>}. */
  record BagOf(List<Term> elements, Position at) implements Term {
    public BagOf {
      elements = List.copyOf(elements);
    }
  }

  /** {@code {'a': 1}}. */
  record TupleOf(List<Entry> entries, Position at) implements Term {
    public TupleOf {
      entries = List.copyOf(entries);
    }

    /** A name, which should be a string, and its value. */
    public record Entry(Term name, Term value) {}
  }

  /** A function and its arguments. */
  record Call(String function, List<Term> arguments, Position at) implements Term {
    public Call {
      arguments = List.copyOf(arguments);
    }
  }

  /** {@code -a} or {@code +a}, where {@code a} is not a numeral. */
  record Signed(String operator, Term operand, Position at) implements Term {}

  /** {@code + - * / % ||}. */
  record Arithmetic(String operator, Term left, Term right, Position at) implements Term {}

  /** {@code = <> < <= > >=}. */
  record Compare(String operator, Term left, Term right, Position at) implements Term {}

  /** {@code BETWEEN}. */
  record Between(Term operand, Term low, Term high, Position at) implements Term {}

  /** {@code IN}. */
  record In(Term operand, Term candidates, Position at) implements Term {}

  /** {@code IS} and the name of the type. */
  record Is(Term operand, String type, Position at) implements Term {}

  /** Terms joined by AND. */
  record And(List<Term> terms, Position at) implements Term {
    public And {
      terms = List.copyOf(terms);
    }
  }

  /** Terms joined by OR. */
  record Or(List<Term> terms, Position at) implements Term {
    public Or {
      terms = List.copyOf(terms);
    }
  }

  /** The negation of a term. */
  record Not(Term term, Position at) implements Term {}

  /** The {@code *} of {@code COUNT(*)}. */
  record Star(Position at) implements Term {}

  /** The name of the term in error messages; null for terms without one. */
  default @Nullable String kindName() {
    return switch (this) {
      case Path path -> path.path().isTopLevel() ? "VariableReference" : "PATH";
      case Parameter parameter -> "Parameter";
      case Missing missing -> "MISSING";
      case Call call -> call.function();
      case Arithmetic arithmetic -> arithmetic.operator();
      case Signed signed -> signed.operator();
      case Compare compare -> compare.operator();
      case Between between -> "BETWEEN";
      case In in -> "IN";
      case Is is -> "IsType";
      case And and -> "AND";
      case Or or -> "OR";
      case Not not -> "NOT";
      case Star star -> "*";
      case Numeral numeral -> numeral.text();
      case Literal literal -> null;
      case ListOf list -> null;
      case BagOf bag -> null;
      case TupleOf tuple -> null;
    };
  }
}
