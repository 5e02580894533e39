package dev.gramme.transfer.s3;

import java.net.URI;
import java.util.Optional;

/**
 * Where buckets are, and how they are reached.
 *
 * @param uri of the service, such as {@code https://s3.eu-west-1.amazonaws.com}
 * @param region that requests are signed for
 * @param credentials who asks; empty to look where the AWS SDK looks by default: in the
 *     environment, in the profile, in what the machine gives
 * @param isPathStyle whether buckets are named in the path of a request, and not in its host
 * @param retries how long a failure of the network or of the service is borne
 */
public record S3Endpoint(
    URI uri,
    String region,
    Optional<Credentials> credentials,
    boolean isPathStyle,
    Retries retries) {

  /** A pair of keys. It does not show its secret. */
  public record Credentials(String accessKey, String secretKey) {
    @Override
    public String toString() {
      return accessKey;
    }
  }

  /** An endpoint with buckets in paths and the usual patience. */
  public static S3Endpoint of(URI uri, String region) {
    return new S3Endpoint(uri, region, Optional.empty(), true, Retries.DEFAULT);
  }

  /** The same with keys of its own. */
  public S3Endpoint withCredentials(String accessKey, String secretKey) {
    return new S3Endpoint(
        uri, region, Optional.of(new Credentials(accessKey, secretKey)), isPathStyle, retries);
  }

  /** The same with buckets in the names of hosts, or in paths. */
  public S3Endpoint withPathStyle(boolean pathStyle) {
    return new S3Endpoint(uri, region, credentials, pathStyle, retries);
  }

  /** The same with another patience. */
  public S3Endpoint withRetries(Retries other) {
    return new S3Endpoint(uri, region, credentials, isPathStyle, other);
  }
}
