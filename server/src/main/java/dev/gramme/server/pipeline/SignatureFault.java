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

  static ApiError notSigned(String field) {
    return invalid("'" + field + "' must be a 'SignedHeader' in the AWS Authorization.");
  }

  static ApiError expired(String date, String earliest, String now) {
    return invalid(
        "Signature expired: %s is now earlier than %s (%s - 15 min.)"
            .formatted(date, earliest, now));
  }

  static ApiError notYetCurrent(String date, String latest, String now) {
    return invalid(
        "Signature not yet current: %s is still later than %s (%s + 15 min.)"
            .formatted(date, latest, now));
  }

  static ApiError unknownKey() {
    return ApiError.of(
        ErrorType.UNRECOGNIZED_CLIENT, "The security token included in the request is invalid.");
  }

  /** Our own text: the service has no such limit. */
  static ApiError noDatabase() {
    return ApiError.of(
        ErrorType.UNRECOGNIZED_CLIENT,
        "The Access Key ID or security token is invalid: with --databases key, an access key has"
            + " only letters and digits, a region also hyphens but no capitals, and the server keeps"
            + " a limited number of databases.");
  }

  static ApiError badToken() {
    return ApiError.of(
        ErrorType.UNRECOGNIZED_CLIENT, "The security token included in the request is invalid");
  }

  static ApiError expiredToken() {
    return ApiError.of(
        ErrorType.EXPIRED_TOKEN, "The security token included in the request is expired");
  }

  static ApiError mismatch() {
    return invalid(
        "The request signature we calculated does not match the signature you provided. Check your"
            + " AWS Secret Access Key and signing method. Consult the service documentation for"
            + " details.");
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
