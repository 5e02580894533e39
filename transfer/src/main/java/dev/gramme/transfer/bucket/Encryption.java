package dev.gramme.transfer.bucket;

import org.jspecify.annotations.Nullable;

/**
 * How objects are to be encrypted where they are kept, in the words of the request.
 *
 * @param algorithm {@code AES256} or {@code KMS}; null for what the bucket does by itself
 * @param keyId the key of KMS; null for its default
 */
public record Encryption(@Nullable String algorithm, @Nullable String keyId) {
  /** What the bucket does by itself. */
  public static final Encryption DEFAULT = new Encryption(null, null);

  /** The algorithm by which keys of KMS are used. */
  public static final String KMS = "KMS";

  /** Whether keys of KMS are asked for. */
  public boolean needsKeys() {
    return KMS.equals(algorithm) || keyId != null;
  }
}
