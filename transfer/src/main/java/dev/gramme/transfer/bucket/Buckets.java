package dev.gramme.transfer.bucket;

/** Finds buckets. */
public interface Buckets {
  /** No buckets: opening one always fails. */
  Buckets NONE =
      address -> {
        throw BucketException.noSuchBucket();
      };

  /**
   * The bucket of an address. If it does not exist or cannot be reached, the error may occur only
   * when the bucket is first used.
   *
   * @throws BucketException if the bucket does not exist or may not be used
   */
  Bucket open(BucketAddress address);

  /** Whether objects can be encrypted with KMS keys. */
  default boolean haveKeys() {
    return false;
  }
}
