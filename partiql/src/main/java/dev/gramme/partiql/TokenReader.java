package dev.gramme.partiql;

import java.util.List;

/** Reads the tokens of a statement in order. */
final class TokenReader {
  private final List<Token> tokens;
  private int at;

  TokenReader(List<Token> tokens) {
    this.tokens = tokens;
  }

  /** The next token, without reading it. */
  Token peek() {
    return tokens.get(at);
  }

  /** The token after the next, without reading it. */
  Token peekSecond() {
    return tokens.get(Math.min(at + 1, tokens.size() - 1));
  }

  /** Reads the next token; at the end, returns the last token each time. */
  Token next() {
    Token token = tokens.get(at);
    if (at < tokens.size() - 1) {
      at++;
    }
    return token;
  }

  /** Reads the next token if it is this keyword. */
  boolean takeKeyword(String keyword) {
    boolean is = peek().isKeyword(keyword);
    if (is) {
      next();
    }
    return is;
  }

  /** Reads the next token if it is this operator or punctuation. */
  boolean takeSymbol(String symbol) {
    boolean is = peek().isSymbol(symbol);
    if (is) {
      next();
    }
    return is;
  }

  /** Reads this keyword, which must be next. */
  void requireKeyword(String keyword, String otherwise) {
    if (!takeKeyword(keyword)) {
      throw StatementFaults.notWellFormed(otherwise);
    }
  }

  /** Reads this operator or punctuation, which must be next. */
  void requireSymbol(String symbol, String otherwise) {
    if (!takeSymbol(symbol)) {
      throw StatementFaults.notWellFormed(otherwise);
    }
  }
}
