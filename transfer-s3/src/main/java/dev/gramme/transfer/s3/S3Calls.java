package dev.gramme.transfer.s3;

import dev.gramme.transfer.bucket.BucketException;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * Calls S3 and converts failures to those of imports and exports (October 2026): error codes of S3
 * with the prefix "S3", error codes of its key service with "Kms", and messages that contain the
 * request id.
 */
record S3Calls(S3Client client, S3Endpoint endpoint) {
  private static final String KMS = "KMS.";
  private static final Logger LOG = LoggerFactory.getLogger(S3Calls.class);

  /** The result of a call. */
  <T> T call(String what, Function<S3Client, T> call) {
    try {
      return call.apply(client);
    } catch (SdkException e) {
      throw fault(what, e);
    }
  }

  /** Logs a failed call and returns the failure of the import or export. */
  BucketException fault(String what, Exception e) {
    LOG.warn("{} at {} failed: {}", what, endpoint.uri(), e.getMessage());
    if (!(e instanceof S3Exception answer)) {
      // No answer, or no credentials for the request.
      return BucketException.failed(e);
    }
    AwsErrorDetails details = answer.awsErrorDetails();
    String code = details == null ? null : details.errorCode();
    String text = details == null ? null : details.errorMessage();
    if (code != null && text != null && !code.isBlank() && !text.isBlank()) {
      return new BucketException(failureCode(code), described(text, code, answer), e);
    }
    // An answer without an error code may not come from S3.
    return switch (answer.statusCode()) {
      case 401, 403 -> new BucketException("S3AccessDenied", "Access Denied", e);
      case 404 -> new BucketException("S3NoSuchBucket", "The specified bucket does not exist", e);
      default -> BucketException.failed(e);
    };
  }

  private static String failureCode(String code) {
    return code.startsWith(KMS) ? "Kms" + code.substring(KMS.length()) : "S3" + code;
  }

  private static String described(String text, String code, S3Exception answer) {
    return "%s (Service: Amazon S3; Status Code: %d; Error Code: %s; Request ID: %s; S3 Extended Request ID: %s; Proxy: null)"
        .formatted(text, answer.statusCode(), code, answer.requestId(), answer.extendedRequestId());
  }
}
