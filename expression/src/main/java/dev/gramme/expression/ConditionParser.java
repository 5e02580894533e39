package dev.gramme.expression;

import dev.gramme.expression.Tokens.Kind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Parses conditions, filters and key conditions by recursive descent. An expression in parentheses
 * at the beginning of a condition can be a condition or an operand, so the same methods parse both.
 * Their parameter {@code operandAllowed} says whether an operand is permitted.
 */
final class ConditionParser extends TokenParser {
  private static final ParseCache<Syntax> CACHE = new ParseCache<>();

  /** All recorded errors have the same rank, so the first one in the text is reported. */
  private enum Rank {
    STATIC
  }

  private ConditionParser(String text, ExpressionKind kind) {
    super(text, kind);
  }

  /** Parses a condition, filter or key condition. */
  static Syntax parse(String text, ExpressionKind kind) {
    return CACHE.get(text, t -> new ConditionParser(t, kind).whole());
  }

  private Syntax whole() {
    Syntax condition = or(false);
    finish();
    return condition;
  }

  private Syntax or(boolean operandAllowed) {
    Syntax first = and(operandAllowed);
    if (next() != Kind.OR) {
      return first;
    }
    var terms = new ArrayList<Syntax>();
    terms.add(first);
    while (accept(Kind.OR)) {
      countOperator();
      terms.add(and(false));
    }
    return new Syntax.Or(List.copyOf(terms));
  }

  private Syntax and(boolean operandAllowed) {
    Syntax first = not(operandAllowed);
    if (next() != Kind.AND) {
      return first;
    }
    var terms = new ArrayList<Syntax>();
    terms.add(first);
    while (accept(Kind.AND)) {
      countOperator();
      terms.add(not(false));
    }
    return new Syntax.And(List.copyOf(terms));
  }

  private Syntax not(boolean operandAllowed) {
    if (!accept(Kind.NOT)) {
      return predicate(operandAllowed);
    }
    countOperator();
    enter();
    Syntax condition = not(false);
    leave();
    return new Syntax.Not(condition);
  }

  /** A comparison, BETWEEN, IN, a function, a condition in parentheses, or an operand. */
  private Syntax predicate(boolean operandAllowed) {
    Syntax left = primary();
    Comparison comparison = comparison(next());
    if (comparison == null && next() != Kind.BETWEEN && next() != Kind.IN) {
      boolean isOperand = operandAllowed && next() == Kind.CLOSE;
      if (!isOperand) {
        requireCondition(left);
      }
      return left;
    }
    if (!left.isOperand()) {
      throw syntaxError();
    }
    requireOperandFunction(left);
    countOperator();
    if (comparison != null) {
      advance();
      return new Syntax.Compare(comparison, left, operand());
    }
    return accept(Kind.BETWEEN) ? between(left) : in(left);
  }

  private Syntax between(Syntax left) {
    Syntax low = operand();
    expect(Kind.AND);
    return new Syntax.Between(left, low, operand());
  }

  private Syntax in(Syntax left) {
    expect(Kind.IN);
    expect(Kind.OPEN);
    List<Syntax> candidates = operands();
    expect(Kind.CLOSE);
    return new Syntax.In(left, candidates);
  }

  /**
   * The first part of a predicate: a path, a value, a function, or an expression in parentheses.
   */
  private Syntax primary() {
    if (next() != Kind.OPEN) {
      return next() == Kind.NAME && afterNext() == Kind.OPEN ? call() : pathOrValue();
    }
    int from = open();
    Syntax inner = or(true);
    close(from);
    return inner;
  }

  private Syntax operand() {
    if (next() == Kind.OPEN) {
      int from = open();
      Syntax inner = operand();
      close(from);
      return inner;
    }
    if (next() == Kind.NAME && afterNext() == Kind.OPEN) {
      Function function = Function.named(nextText());
      if (function != null && function.use() == Function.Use.CONDITION) {
        noteMisplaced(function);
      }
      return call();
    }
    return pathOrValue();
  }

  private Syntax pathOrValue() {
    return next() == Kind.VALUE_PLACEHOLDER ? value() : path(Rank.STATIC);
  }

  private Syntax call() {
    enter();
    countOperator();
    Function function = function(nextText());
    advance();
    expect(Kind.OPEN);
    List<Syntax> arguments = operands();
    expect(Kind.CLOSE);
    leave();
    return new Syntax.Call(function, arguments);
  }

  private List<Syntax> operands() {
    var operands = new ArrayList<Syntax>(4);
    do {
      operands.add(operand());
    } while (accept(Kind.COMMA));
    return List.copyOf(operands);
  }

  /**
   * Returns the function with this name. An unknown name is recorded as an error, and an arbitrary
   * function is returned so that parsing can continue.
   */
  private Function function(String name) {
    Function function = Function.named(name);
    if (function == null) {
      note(Rank.STATIC, "Invalid function name; function: " + name);
      return Function.SIZE;
    }
    if (function.use() == Function.Use.UPDATE) {
      note(Rank.STATIC, "The function is not allowed in a condition expression; function: " + name);
    }
    return function;
  }

  private void requireCondition(Syntax syntax) {
    if (syntax instanceof Syntax.Call call) {
      if (call.function().use() == Function.Use.OPERAND) {
        noteMisplaced(call.function());
      }
    } else if (syntax.isOperand()) {
      throw syntaxError();
    }
  }

  private void requireOperandFunction(Syntax operand) {
    if (operand instanceof Syntax.Call call && call.function().use() == Function.Use.CONDITION) {
      noteMisplaced(call.function());
    }
  }

  private void noteMisplaced(Function function) {
    note(
        Rank.STATIC,
        "The function is not allowed to be used this way in an expression; function: "
            + function.text());
  }

  private static @Nullable Comparison comparison(Kind kind) {
    return switch (kind) {
      case EQ -> Comparison.EQ;
      case NE -> Comparison.NE;
      case LT -> Comparison.LT;
      case LE -> Comparison.LE;
      case GT -> Comparison.GT;
      case GE -> Comparison.GE;
      default -> null;
    };
  }
}
