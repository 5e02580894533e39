package dev.gramme.partiql;

import java.util.List;

/** The tokens of a statement, read from the first to the last. */
final class TokenReader {
  private final List<Token> tokens;
  private int at;

  TokenReader(List<Token> tokens) {
    this.tokens = tokens;
  }

  /** The next token, which stays the next. */
  Token peek() {
    return tokens.get(at);
  }

  /** The token after the next. */
  Token peekSecond() {
    return tokens.get(Math.min(at + 1, tokens.size() - 1));
  }

  /** The next token; there is always another one, the last again and again. */
  Token next() {
    Token token = tokens.get(at);
    if (at < tokens.size() - 1) {
      at++;
    }
    return token;
  }

  /** Takes the next token if it is the keyword. */
  boolean takeKeyword(String keyword) {
    boolean is = peek().isKeyword(keyword);
    if (is) {
      next();
    }
    return is;
  }

  /** Takes the next token if it is the operator or punctuation. */
  boolean takeSign(String sign) {
    boolean is = peek().isSign(sign);
    if (is) {
      next();
    }
    return is;
  }

  /** Takes the keyword, which must be next. */
  void requireKeyword(String keyword, String otherwise) {
    if (!takeKeyword(keyword)) {
      throw StatementFaults.notWellFormed(otherwise);
    }
  }

  /** Takes the operator or punctuation, which must be next. */
  void requireSign(String sign, String otherwise) {
    if (!takeSign(sign)) {
      throw StatementFaults.notWellFormed(otherwise);
    }
  }
}
