package dev.gramme.server.backup;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.function.LongConsumer;

/** Computes the SHA-256 of content, in hexadecimal digits. */
final class Sha256 {
  private static final int BUFFER_BYTES = 1 << 16;

  private Sha256() {}

  private static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java platform has SHA-256", impossible);
    }
  }

  /** The hash of some bytes. */
  static String of(byte[] content) {
    return of(List.of(content));
  }

  /** The hash of content in parts. */
  static String of(List<byte[]> parts) {
    MessageDigest digest = digest();
    parts.forEach(digest::update);
    return HexFormat.of().formatHex(digest.digest());
  }

  /**
   * Copies content and returns its hash.
   *
   * @param progress receives the size of each piece after it is written
   */
  static String copy(InputStream from, OutputStream to, LongConsumer progress) throws IOException {
    MessageDigest digest = digest();
    byte[] buffer = new byte[BUFFER_BYTES];
    for (int count = from.read(buffer); count >= 0; count = from.read(buffer)) {
      digest.update(buffer, 0, count);
      to.write(buffer, 0, count);
      progress.accept(count);
    }
    return HexFormat.of().formatHex(digest.digest());
  }
}
