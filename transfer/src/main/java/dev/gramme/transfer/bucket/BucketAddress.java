package dev.gramme.transfer.bucket;

import org.jspecify.annotations.Nullable;

/**
 * The name of a bucket and the accounts involved.
 *
 * @param owner the owner of the bucket according to the request; null if not specified
 * @param account the account of the caller
 */
public record BucketAddress(String name, @Nullable String owner, String account) {
  /** Whether the owner of the bucket is the caller's account or is not specified. */
  public boolean isOfCaller() {
    return owner == null || owner.equals(account);
  }
}
