package dev.gramme.server.admin;

import dev.gramme.server.http.HttpRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;

/** The token that an operator's request carries: {@code Authorization: Bearer TOKEN}. */
public final class AdminToken {
  /** The least length of a token in bytes; a shorter one could be guessed. */
  public static final int LEAST_BYTES = 16;

  private static final int MADE_BYTES = 32;
  private static final String SCHEME = "Bearer ";

  private final String token;

  private AdminToken(String token) {
    this.token = token;
  }

  /** A new random token, which is not stored. */
  public static AdminToken random() {
    byte[] bytes = new byte[MADE_BYTES];
    new SecureRandom().nextBytes(bytes);
    return new AdminToken(HexFormat.of().formatHex(bytes));
  }

  /**
   * Reads a token; surrounding white space is removed.
   *
   * @throws IOException if the file cannot be read
   * @throws IllegalArgumentException if it has less than {@value #LEAST_BYTES} bytes
   */
  public static AdminToken read(Path file) throws IOException {
    String token = Files.readString(file).strip();
    if (token.getBytes(StandardCharsets.UTF_8).length < LEAST_BYTES) {
      throw new IllegalArgumentException("it has less than " + LEAST_BYTES + " bytes");
    }
    return new AdminToken(token);
  }

  /** Writes a new random token if the file does not exist. */
  public static void createIfMissing(Path file) throws IOException {
    if (Files.notExists(file)) {
      PrivateFile.write(file, random().token + "\n");
    }
  }

  /** The token itself. */
  public String text() {
    return token;
  }

  /** Whether a request carries the token. */
  public boolean isCarriedBy(HttpRequest request) {
    var given = request.fields().first("Authorization");
    return given != null
        && given.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
        && MessageDigest.isEqual(
            token.getBytes(StandardCharsets.UTF_8),
            given.substring(SCHEME.length()).strip().getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public String toString() {
    return "a token";
  }
}
