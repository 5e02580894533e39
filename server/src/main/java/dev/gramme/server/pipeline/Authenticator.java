package dev.gramme.server.pipeline;

import dev.gramme.server.http.HttpRequest;

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
   */
  record Identity(String keyId, String region) {}
}
