package dev.gramme.partiql;

import dev.gramme.model.ApiError;

/**
 * The errors of statements, with the service's texts. Those in the reference were observed on the
 * service in October 2026; the others are from DynamoDB Local, which has the same parser.
 */
final class StatementFaults {
  private static final String NOT_WELL_FORMED =
      "Statement wasn't well formed, can't be processed: ";

  static final String UNEXPECTED_TOKEN = "Unexpected token after expression";
  static final String UNEXPECTED_TERM = "Unexpected term";
  static final String UNEXPECTED_KEYWORD = "Unexpected keyword";
  static final String UNEXPECTED_OPERATOR = "Unexpected operator";
  static final String NO_RIGHT_SIDE = "Missing right-hand side expression of infix operator";
  static final String NO_SIMPLE_PATH = "Expected identifier for simple path";
  static final String NO_TYPE_NAME = "Expected type name";
  static final String NO_DATA_MANIPULATION = "Expected data manipulation";
  static final String INVALID_STEP = "Invalid path dot component";

  private StatementFaults() {}

  /** The text does not follow the grammar; the detail may be empty. */
  static ApiError notWellFormed(String detail) {
    return ApiError.validation(NOT_WELL_FORMED + detail);
  }

  /** A reserved word is at a place where a term must begin. */
  static ApiError unexpectedWord(Token word) {
    return notWellFormed(
        Keywords.isOperator(word.text()) ? UNEXPECTED_OPERATOR : UNEXPECTED_KEYWORD);
  }

  static ApiError of(String text) {
    return ApiError.validation(text);
  }

  static ApiError at(String text, Position position) {
    return ApiError.validation(text + " at " + position);
  }

  static ApiError aliasing() {
    return of("Aliasing is not supported");
  }

  static ApiError unexpectedPathComponent(Position at) {
    return at("Unexpected path component", at);
  }
}
