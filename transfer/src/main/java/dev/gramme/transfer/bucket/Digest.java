package dev.gramme.transfer.bucket;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** An MD5 in the making: the checksum that S3 and the manifests use. */
public final class Digest {
  private final MessageDigest md5;

  /** The digest of nothing yet. */
  public Digest() {
    try {
      this.md5 = MessageDigest.getInstance("MD5");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java platform has MD5", impossible);
    }
  }

  /** Adds bytes. */
  public void update(byte[] bytes, int offset, int length) {
    md5.update(bytes, offset, length);
  }

  /** Adds bytes. */
  public void update(byte[] bytes) {
    md5.update(bytes);
  }

  /** The digest of all that was added, and a new beginning. */
  public byte[] bytes() {
    return md5.digest();
  }

  /** The same in Base64. */
  public String base64() {
    return Base64.getEncoder().encodeToString(bytes());
  }
}
