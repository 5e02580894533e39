package dev.gramme.server.settings;

import dev.gramme.transfer.s3.S3Endpoint;
import java.net.URI;
import java.util.Optional;

/** Reads the settings of the S3 endpoint that replaces the folder of buckets. */
final class BucketSettings {
  private BucketSettings() {}

  static Optional<S3Endpoint> s3(SettingSources sources) throws SettingsException {
    if (!isSet(sources, Setting.S3_ENDPOINT)) {
      return Optional.empty();
    }
    OptionalLibrary.S3.require("s3-endpoint"); // The endpoint's class already uses the library.
    boolean isPathStyle =
        Settings.choice(sources, Setting.S3_ADDRESSING, "path", "host").equals("path");
    var endpoint =
        S3Endpoint.of(uri(sources), sources.value(Setting.S3_REGION)).withPathStyle(isPathStyle);
    boolean hasKey = isSet(sources, Setting.S3_ACCESS_KEY);
    if (hasKey != isSet(sources, Setting.S3_SECRET_KEY)) {
      throw new SettingsException("s3-access-key and s3-secret-key must both be set, or neither");
    }
    return Optional.of(
        hasKey
            ? endpoint.withCredentials(
                sources.value(Setting.S3_ACCESS_KEY), sources.value(Setting.S3_SECRET_KEY))
            : endpoint);
  }

  private static URI uri(SettingSources sources) throws SettingsException {
    try {
      URI uri = URI.create(sources.value(Setting.S3_ENDPOINT));
      boolean isHttp = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
      if (isHttp && uri.getHost() != null) {
        return uri;
      }
    } catch (IllegalArgumentException e) {
      throw wrongUri(sources);
    }
    throw wrongUri(sources);
  }

  private static SettingsException wrongUri(SettingSources sources) {
    return Settings.wrong(
        sources, Setting.S3_ENDPOINT, "a URL, such as https://s3.eu-west-1.amazonaws.com");
  }

  private static boolean isSet(SettingSources sources, Setting setting) {
    return !sources.value(setting).equals(setting.defaultValue());
  }
}
