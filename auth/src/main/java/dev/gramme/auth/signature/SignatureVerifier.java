package dev.gramme.auth.signature;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Verifies signatures of Signature Version 4 with a key that both sides have.
 *
 * <p>The signing key costs four of the five HMACs, and is the same for all requests of a day to a
 * region; so keys are remembered, but only when a signature has proved right: strangers cannot fill
 * the memory with regions that they make up.
 */
public final class SignatureVerifier {
  private static final int MOST_KEYS = 1024;

  /** The secret belongs to the name: an id may get another one while the server runs. */
  private record KeyName(String keyId, String secret, Scope scope) {
    @Override
    public String toString() {
      return keyId + " " + scope;
    }
  }

  private final Map<KeyName, byte[]> keys =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<KeyName, byte[]> eldest) {
          return size() > MOST_KEYS;
        }
      };

  /**
   * Whether a signature is right.
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
    byte[] known;
    synchronized (keys) {
      known = keys.get(name);
    }
    byte[] key = known == null ? signingKey(secret, scope) : known;
    boolean right =
        MessageDigest.isEqual(
            signature(key, scope, date, request).getBytes(StandardCharsets.US_ASCII),
            signature.getBytes(StandardCharsets.UTF_8));
    if (right && known == null) {
      synchronized (keys) {
        keys.put(name, key);
      }
    }
    return right;
  }

  /** The signature of a request. */
  static String signature(byte[] key, Scope scope, String date, CanonicalRequest request) {
    return Hash.hex(
        Hash.keyed(key, "AWS4-HMAC-SHA256\n" + date + "\n" + scope + "\n" + request.hash()));
  }

  /** The key that a secret gives for a scope. */
  static byte[] signingKey(String secret, Scope scope) {
    byte[] day = Hash.keyed(("AWS4" + secret).getBytes(StandardCharsets.UTF_8), scope.day());
    return Hash.keyed(
        Hash.keyed(Hash.keyed(day, scope.region()), scope.service()), Scope.TERMINATOR);
  }
}
