package dev.gramme.transfer.bucket;

/** Finds buckets. */
public interface Buckets {
  /** No buckets: every look for one fails. */
  Buckets NONE =
      address -> {
        throw BucketException.noSuchBucket();
      };

  /**
   * The bucket of an address. One that is not there, or cannot be reached, may show itself only
   * with its first use.
   *
   * @throws BucketException if there is none, or it is not to be used
   */
  Bucket open(BucketAddress address);

  /** Whether objects can be encrypted with keys of KMS. */
  default boolean haveKeys() {
    return false;
  }
}
