package dev.gramme.expression;

import dev.gramme.model.Utf8;
import java.util.Arrays;

/**
 * The tokens of an expression: their kinds and positions. The whole text is scanned at once,
 * because the message of a syntax error shows the neighbouring tokens.
 */
final class Tokens {
  /** The kinds of tokens. */
  enum Kind {
    NAME,
    NAME_PLACEHOLDER,
    VALUE_PLACEHOLDER,
    NUMBER,
    EQ,
    NE,
    LT,
    LE,
    GT,
    GE,
    PLUS,
    MINUS,
    OPEN,
    CLOSE,
    OPEN_INDEX,
    CLOSE_INDEX,
    COMMA,
    DOT,
    AND,
    OR,
    NOT,
    BETWEEN,
    IN,
    SET,
    REMOVE,
    ADD,
    DELETE,
    /** A character that cannot begin a token. */
    BAD,
    END
  }

  private final String text;
  private final ExpressionKind expression;
  private Kind[] kinds = new Kind[32];
  private int[] bounds = new int[64];
  private int count;

  /** Scans the text. The kind of expression determines which words are keywords. */
  Tokens(String text, ExpressionKind expression) {
    this.text = text;
    this.expression = expression;
    checkSize();
    scan();
    if (count == 0) {
      throw expression.invalid("The expression can not be empty;");
    }
    add(Kind.END, text.length(), text.length());
  }

  /** The kind of the token at an index. The last token is {@code END}. */
  Kind kind(int position) {
    return kinds[position];
  }

  /** The text of the token at an index. */
  String text(int position) {
    return kinds[position] == Kind.END
        ? "<EOF>"
        : text.substring(bounds[2 * position], bounds[2 * position + 1]);
  }

  /** The text from the token before an index to the token after it. */
  String around(int position) {
    int first = Math.max(position - 1, 0);
    int last = Math.min(position + 1, count - 1);
    return text.substring(bounds[2 * first], bounds[2 * last + 1]);
  }

  /** The end of the sequence of letters, digits and underscores that begins at a position. */
  static int wordEnd(String text, int from) {
    int at = from;
    while (at < text.length() && isWordPart(text.charAt(at))) {
      at++;
    }
    return at;
  }

  private void checkSize() {
    int size = Utf8.length(text);
    if (size > ExpressionLimits.MAX_EXPRESSION_BYTES) {
      throw expression.invalid(
          "Expression size has exceeded the maximum allowed size; expression size: " + size);
    }
  }

  private void scan() {
    int at = 0;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
        at++;
      } else {
        at = scanToken(c, at);
      }
    }
  }

  private int scanToken(char c, int at) {
    if (isLetter(c)) {
      int end = wordEnd(text, at);
      return add(word(at, end), at, end);
    }
    if (isDigit(c)) {
      return add(Kind.NUMBER, at, numberEnd(at));
    }
    char next = at + 1 < text.length() ? text.charAt(at + 1) : ' ';
    return switch (c) {
      case '#' -> placeholder(Kind.NAME_PLACEHOLDER, at);
      case ':' -> placeholder(Kind.VALUE_PLACEHOLDER, at);
      case '=' -> add(Kind.EQ, at, at + 1);
      case '<' ->
          next == '>'
              ? add(Kind.NE, at, at + 2)
              : next == '=' ? add(Kind.LE, at, at + 2) : add(Kind.LT, at, at + 1);
      case '>' -> next == '=' ? add(Kind.GE, at, at + 2) : add(Kind.GT, at, at + 1);
      case '+' -> add(Kind.PLUS, at, at + 1);
      case '-' -> add(Kind.MINUS, at, at + 1);
      case '(' -> add(Kind.OPEN, at, at + 1);
      case ')' -> add(Kind.CLOSE, at, at + 1);
      case '[' -> add(Kind.OPEN_INDEX, at, at + 1);
      case ']' -> add(Kind.CLOSE_INDEX, at, at + 1);
      case ',' -> add(Kind.COMMA, at, at + 1);
      case '.' -> add(Kind.DOT, at, at + 1);
      default -> add(Kind.BAD, at, at + Character.charCount(text.codePointAt(at)));
    };
  }

  private int placeholder(Kind kind, int at) {
    int end = wordEnd(text, at + 1);
    return add(end == at + 1 ? Kind.BAD : kind, at, end);
  }

  /**
   * The end of a number. A number has no leading zeros, so a digit after a leading zero is another
   * token.
   */
  private int numberEnd(int at) {
    if (text.charAt(at) == '0') {
      return at + 1;
    }
    int end = at;
    while (end < text.length() && isDigit(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private Kind word(int at, int end) {
    if (end - at > "BETWEEN".length() || expression == ExpressionKind.PROJECTION) {
      return Kind.NAME;
    }
    if (expression == ExpressionKind.UPDATE) {
      return is("SET", at, end)
          ? Kind.SET
          : is("REMOVE", at, end)
              ? Kind.REMOVE
              : is("ADD", at, end) ? Kind.ADD : is("DELETE", at, end) ? Kind.DELETE : Kind.NAME;
    }
    return is("AND", at, end)
        ? Kind.AND
        : is("OR", at, end)
            ? Kind.OR
            : is("NOT", at, end)
                ? Kind.NOT
                : is("BETWEEN", at, end) ? Kind.BETWEEN : is("IN", at, end) ? Kind.IN : Kind.NAME;
  }

  private boolean is(String keyword, int at, int end) {
    return end - at == keyword.length()
        && text.regionMatches(true, at, keyword, 0, keyword.length());
  }

  private int add(Kind kind, int from, int to) {
    if (count == kinds.length) {
      kinds = Arrays.copyOf(kinds, 2 * count);
      bounds = Arrays.copyOf(bounds, 4 * count);
    }
    kinds[count] = kind;
    bounds[2 * count] = from;
    bounds[2 * count + 1] = to;
    count++;
    return to;
  }

  private static boolean isWordPart(char c) {
    return isLetter(c) || isDigit(c) || c == '_';
  }

  private static boolean isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
