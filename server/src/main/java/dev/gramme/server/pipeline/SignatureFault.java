package dev.gramme.server.pipeline;

import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;

/** The service's texts about signatures (observed 2026). */
final class SignatureFault {
  private SignatureFault() {}

  static ApiError both() {
    return invalid(
        "Found both 'X-Amz-Algorithm' as a query-string param and 'Authorization' as HTTP header.");
  }

  static ApiError missing() {
    return ApiError.of(
        ErrorType.MISSING_AUTHENTICATION_TOKEN, "Request is missing Authentication Token");
  }

  static ApiError hostNotSigned() {
    return invalid("'Host' must be a 'SignedHeader' in the AWS Authorization.");
  }

  static ApiError badDate(String date) {
    return incomplete(
        "Date must be in ISO-8601 'basic format'. Got '%s'. See http://en.wikipedia.org/wiki/ISO_8601"
            .formatted(date));
  }

  static ApiError badAlgorithm(String algorithm) {
    return incomplete(
        "Unsupported AWS 'algorithm': '%s' (only AWS4-HMAC-SHA256 for now). ".formatted(algorithm));
  }

  static ApiError badCredential(String credential) {
    return incomplete(
        "Credential must have exactly 5 slash-delimited elements,"
            + " e.g. keyid/date/region/service/term, got '%s'".formatted(credential));
  }

  static ApiError invalid(String text) {
    return ApiError.of(ErrorType.INVALID_SIGNATURE, text);
  }

  static ApiError incomplete(String text) {
    return ApiError.of(ErrorType.INCOMPLETE_SIGNATURE, text);
  }
}
