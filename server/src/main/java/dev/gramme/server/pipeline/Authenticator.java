package dev.gramme.server.pipeline;

import dev.gramme.auth.policy.Requester;
import dev.gramme.server.http.HttpRequest;
import org.jspecify.annotations.Nullable;

/** Decides who sent a request. */
@FunctionalInterface
public interface Authenticator {

  /**
   * Who sent a request.
   *
   * @throws dev.gramme.model.ApiError with the service's text if the request says so badly or not
   *     at all
   */
  Identity authenticate(HttpRequest request);

  /**
   * Who sent a request, and the region that the request was signed for.
   *
   * @param keyId the id of the access key
   * @param requester whose policies count; null where everybody may do everything
   */
  record Identity(String keyId, String region, @Nullable Requester requester) {}
}
