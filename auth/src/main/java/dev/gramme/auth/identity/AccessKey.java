package dev.gramme.auth.identity;

import dev.gramme.auth.policy.Principal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An access key.
 *
 * @param token the session token that requests must send; null for a key without one
 * @param expires when the token becomes invalid; null for never
 */
public record AccessKey(
    String id,
    String secret,
    @Nullable String token,
    @Nullable Instant expires,
    Principal principal) {

  /** Omits the secret, so that it appears in no log. */
  @Override
  public String toString() {
    return id + " of " + principal;
  }
}
