package dev.gramme.server.pipeline;

import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** Makes request ids: 52 random letters and digits. They need to be distinct, not secret. */
public final class RequestIds {
  private static final int LENGTH = 52;
  private static final byte[] ALPHABET =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".getBytes(StandardCharsets.US_ASCII);

  private final Supplier<RandomGenerator> random;

  /**
   * Ids from a source of randomness.
   *
   * @param random the generator of the calling thread
   */
  public RequestIds(Supplier<RandomGenerator> random) {
    this.random = random;
  }

  /** The next id. */
  public String next() {
    var generator = random.get();
    var id = new byte[LENGTH];
    for (int i = 0; i < LENGTH; i += 4) {
      long bits = generator.nextLong();
      for (int j = 0; j < 4; j++, bits >>>= 16) {
        id[i + j] = ALPHABET[(int) (((bits & 0xffff) * ALPHABET.length) >>> 16)];
      }
    }
    return new String(id, StandardCharsets.ISO_8859_1);
  }
}
