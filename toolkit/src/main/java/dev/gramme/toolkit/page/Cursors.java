package dev.gramme.toolkit.page;

import dev.gramme.toolkit.Cursor;
import dev.gramme.toolkit.page.CursorRefused.Reason;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Converts between cursors and positions.
 *
 * <p>A token is URL-safe Base64 of: version, key id, the first 8 bytes of the scope's digest, the
 * position, and the first 16 bytes of an HMAC-SHA256 of all that and of the whole digest of the
 * scope. The 8 bytes only distinguish a cursor of another query from a forged one. A position is
 * not encrypted: the client can read the keys in it.
 *
 * <p>Thread-safe.
 */
public final class Cursors {
  private static final byte VERSION = 1;
  private static final int SCOPE_BYTES = 8;
  private static final int MAC_BYTES = 16;
  private static final int HEAD_BYTES = 2 + SCOPE_BYTES;
  private static final int MAX_TOKEN_CHARS = 16 * 1024;
  private static final String ALGORITHM = "HmacSHA256";

  private final CursorKey current;
  private final Map<Integer, CursorKey> known = new HashMap<>();

  private Cursors(CursorKey current, CursorKey... former) {
    this.current = current;
    known.put(current.id(), current);
    for (CursorKey key : former) {
      if (known.putIfAbsent(key.id(), key) != null) {
        throw new IllegalArgumentException("two keys with the id " + key.id());
      }
    }
  }

  /**
   * Cursors signed with a key.
   *
   * @param former keys whose cursors are still accepted. To rotate a key on several servers: first
   *     add the new one as a former key, then make it the current one, and remove the old one when
   *     its cursors are no longer in use.
   */
  public static Cursors signed(CursorKey current, CursorKey... former) {
    return new Cursors(current, former);
  }

  /**
   * Cursors signed with a publicly known key, for programs that give no cursors to clients. A
   * client could forge a cursor and make a query start at any position in its partition, but not in
   * another partition.
   */
  public static Cursors unsigned() {
    return new Cursors(new CursorKey(0, new byte[32]));
  }

  /** The cursor for a position. */
  public Cursor seal(CursorScope scope, Map<String, AttributeValue> position) {
    byte[] digest = scope.digest();
    byte[] encoded = Positions.encode(position);
    ByteBuffer token = ByteBuffer.allocate(HEAD_BYTES + encoded.length + MAC_BYTES);
    token.put(VERSION).put((byte) current.id()).put(digest, 0, SCOPE_BYTES).put(encoded);
    byte[] mac = mac(current, token.array(), token.position(), digest);
    token.put(mac, 0, MAC_BYTES);
    String text = Base64.getUrlEncoder().withoutPadding().encodeToString(token.array());
    if (text.length() > MAX_TOKEN_CHARS) {
      throw new IllegalArgumentException("the cursor would exceed 16 KB");
    }
    return Cursor.of(text);
  }

  /**
   * The position of a cursor; null for the beginning.
   *
   * @throws CursorRefused if it is not a valid cursor of this scope
   */
  public @Nullable Map<String, AttributeValue> open(CursorScope scope, Cursor cursor) {
    if (cursor.isStart()) {
      return null;
    }
    byte[] token = bytes(cursor.token());
    if (token[0] != VERSION) {
      throw new CursorRefused(Reason.UNKNOWN_VERSION);
    }
    byte[] digest = scope.digest();
    if (!Arrays.equals(token, 2, HEAD_BYTES, digest, 0, SCOPE_BYTES)) {
      throw new CursorRefused(Reason.OTHER_QUERY);
    }
    CursorKey key = known.get(token[1] & 0xFF);
    if (key == null) {
      throw new CursorRefused(Reason.UNKNOWN_KEY);
    }
    int signed = token.length - MAC_BYTES;
    byte[] expected = Arrays.copyOf(mac(key, token, signed, digest), MAC_BYTES);
    if (!MessageDigest.isEqual(expected, Arrays.copyOfRange(token, signed, token.length))) {
      throw new CursorRefused(Reason.FORGED);
    }
    return Positions.decode(Arrays.copyOfRange(token, HEAD_BYTES, signed));
  }

  private static byte[] bytes(String token) {
    if (token.length() > MAX_TOKEN_CHARS) {
      throw new CursorRefused(Reason.MALFORMED);
    }
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(token);
      if (bytes.length >= HEAD_BYTES + MAC_BYTES) {
        return bytes;
      }
    } catch (IllegalArgumentException notBase64) {
      throw new CursorRefused(Reason.MALFORMED);
    }
    throw new CursorRefused(Reason.MALFORMED);
  }

  private static byte[] mac(CursorKey key, byte[] token, int length, byte[] digest) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key.secret(), ALGORITHM));
      mac.update(token, 0, length);
      mac.update(digest);
      return mac.doFinal();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has HmacSHA256", e);
    }
  }
}
