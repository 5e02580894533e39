package dev.gramme.storage.postgres;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * A key as the columns of a row. PostgreSQL refuses an index entry of more than 2704 bytes, but
 * keys can be longer. So the index has the first bytes of the key, its head, and a digest of the
 * rest, which makes the entry unique; the rest itself, the tail, is a column without an index. The
 * order of keys is the order of (head, tail). All keys up to {@value #HEAD_BYTES} bytes have an
 * empty tail and an empty digest.
 *
 * @param head the first bytes of the key
 * @param digest the SHA-256 digest of the tail; empty if the tail is empty
 * @param tail the other bytes of the key
 */
@SuppressWarnings("ArrayRecordComponent") // never modified or compared
record SplitKey(byte[] head, byte[] digest, byte[] tail) {
  /** An index entry has a header, head, digest, and their lengths: together less than 2704. */
  static final int HEAD_BYTES = 2600;

  private static final byte[] NOTHING = {};

  /** Splits a key. Keeps the array of a short key. */
  static SplitKey of(byte[] key) {
    if (key.length <= HEAD_BYTES) {
      return new SplitKey(key, NOTHING, NOTHING);
    }
    byte[] tail = Arrays.copyOfRange(key, HEAD_BYTES, key.length);
    return new SplitKey(Arrays.copyOf(key, HEAD_BYTES), sha256(tail), tail);
  }

  /** The key of which these are the columns. */
  static byte[] join(byte[] head, byte[] tail) {
    if (tail.length == 0) {
      return head;
    }
    byte[] key = Arrays.copyOf(head, head.length + tail.length);
    System.arraycopy(tail, 0, key, head.length, tail.length);
    return key;
  }

  /** Whether the key is longer than a head. */
  boolean isLong() {
    return tail.length > 0;
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
