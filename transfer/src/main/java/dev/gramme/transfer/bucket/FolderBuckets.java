package dev.gramme.transfer.bucket;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * Uses the subfolders of a folder as buckets. As with S3, a bucket must exist before it is used:
 * the owner creates its folder. All folders belong to the account of the caller. Neither names of
 * buckets and objects nor symbolic links give access to files outside of the folder.
 */
public final class FolderBuckets implements Buckets {
  /** S3's rule for names, which excludes separators, {@code .} and {@code ..}. */
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]");

  private final Path root;

  /** The buckets in a folder, which does not have to exist. */
  public FolderBuckets(Path root) {
    this.root = root;
  }

  /** A folder, which must exist, as one bucket. */
  public static Bucket of(Path folder) {
    return new FolderBucket(folder);
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
