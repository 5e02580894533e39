package dev.gramme.expression;

import dev.gramme.expression.Tokens.Kind;
import dev.gramme.model.ApiError;
import dev.gramme.model.DocumentPath;
import dev.gramme.model.DocumentPath.Element;
import java.util.ArrayList;
import java.util.List;

/**
 * The base class of the parsers: the current position in the tokens, paths, lists, parentheses, and
 * the errors that the service reports only if the whole text is syntactically valid.
 */
abstract class TokenParser {
  private final ExpressionKind kind;
  private final Tokens tokens;
  private final FirstError errors = new FirstError();
  private int at;
  private int depth;
  private int operators;
  private boolean redundantParentheses;
  // The first and last token of the pair of parentheses that was closed last.
  private int pairFrom = -1;
  private int pairTo = -1;

  TokenParser(String text, ExpressionKind kind) {
    this.kind = kind;
    this.tokens = new Tokens(text, kind);
  }

  /** The kind of the next token. */
  final Kind next() {
    return tokens.kind(at);
  }

  /** The kind of the token after the next one. */
  final Kind afterNext() {
    return next() == Kind.END ? Kind.END : tokens.kind(at + 1);
  }

  /** The text of the next token. */
  final String nextText() {
    return tokens.text(at);
  }

  /** Consumes the next token. */
  final void advance() {
    at++;
  }

  /** Consumes the next token if it has this kind. Returns whether it did. */
  final boolean accept(Kind expected) {
    if (next() == expected) {
      at++;
      return true;
    }
    return false;
  }

  /** Consumes the next token. Throws a syntax error if it has another kind. */
  final void expect(Kind expected) {
    if (!accept(expected)) {
      throw syntaxError();
    }
  }

  /** The syntax error for the next token. */
  final ApiError syntaxError() {
    return kind.invalid(
        "Syntax error; token: \"" + tokens.text(at) + "\", near: \"" + tokens.around(at) + "\"");
  }

  /** Records an error, which is reported if the whole text is syntactically valid. */
  final void note(Enum<?> rank, String text) {
    errors.note(rank, text);
  }

  /** Counts an operator or function. */
  final void countOperator() {
    operators++;
  }

  /** Enters a nesting level. The limit bounds the recursion of the parsers. */
  final void enter() {
    depth++;
    if (depth > ExpressionLimits.MAX_PARSE_DEPTH) {
      throw operators > ExpressionLimits.MAX_OPERATORS ? tooManyOperators() : redundant();
    }
  }

  /** Leaves a nesting level. */
  final void leave() {
    depth--;
  }

  /** Consumes an opening parenthesis. Returns its token index, for {@link #close}. */
  final int open() {
    enter();
    expect(Kind.OPEN);
    return at - 1;
  }

  /** Consumes the closing parenthesis of the pair that began at this token index. */
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

  /** Checks that the text ends here, then reports the recorded errors. */
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

  /** Parses a path. Errors in it are recorded with this rank. */
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

  /** Parses one or more paths, separated by commas. */
  final List<Syntax.Path> paths(Enum<?> rank) {
    var paths = new ArrayList<Syntax.Path>();
    do {
      paths.add(path(rank));
    } while (accept(Kind.COMMA));
    return List.copyOf(paths);
  }

  /** Parses a value placeholder, {@code :value}. */
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
    // Ten digits fit into a long. More digits are out of range in any case.
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
