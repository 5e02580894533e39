package dev.gramme.server.pipeline;

import dev.gramme.auth.policy.Requester;
import dev.gramme.server.http.HttpRequest;
import org.jspecify.annotations.Nullable;

/** Determines the sender of a request. */
@FunctionalInterface
public interface Authenticator {

  /**
   * The sender of a request.
   *
   * @throws dev.gramme.model.ApiError with the service's text if the signature is missing or
   *     invalid
   */
  Identity authenticate(HttpRequest request);

  /**
   * The sender of a request and the region that the request was signed for.
   *
   * @param keyId the id of the access key
   * @param requester the identity whose policies apply; null if access is not restricted
   */
  record Identity(String keyId, String region, @Nullable Requester requester) {}
}
