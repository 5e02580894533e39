package dev.gramme.server.admin;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * What the servers of a global table know and nobody else does. A message bears the HMAC-SHA256 of
 * the path that it is posted to and of itself.
 *
 * <p>It has no time: who can read the traffic can send a message again, and some, such as that a
 * replica is to go, do harm when they come twice. So the traffic itself is to be kept from others.
 */
public final class ReplicationSecret {
  /** The header with the proof, in hexadecimal digits. */
  public static final String HEADER = "X-Gramme-Replication";

  /** The least length of a secret in bytes: shorter ones can be guessed. */
  public static final int LEAST_BYTES = 16;

  private static final String ALGORITHM = "HmacSHA256";

  private final SecretKeySpec key;

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

  /** The proof for a message. */
  public String proof(String path, byte[] message) {
    return HexFormat.of().formatHex(code(path, message));
  }

  /** Whether somebody who knows the secret sent the message. */
  boolean isProven(String path, byte[] message, @Nullable String proof) {
    if (proof == null) {
      return false;
    }
    byte[] expected = proof(path, message).getBytes(StandardCharsets.US_ASCII);
    return MessageDigest.isEqual(expected, proof.getBytes(StandardCharsets.UTF_8));
  }

  private byte[] code(String path, byte[] message) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      mac.update(path.getBytes(StandardCharsets.UTF_8));
      mac.update((byte) '\n');
      return mac.doFinal(message);
    } catch (GeneralSecurityException e) {
      throw new AssertionError("every Java has " + ALGORITHM, e);
    }
  }
}
