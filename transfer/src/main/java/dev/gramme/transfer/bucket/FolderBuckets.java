package dev.gramme.transfer.bucket;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * Buckets that are the folders of a folder. As with S3, a bucket must exist before it is used: its
 * folder is made by its owner, who is every caller. Nothing outside of it can be reached, neither
 * by the name of a bucket or object nor by a symbolic link.
 */
public final class FolderBuckets implements Buckets {
  /** S3's rule for names, which leaves neither separators nor {@code .} and {@code ..}. */
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]");

  private final Path root;

  /** The buckets in a folder, which need not exist. */
  public FolderBuckets(Path root) {
    this.root = root;
  }

  /** The folder of the buckets. */
  public Path root() {
    return root;
  }

  @Override
  public Bucket open(BucketAddress address) {
    if (!address.isOfCaller()) {
      throw BucketException.accessDenied();
    }
    String name = address.name();
    if (!NAME.matcher(name).matches()) {
      throw BucketException.noSuchBucket();
    }
    Path folder = root.resolve(name);
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      throw BucketException.noSuchBucket();
    }
    return new FolderBucket(folder);
  }
}
