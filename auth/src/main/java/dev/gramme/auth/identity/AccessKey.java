package dev.gramme.auth.identity;

import dev.gramme.auth.policy.Principal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An access key.
 *
 * @param token what requests must bring with them, null for a key that needs none
 * @param expires when the token no longer counts, null for never
 */
public record AccessKey(
    String id,
    String secret,
    @Nullable String token,
    @Nullable Instant expires,
    Principal principal) {

  /** Without the secret, so that it is in no log. */
  @Override
  public String toString() {
    return id + " of " + principal;
  }
}
