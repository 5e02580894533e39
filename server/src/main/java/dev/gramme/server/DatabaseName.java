package dev.gramme.server;

import java.util.regex.Pattern;

/**
 * The name of a database: its region and, if each access key has its own databases, the access key.
 * The parts become names of folders.
 *
 * @param region the region
 * @param accessKey the access key of its clients; empty if clients with any key share it
 */
public record DatabaseName(String region, String accessKey) {
  private static final Pattern REGION = Pattern.compile("[a-z0-9-]{1,64}");

  /** The characters of an access key in AWS; DynamoDB Local accepts no others either. */
  private static final Pattern ACCESS_KEY = Pattern.compile("[A-Za-z0-9]{1,128}");

  /** The database of a region, which clients with any access key share. */
  static DatabaseName of(String region) {
    return new DatabaseName(region, "");
  }

  /** Whether both parts can be names of folders. */
  boolean isValid() {
    return REGION.matcher(region).matches()
        && (accessKey.isEmpty() || ACCESS_KEY.matcher(accessKey).matches());
  }

  /** The labels of its metrics. */
  String labels() {
    return "region=\"%s\"".formatted(region)
        + (accessKey.isEmpty() ? "" : ",access_key=\"%s\"".formatted(accessKey));
  }

  /** {@code REGION}, or {@code REGION/ACCESS_KEY} if each access key has its own databases. */
  @Override
  public String toString() {
    return accessKey.isEmpty() ? region : region + "/" + accessKey;
  }
}
