package dev.gramme.partiql;

/**
 * A word, literal or sign of a statement.
 *
 * @param text keywords in lower case, quoted identifiers and strings without their quotes, all
 *     others as written
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

  boolean isSign(String sign) {
    return (kind == Kind.OPERATOR || kind == Kind.PUNCTUATION) && text.equals(sign);
  }
}
