package dev.gramme.api.batchexecutestatement;

import static dev.gramme.api.batchexecutestatement.BatchExecuteStatementShape.STATEMENT;

import dev.gramme.api.Caller;
import dev.gramme.api.statement.ParsedStatement;
import dev.gramme.model.ApiError;
import dev.gramme.wire.Structure;

/** One statement of a batch, before the checks that depend on its table. */
sealed interface BatchStatement {

  /** A statement that is invalid whatever its table. */
  record Invalid(ApiError error) implements BatchStatement {}

  /**
   * A statement that was parsed.
   *
   * @param input its structure in the request
   */
  record Parsed(Structure input, ParsedStatement statement) implements BatchStatement {}

  /** Parses a statement of the request. */
  static BatchStatement of(Structure input, Caller caller) {
    try {
      return new Parsed(input, ParsedStatement.of(input, STATEMENT, caller));
    } catch (ApiError error) {
      return new Invalid(error);
    }
  }
}
