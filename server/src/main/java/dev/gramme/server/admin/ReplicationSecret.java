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
 * What the servers of a global table know and nobody else does. A message bears the time, a random
 * number, and the HMAC-SHA256 of both, of the path that it is posted to and of itself.
 */
public final class ReplicationSecret {
  /** The header with the proof. */
  public static final String HEADER = "X-Gramme-Replication";

  /** The least length of a secret in bytes: shorter ones can be guessed. */
  public static final int LEAST_BYTES = 16;

  private static final String ALGORITHM = "HmacSHA256";

  private final SecretKeySpec key;
  private final SecureRandom random = new SecureRandom();

  private ReplicationSecret(byte[] secret) {
    this.key = new SecretKeySpec(secret, ALGORITHM);
  }

  /**
   * Reads a secret; white space around it is not part of it.
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

  /** A proof for a message, unlike any other. */
  public String proof(String path, byte[] message, Instant now) {
    String stamp = now.toEpochMilli() + "." + HexFormat.of().toHexDigits(random.nextLong());
    return stamp + "." + code(stamp, path, message);
  }

  /** When a proof says that it was made, null if it says nothing of the kind. */
  static @Nullable Instant time(String proof) {
    int end = proof.indexOf('.');
    try {
      return end < 0 ? null : Instant.ofEpochMilli(Long.parseLong(proof, 0, end, 10));
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /** Whether somebody who knows the secret made the proof for the message. */
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
