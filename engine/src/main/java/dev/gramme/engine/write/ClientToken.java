package dev.gramme.engine.write;

import dev.gramme.model.Binary;

/**
 * A client request token.
 *
 * @param token 1 to 36 characters
 * @param parameters a digest of the request's parameters, to tell a repetition from another request
 */
public record ClientToken(String token, Binary parameters) {}
