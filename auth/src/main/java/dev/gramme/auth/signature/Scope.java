package dev.gramme.auth.signature;

/**
 * The credential scope of a signature.
 *
 * @param day such as {@code 20261121}
 */
public record Scope(String day, String region, String service) {
  static final String TERMINATOR = "aws4_request";

  @Override
  public String toString() {
    return day + "/" + region + "/" + service + "/" + TERMINATOR;
  }
}
