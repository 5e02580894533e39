package dev.gramme.transfer.bucket;

import org.jspecify.annotations.Nullable;

/**
 * The encryption of stored objects, as specified in the request.
 *
 * @param algorithm {@code AES256} or {@code KMS}; null for the default of the bucket
 * @param keyId the KMS key; null for the default key
 */
public record Encryption(@Nullable String algorithm, @Nullable String keyId) {
  /** The default encryption of the bucket. */
  public static final Encryption DEFAULT = new Encryption(null, null);

  /** The algorithm that uses KMS keys. */
  public static final String KMS = "KMS";

  /** Whether the encryption requires KMS keys. */
  public boolean needsKeys() {
    return KMS.equals(algorithm) || keyId != null;
  }
}
