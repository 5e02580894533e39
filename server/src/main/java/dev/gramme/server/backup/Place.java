package dev.gramme.server.backup;

import dev.gramme.server.settings.Settings;
import dev.gramme.server.settings.SettingsException;
import dev.gramme.transfer.bucket.BucketAddress;
import dev.gramme.transfer.bucket.FolderBuckets;
import dev.gramme.transfer.s3.S3Buckets;
import dev.gramme.transfer.s3.S3Endpoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An open connection to the place of a repository: a folder, or a bucket in S3. */
final class Place implements AutoCloseable {
  private static final Pattern S3 = Pattern.compile("s3://([^/]+)(?:/(.*?))?/*");

  private final Repository repository;
  private final Optional<S3Buckets> s3;

  private Place(Repository repository, Optional<S3Buckets> s3) {
    this.repository = repository;
    this.s3 = s3;
  }

  /**
   * Opens a place.
   *
   * @param name a folder, or {@code s3://bucket/prefix}
   * @param settings have the endpoint of S3
   */
  static Place open(String name, Settings settings) throws SettingsException {
    if (!name.contains("://")) {
      return new Place(new Repository(FolderBuckets.of(Path.of(name)), "", name), Optional.empty());
    }
    Matcher s3 = S3.matcher(name);
    if (!s3.matches()) {
      throw new SettingsException("\"%s\" must be a folder or s3://bucket/prefix".formatted(name));
    }
    S3Endpoint endpoint =
        settings
            .s3()
            .orElseThrow(() ->
                new SettingsException(
                    "s3:// needs --s3-endpoint URL, such as https://s3.eu-west-1.amazonaws.com"));
    S3Buckets buckets = S3Buckets.at(endpoint);
    String prefix = s3.group(2) == null || s3.group(2).isEmpty() ? "" : s3.group(2) + "/";
    var bucket = buckets.open(new BucketAddress(s3.group(1), null, settings.account()));
    return new Place(new Repository(bucket, prefix, name), Optional.of(buckets));
  }

  /** Creates the folder of a new repository. */
  static void create(String name) throws IOException {
    if (!name.contains("://")) {
      Files.createDirectories(Path.of(name));
    }
  }

  Repository repository() {
    return repository;
  }

  @Override
  public void close() {
    // A method reference would load the class, whose library may be missing.
    if (s3.isPresent()) {
      s3.get().close();
    }
  }
}
