package dev.gramme.engine.write;

import dev.gramme.model.Binary;

/**
 * A client request token.
 *
 * @param scope the operation that it was sent to: tokens of different ones have nothing to do with
 *     each other
 * @param token 1 to 36 characters
 * @param parameters a digest of the request's parameters, to tell a repetition from another request
 */
public record ClientToken(Scope scope, String token, Binary parameters) {

  /** The operations that take tokens. */
  public enum Scope {
    TRANSACT_WRITE_ITEMS,
    EXECUTE_TRANSACTION
  }
}
