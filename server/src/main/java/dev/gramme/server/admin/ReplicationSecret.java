package dev.gramme.server.admin;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The secret that the servers of a global table share. Each message carries the time, a random
 * number, and the HMAC-SHA256 of the time, the random number, the request path and the message.
 */
public final class ReplicationSecret {
  /** The header with the proof. */
  public static final String HEADER = "X-Gramme-Replication";

  /** The least length of a secret in bytes; a shorter one could be guessed. */
  public static final int LEAST_BYTES = 16;

  private static final String ALGORITHM = "HmacSHA256";

  private final SecretKeySpec key;
  private final SecureRandom random = new SecureRandom();

  private ReplicationSecret(byte[] secret) {
    this.key = new SecretKeySpec(secret, ALGORITHM);
  }

  /**
   * Reads a secret; surrounding white space is removed.
   *
   * @throws IOException if the file cannot be read
   * @throws IllegalArgumentException if it has less than {@value #LEAST_BYTES} bytes
   */
  public static ReplicationSecret read(Path file) throws IOException {
    return of(Files.readString(file).strip());
  }

  /**
   * A secret.
   *
   * @throws IllegalArgumentException if it has less than {@value #LEAST_BYTES} bytes
   */
  public static ReplicationSecret of(String text) {
    byte[] secret = text.getBytes(StandardCharsets.UTF_8);
    if (secret.length < LEAST_BYTES) {
      throw new IllegalArgumentException("it has less than " + LEAST_BYTES + " bytes");
    }
    return new ReplicationSecret(secret);
  }

  /** A proof for a message; each call returns a different one. */
  public String proof(String path, byte[] message, Instant now) {
    String stamp = now.toEpochMilli() + "." + HexFormat.of().toHexDigits(random.nextLong());
    return stamp + "." + code(stamp, path, message);
  }

  /** The time in a proof, null if it has none. */
  static @Nullable Instant time(String proof) {
    int end = proof.indexOf('.');
    try {
      return end < 0 ? null : Instant.ofEpochMilli(Long.parseLong(proof, 0, end, 10));
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /** Whether the proof was made for this message with the secret. */
  boolean isProven(String path, byte[] message, String proof) {
    int end = proof.lastIndexOf('.');
    if (end < 0) {
      return false;
    }
    byte[] expected = code(proof.substring(0, end), path, message).getBytes(StandardCharsets.UTF_8);
    byte[] found = proof.substring(end + 1).getBytes(StandardCharsets.UTF_8);
    return MessageDigest.isEqual(expected, found);
  }

  private String code(String stamp, String path, byte[] message) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      mac.update((stamp + "\n" + path + "\n").getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(mac.doFinal(message));
    } catch (GeneralSecurityException e) {
      throw new AssertionError("every Java has " + ALGORITHM, e);
    }
  }
}
