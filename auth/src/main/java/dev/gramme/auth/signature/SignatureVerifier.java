package dev.gramme.auth.signature;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/**
 * Verifies signatures of Signature Version 4 with a shared secret.
 *
 * <p>Deriving the signing key costs four of the five HMACs, and the key is the same for all
 * requests of a day to a region. So keys are cached, but only after a signature proved valid:
 * otherwise strangers could fill the cache with invented regions.
 */
public final class SignatureVerifier {
  private static final int MAX_KEYS = 1024;

  /** Includes the secret: an access key id may get another secret while the server runs. */
  private record KeyName(String keyId, String secret, Scope scope) {
    @Override
    public String toString() {
      return keyId + " " + scope;
    }
  }

  private final Cache<KeyName, byte[]> keys =
      Caffeine.newBuilder().maximumSize(MAX_KEYS).executor(Runnable::run).build();

  /**
   * Whether a signature is valid.
   *
   * @param date as signed, such as {@code 20261121T080000Z}
   * @param signature hexadecimal digits
   */
  public boolean verify(
      String keyId,
      String secret,
      Scope scope,
      String date,
      CanonicalRequest request,
      String signature) {
    var name = new KeyName(keyId, secret, scope);
    byte[] known = keys.getIfPresent(name);
    byte[] key = known == null ? signingKey(secret, scope) : known;
    boolean right =
        MessageDigest.isEqual(
            signature(key, scope, date, request).getBytes(StandardCharsets.US_ASCII),
            signature.getBytes(StandardCharsets.UTF_8));
    if (right && known == null) {
      keys.put(name, key);
    }
    return right;
  }

  /** The signature of a request. */
  static String signature(byte[] key, Scope scope, String date, CanonicalRequest request) {
    return Hash.hex(
        Hash.keyed(key, "AWS4-HMAC-SHA256\n" + date + "\n" + scope + "\n" + request.hash()));
  }

  /** Derives the signing key of a secret for a scope. */
  static byte[] signingKey(String secret, Scope scope) {
    byte[] day = Hash.keyed(("AWS4" + secret).getBytes(StandardCharsets.UTF_8), scope.day());
    return Hash.keyed(
        Hash.keyed(Hash.keyed(day, scope.region()), scope.service()), Scope.TERMINATOR);
  }
}
