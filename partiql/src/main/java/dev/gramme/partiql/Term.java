package dev.gramme.partiql;

import dev.gramme.model.AttributeValue;
import dev.gramme.model.DocumentPath;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An expression of a statement as written: nothing is known yet of what it means where. */
public sealed interface Term {
  /** Where it stands: its first token, or its operator. */
  Position at();

  /** A string, boolean or null. */
  record Literal(AttributeValue value, Position at) implements Term {}

  /** A number as written; its range is checked where it is used. */
  record Numeral(String text, Position at) implements Term {}

  /** {@code MISSING}. */
  record Missing(Position at) implements Term {}

  /** {@code ?}, counted from 0. */
  record Parameter(int ordinal, Position at) implements Term {}

  /** A place in an item. */
  record Path(DocumentPath path, Position at) implements Term {}

  /** {@code [1, 2]}; in parentheses it is a sequence, which means the same to IN. */
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

  /** {@code -a} or {@code +a} of what is no numeral. */
  record Signed(String operator, Term operand, Position at) implements Term {}

  /** {@code + - * / % ||}. */
  record Arithmetic(String operator, Term left, Term right, Position at) implements Term {}

  /** {@code = <> < <= > >=}. */
  record Compare(String operator, Term left, Term right, Position at) implements Term {}

  /** {@code BETWEEN}. */
  record Between(Term operand, Term low, Term high, Position at) implements Term {}

  /** {@code IN}. */
  record In(Term operand, Term candidates, Position at) implements Term {}

  /** {@code IS}, and the name of the type in capitals. */
  record Is(Term operand, String type, Position at) implements Term {}

  /** Terms with AND between them. */
  record And(List<Term> terms, Position at) implements Term {
    public And {
      terms = List.copyOf(terms);
    }
  }

  /** Terms with OR between them. */
  record Or(List<Term> terms, Position at) implements Term {
    public Or {
      terms = List.copyOf(terms);
    }
  }

  /** The opposite. */
  record Not(Term term, Position at) implements Term {}

  /** The {@code *} of {@code COUNT(*)}. */
  record Star(Position at) implements Term {}

  /** How messages call the term; null for those that have no name there. */
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
