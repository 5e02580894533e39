package dev.gramme.transfer.bucket;

/** Finds buckets by name. */
public interface Buckets {
  /** No buckets: every look for one fails. */
  Buckets NONE =
      name -> {
        throw BucketException.noSuchBucket();
      };

  /**
   * The bucket of a name.
   *
   * @throws BucketException if there is none, or it cannot be reached
   */
  Bucket open(String name);
}
