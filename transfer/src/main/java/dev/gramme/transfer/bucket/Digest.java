package dev.gramme.transfer.bucket;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** An incremental MD5 checksum, as S3 and the manifests use it. */
public final class Digest {
  private final MessageDigest md5;

  /** The digest of no bytes. */
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

  /** The digest of all added bytes; resets this digest. */
  public byte[] bytes() {
    return md5.digest();
  }

  /** The digest in Base64; resets this digest. */
  public String base64() {
    return Base64.getEncoder().encodeToString(bytes());
  }
}
