package dev.gramme.transfer.bucket;

import org.jspecify.annotations.Nullable;

/**
 * Which bucket is meant.
 *
 * @param owner the account that the bucket is said to be of; null if nothing was said
 * @param account the caller's
 */
public record BucketAddress(String name, @Nullable String owner, String account) {
  /** Whether the bucket is said, or must be taken, to be of the caller's own account. */
  public boolean isOfCaller() {
    return owner == null || owner.equals(account);
  }
}
