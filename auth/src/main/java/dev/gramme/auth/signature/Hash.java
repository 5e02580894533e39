package dev.gramme.auth.signature;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The hash functions of Signature Version 4, which every JDK has. */
final class Hash {
  private static final String HMAC = "HmacSHA256";

  private Hash() {}

  /** SHA-256. */
  static byte[] of(byte[] data) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(data);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the JDK has no SHA-256", e);
    }
  }

  /** HMAC-SHA256 of a text in UTF-8. */
  static byte[] keyed(byte[] key, String text) {
    try {
      var mac = Mac.getInstance(HMAC);
      mac.init(new SecretKeySpec(key, HMAC));
      return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the JDK has no HMAC-SHA256", e);
    }
  }

  /** In lower-case hexadecimal digits. */
  static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
