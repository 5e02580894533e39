package dev.gramme.partiql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Splits a statement into tokens, without white space and comments. */
final class Lexer {
  private static final List<String> OPERATORS =
      List.of("<=", ">=", "<>", "!=", "||", "=", "<", ">", "+", "-", "*", "/", "%");
  private static final List<String> PUNCTUATION =
      List.of("<<", ">>", "(", ")", "[", "]", "{", "}", ",", ".", ":", ";");

  private final String text;
  private final List<Token> tokens = new ArrayList<>();
  private int at;
  private int line = 1;
  private int lineStart;

  private Lexer(String text) {
    this.text = text;
  }

  /**
   * The tokens of a statement; the last is {@code END}.
   *
   * @throws dev.gramme.model.ApiError a ValidationException if a part of the text is not a token
   */
  static List<Token> tokens(String statement) {
    var lexer = new Lexer(statement);
    while (lexer.skipToToken()) {
      lexer.token();
    }
    lexer.tokens.add(new Token(Token.Kind.END, "", lexer.position(lexer.at)));
    return lexer.tokens;
  }

  /** Skips white space and comments; returns false at the end of the text. */
  private boolean skipToToken() {
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '\n') {
        newLine(at);
        at++;
      } else if (Character.isWhitespace(c)) {
        at++;
      } else if (text.startsWith("--", at)) {
        int end = text.indexOf('\n', at);
        at = end < 0 ? text.length() : end;
      } else if (text.startsWith("/*", at)) {
        int end = text.indexOf("*/", at + 2);
        if (end < 0) {
          throw StatementFaults.notWellFormed("");
        }
        countLines(at, end);
        at = end + 2;
      } else {
        return true;
      }
    }
    return false;
  }

  private void token() {
    char c = text.charAt(at);
    if (Character.isLetter(c) || c == '_' || c == '$') {
      word();
    } else if (isDigit(at) || (c == '.' && isDigit(at + 1))) {
      number();
    } else if (c == '\'') {
      quoted('\'', Token.Kind.STRING);
    } else if (c == '"') {
      quoted('"', Token.Kind.IDENTIFIER);
    } else if (c == '?') {
      add(Token.Kind.PARAMETER, "?", at + 1);
    } else if (!symbol(Token.Kind.PUNCTUATION, PUNCTUATION)
        && !symbol(Token.Kind.OPERATOR, OPERATORS)) {
      throw StatementFaults.notWellFormed("");
    }
  }

  private void word() {
    int end = at + 1;
    while (end < text.length() && isWordPart(text.charAt(end))) {
      end++;
    }
    String word = text.substring(at, end);
    if (Keywords.contains(word)) {
      add(Token.Kind.KEYWORD, word.toLowerCase(Locale.ROOT), end);
    } else {
      add(Token.Kind.IDENTIFIER, word, end);
    }
  }

  private static boolean isWordPart(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '$';
  }

  private void number() {
    int end = digits(at);
    int fractionDigits = 0;
    if (end < text.length() && text.charAt(end) == '.') {
      int point = end;
      end = digits(point + 1);
      fractionDigits = end - point - 1;
    }
    if (end < text.length() && (text.charAt(end) == 'e' || text.charAt(end) == 'E')) {
      int sign = end + 1;
      boolean signed =
          sign < text.length() && (text.charAt(sign) == '+' || text.charAt(sign) == '-');
      int first = signed ? sign + 1 : sign;
      end = digits(first);
      if (!isExponent(text.substring(sign, end), fractionDigits)) {
        throw StatementFaults.notWellFormed("");
      }
    }
    if (end < text.length() && isWordPart(text.charAt(end))) {
      throw StatementFaults.notWellFormed("");
    }
    add(Token.Kind.NUMBER, text.substring(at, end), end);
  }

  /**
   * Whether a text is a 32-bit exponent with which the scale of the number fits in 32 bits, too.
   */
  private static boolean isExponent(String text, int fractionDigits) {
    try {
      long scale = (long) fractionDigits - Integer.parseInt(text);
      return scale == (int) scale;
    } catch (NumberFormatException noExponent) {
      return false;
    }
  }

  private int digits(int from) {
    int end = from;
    while (isDigit(end)) {
      end++;
    }
    return end;
  }

  private boolean isDigit(int index) {
    return index < text.length() && text.charAt(index) >= '0' && text.charAt(index) <= '9';
  }

  private void quoted(char quote, Token.Kind kind) {
    var content = new StringBuilder();
    int end = at + 1;
    while (true) {
      int next = text.indexOf(quote, end);
      if (next < 0) {
        throw StatementFaults.notWellFormed("");
      }
      content.append(text, end, next);
      end = next + 1;
      if (end >= text.length() || text.charAt(end) != quote) {
        break;
      }
      content.append(quote);
      end++;
    }
    int start = at;
    add(kind, content.toString(), end);
    countLines(start, end);
  }

  private boolean symbol(Token.Kind kind, List<String> symbols) {
    for (String symbol : symbols) {
      if (text.startsWith(symbol, at)) {
        add(kind, symbol, at + symbol.length());
        return true;
      }
    }
    return false;
  }

  private void add(Token.Kind kind, String content, int end) {
    tokens.add(new Token(kind, content, position(end)));
    at = end;
  }

  private Position position(int end) {
    return new Position(line, at - lineStart + 1, end - at);
  }

  private void countLines(int from, int to) {
    for (int i = from; i < to; i++) {
      if (text.charAt(i) == '\n') {
        newLine(i);
      }
    }
  }

  private void newLine(int index) {
    line++;
    lineStart = index + 1;
  }
}
