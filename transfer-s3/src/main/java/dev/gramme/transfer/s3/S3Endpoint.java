package dev.gramme.transfer.s3;

import java.net.URI;
import java.util.Optional;

/**
 * How buckets are reached.
 *
 * @param uri of the service, such as {@code https://s3.eu-west-1.amazonaws.com}
 * @param region the region that requests are signed for
 * @param credentials empty for the default chain of the AWS SDK: the environment, the profile, the
 *     machine's role
 * @param isPathStyle whether bucket names are in the path of a request and not in its host
 * @param retries how transient failures of the network or the service are retried
 */
public record S3Endpoint(
    URI uri,
    String region,
    Optional<Credentials> credentials,
    boolean isPathStyle,
    Retries retries) {

  /** A pair of keys. Its string form does not contain the secret. */
  public record Credentials(String accessKey, String secretKey) {
    @Override
    public String toString() {
      return accessKey;
    }
  }

  /** An endpoint with path-style addressing and the default retries. */
  public static S3Endpoint of(URI uri, String region) {
    return new S3Endpoint(uri, region, Optional.empty(), true, Retries.DEFAULT);
  }

  /** This endpoint with explicit credentials. */
  public S3Endpoint withCredentials(String accessKey, String secretKey) {
    return new S3Endpoint(
        uri, region, Optional.of(new Credentials(accessKey, secretKey)), isPathStyle, retries);
  }

  /** This endpoint with bucket names in the path or in the host. */
  public S3Endpoint withPathStyle(boolean pathStyle) {
    return new S3Endpoint(uri, region, credentials, pathStyle, retries);
  }

  /** This endpoint with other retries. */
  public S3Endpoint withRetries(Retries other) {
    return new S3Endpoint(uri, region, credentials, isPathStyle, other);
  }
}
