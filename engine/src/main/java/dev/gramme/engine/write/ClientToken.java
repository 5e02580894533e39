package dev.gramme.engine.write;

import dev.gramme.model.Binary;

/**
 * A client request token.
 *
 * @param scope the operation; equal tokens of different operations are independent
 * @param token 1 to 36 characters
 * @param parameters a digest of the request's parameters, which distinguishes a retry from another
 *     request
 */
public record ClientToken(Scope scope, String token, Binary parameters) {

  /** The operations that accept tokens. */
  public enum Scope {
    TRANSACT_WRITE_ITEMS,
    EXECUTE_TRANSACTION
  }
}
