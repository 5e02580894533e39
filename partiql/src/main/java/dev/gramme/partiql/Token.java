package dev.gramme.partiql;

/**
 * A keyword, identifier, literal, parameter or symbol, or the end of a statement.
 *
 * @param text keywords in lower case, quoted identifiers and strings without their quotes and with
 *     doubled quotes reduced to one, all others as written
 */
record Token(Kind kind, String text, Position at) {
  /** The kind of a token. */
  enum Kind {
    KEYWORD,
    IDENTIFIER,
    STRING,
    NUMBER,
    PARAMETER,
    OPERATOR,
    PUNCTUATION,
    END
  }

  boolean isKeyword(String keyword) {
    return kind == Kind.KEYWORD && text.equals(keyword);
  }

  boolean isSymbol(String symbol) {
    return (kind == Kind.OPERATOR || kind == Kind.PUNCTUATION) && text.equals(symbol);
  }
}
