package dev.gramme.apps.incidents.app;

import dev.gramme.toolkit.Ksuid;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Session tokens: account, user and expiry with an HMAC-SHA256, so that nobody can forge or change
 * one. How a user authenticates to get a token is out of the scope of this example.
 */
final class Sessions {
  private static final Duration LENGTH = Duration.ofHours(12);
  private static final int CLAIMS_BYTES = 2 * Ksuid.BYTES + Long.BYTES;
  private static final int MAC_BYTES = 32;

  private final byte[] secret;
  private final InstantSource clock;

  Sessions(byte[] secret, InstantSource clock) {
    this.secret = secret.clone();
    this.clock = clock;
  }

  /** A token for a session that starts now. */
  String token(Session session) {
    byte[] claims =
        ByteBuffer.allocate(CLAIMS_BYTES)
            .put(session.account().bytes())
            .put(session.user().bytes())
            .putLong(clock.instant().plus(LENGTH).getEpochSecond())
            .array();
    byte[] token =
        ByteBuffer.allocate(CLAIMS_BYTES + MAC_BYTES).put(claims).put(mac(claims)).array();
    return Base64.getUrlEncoder().withoutPadding().encodeToString(token);
  }

  /** The session of a token; empty if the token is invalid or expired. */
  Optional<Session> session(String token) {
    byte[] bytes;
    try {
      bytes = Base64.getUrlDecoder().decode(token);
    } catch (IllegalArgumentException notBase64) {
      return Optional.empty();
    }
    if (bytes.length != CLAIMS_BYTES + MAC_BYTES) {
      return Optional.empty();
    }
    byte[] claims = Arrays.copyOf(bytes, CLAIMS_BYTES);
    if (!MessageDigest.isEqual(
        mac(claims), Arrays.copyOfRange(bytes, CLAIMS_BYTES, bytes.length))) {
      return Optional.empty();
    }
    ByteBuffer in = ByteBuffer.wrap(claims);
    var session = new Session(ksuid(in), ksuid(in));
    return in.getLong() > clock.instant().getEpochSecond()
        ? Optional.of(session)
        : Optional.empty();
  }

  private static Ksuid ksuid(ByteBuffer in) {
    byte[] bytes = new byte[Ksuid.BYTES];
    in.get(bytes);
    return Ksuid.of(bytes);
  }

  private byte[] mac(byte[] claims) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret, "HmacSHA256"));
      return mac.doFinal(claims);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has HmacSHA256", e);
    }
  }
}
