package dev.gramme.expression;

import dev.gramme.expression.Tokens.Kind;
import dev.gramme.model.ApiError;
import dev.gramme.model.DocumentPath;
import dev.gramme.model.DocumentPath.Element;
import java.util.ArrayList;
import java.util.List;

/**
 * What the parsers of all grammars share: the place in the tokens, paths, lists, parentheses, and
 * the errors that the service looks for only after the whole text has been parsed.
 */
abstract class TokenParser {
  private final ExpressionKind kind;
  private final Tokens tokens;
  private final FirstError errors = new FirstError();
  private int at;
  private int depth;
  private int operators;
  private boolean redundantParentheses;
  // The tokens at which the pair of parentheses closed last begins and ends.
  private int pairFrom = -1;
  private int pairTo = -1;

  TokenParser(String text, ExpressionKind kind) {
    this.kind = kind;
    this.tokens = new Tokens(text, kind);
  }

  /** The kind of the token to read next. */
  final Kind next() {
    return tokens.kind(at);
  }

  /** The kind of the token after that. */
  final Kind afterNext() {
    return next() == Kind.END ? Kind.END : tokens.kind(at + 1);
  }

  /** The text of the token to read next. */
  final String nextText() {
    return tokens.text(at);
  }

  /** Passes the next token. */
  final void advance() {
    at++;
  }

  /** Passes the next token if it is of this kind. */
  final boolean accept(Kind expected) {
    if (next() == expected) {
      at++;
      return true;
    }
    return false;
  }

  /** Passes the next token, which must be of this kind. */
  final void expect(Kind expected) {
    if (!accept(expected)) {
      throw syntaxError();
    }
  }

  /** The error that the next token cannot stand where it does. */
  final ApiError syntaxError() {
    return kind.invalid(
        "Syntax error; token: \"" + tokens.text(at) + "\", near: \"" + tokens.around(at) + "\"");
  }

  /** Notes an error to be reported if the text parses as a whole. */
  final void note(Enum<?> rank, String text) {
    errors.note(rank, text);
  }

  /** Counts an operator or function. */
  final void countOperator() {
    operators++;
  }

  /** Goes one level down; the parsers call themselves no deeper than the limit. */
  final void enter() {
    depth++;
    if (depth > ExpressionLimits.MAX_PARSE_DEPTH) {
      throw operators > ExpressionLimits.MAX_OPERATORS ? tooManyOperators() : redundant();
    }
  }

  /** Comes one level up again. */
  final void leave() {
    depth--;
  }

  /** Begins a pair of parentheses; returns what {@link #close} needs. */
  final int open() {
    enter();
    expect(Kind.OPEN);
    return at - 1;
  }

  /** Ends the pair of parentheses that began at a token. */
  final void close(int from) {
    expect(Kind.CLOSE);
    leave();
    int to = at - 1;
    if (pairFrom == from + 1 && pairTo == to - 1) {
      redundantParentheses = true;
    }
    pairFrom = from;
    pairTo = to;
  }

  /** Reads the end of the text, then reports the errors noted on the way. */
  final void finish() {
    expect(Kind.END);
    if (redundantParentheses) {
      throw redundant();
    }
    if (operators > ExpressionLimits.MAX_OPERATORS) {
      throw tooManyOperators();
    }
    errors.raise(kind);
  }

  /** A path; errors in it are noted with this rank. */
  final Syntax.Path path(Enum<?> rank) {
    var elements = new ArrayList<Element>(4);
    boolean hasPlaceholders = next() == Kind.NAME_PLACEHOLDER;
    elements.add(name(rank));
    while (true) {
      if (accept(Kind.DOT)) {
        hasPlaceholders |= next() == Kind.NAME_PLACEHOLDER;
        elements.add(name(rank));
      } else if (accept(Kind.OPEN_INDEX)) {
        elements.add(index(rank));
        expect(Kind.CLOSE_INDEX);
      } else {
        break;
      }
    }
    if (elements.size() > ExpressionLimits.MAX_PATH_ELEMENTS) {
      note(
          rank,
          "The document path has too many nesting levels; nesting levels: " + elements.size());
    }
    return new Syntax.Path(new DocumentPath(elements), hasPlaceholders);
  }

  /** One or more paths, separated by commas. */
  final List<Syntax.Path> paths(Enum<?> rank) {
    var paths = new ArrayList<Syntax.Path>();
    do {
      paths.add(path(rank));
    } while (accept(Kind.COMMA));
    return List.copyOf(paths);
  }

  /** A {@code :value}. */
  final Syntax.Value value() {
    String placeholder = nextText();
    expect(Kind.VALUE_PLACEHOLDER);
    return new Syntax.Value(placeholder);
  }

  private Element.Name name(Enum<?> rank) {
    String name = nextText();
    if (next() == Kind.NAME) {
      if (ReservedWords.contains(name)) {
        note(rank, "Attribute name is a reserved keyword; reserved keyword: " + name);
      }
    } else if (next() != Kind.NAME_PLACEHOLDER) {
      throw syntaxError();
    }
    advance();
    return new Element.Name(name);
  }

  private Element.Index index(Enum<?> rank) {
    String digits = nextText();
    expect(Kind.NUMBER);
    // Ten digits fit a long; more are out of range anyway.
    long position = digits.length() > 10 ? Long.MAX_VALUE : Long.parseLong(digits);
    if (position > Integer.MAX_VALUE) {
      note(rank, "List index is not within the allowable range; index: [" + digits + "]");
      return new Element.Index(Integer.MAX_VALUE);
    }
    return new Element.Index((int) position);
  }

  private ApiError redundant() {
    return kind.invalid("The expression has redundant parentheses;");
  }

  private ApiError tooManyOperators() {
    return kind.invalid("The expression contains too many operators; operator count: " + operators);
  }
}
