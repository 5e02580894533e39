package dev.gramme.server.endpoint;

import java.net.URI;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The endpoint whose tables {@code ./gramme console} shows: an address, or AWS.
 *
 * @param address the address; empty for AWS, where it depends on the region of each request
 * @param profile the profile of the AWS configuration that has the credentials; empty for the
 *     default
 */
public record TargetEndpoint(Optional<URI> address, Optional<String> profile) {
  private static final Pattern REGION = Pattern.compile("[a-z]{2}(-[a-z]+)+-[0-9]{1,2}");
  private static final String AWS = "aws";

  /**
   * Reads the value of the option.
   *
   * @param text an http or https URL without a path, {@code aws}, or {@code aws:PROFILE}
   * @throws IllegalArgumentException if it is something else
   */
  public static TargetEndpoint of(String text) {
    if (text.equals(AWS)) {
      return new TargetEndpoint(Optional.empty(), Optional.empty());
    }
    if (text.startsWith(AWS + ":") && text.length() > AWS.length() + 1) {
      return new TargetEndpoint(Optional.empty(), Optional.of(text.substring(AWS.length() + 1)));
    }
    URI uri = URI.create(text);
    boolean isHttp = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
    boolean isBare =
        (uri.getPath() == null || uri.getPath().isEmpty() || uri.getPath().equals("/"))
            && uri.getRawQuery() == null
            && uri.getRawFragment() == null
            && uri.getRawUserInfo() == null;
    if (!isHttp || uri.getHost() == null || !isBare) {
      throw new IllegalArgumentException(
          "--endpoint must be http://HOST:PORT, https://HOST:PORT, aws or aws:PROFILE, not "
              + text);
    }
    return new TargetEndpoint(
        Optional.of(URI.create(uri.getScheme() + "://" + uri.getRawAuthority() + "/")),
        Optional.empty());
  }

  /** Whether this is AWS. */
  public boolean isAws() {
    return address.isEmpty();
  }

  /**
   * Where a request is sent.
   *
   * @param region the region that the page chose; AWS's names have only these characters, so the
   *     address always has AWS's domain
   * @param isOfStreams whether the operation is one of streams
   * @return empty if the region is not the name of one
   */
  public Optional<URI> of(String region, boolean isOfStreams) {
    if (address.isPresent()) {
      return address;
    }
    if (!REGION.matcher(region).matches()) {
      return Optional.empty();
    }
    String domain = region.startsWith("cn-") ? ".amazonaws.com.cn/" : ".amazonaws.com/";
    return Optional.of(
        URI.create(
            "https://" + (isOfStreams ? "streams.dynamodb." : "dynamodb.") + region + domain));
  }

  /** The name that the page shows. */
  public String name() {
    return address
        .map(URI::toString)
        .orElseGet(() -> AWS + profile.map(name -> ":" + name).orElse(""));
  }
}
