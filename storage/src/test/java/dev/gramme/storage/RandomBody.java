package dev.gramme.storage;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The body of a transaction, fully determined by its seed: reads, writes and sometimes an exception
 * at the end. Its result is the log of its reads.
 */
record RandomBody(long seed) implements Function<Transaction, List<String>> {
  /** Repeated once, it gives keys a common prefix of more than twelve bytes. */
  private static final byte[] LONG_PREFIX =
      "item-collection".getBytes(java.nio.charset.StandardCharsets.US_ASCII);

  private static final int MAX_STEPS = 12;

  /** The exception that a body throws on purpose, with the log of its reads. */
  static final class Thrown extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient List<String> log;

    Thrown(List<String> log) {
      this.log = log;
    }

    List<String> log() {
      return log;
    }
  }

  @Override
  public List<String> apply(Transaction transaction) {
    Random random = new Random(seed);
    List<String> log = new ArrayList<>();
    int steps = 1 + random.nextInt(MAX_STEPS);
    for (int i = 0; i < steps; i++) {
      step(transaction, random, log);
    }
    if (random.nextInt(8) == 0) {
      throw new Thrown(log);
    }
    return log;
  }

  private static void step(Transaction transaction, Random random, List<String> log) {
    byte[] key = key(random);
    byte[] other = key(random);
    switch (random.nextInt(12)) {
      case 0, 1, 2, 3 -> transaction.put(key, value(random));
      case 4, 5 -> transaction.delete(key);
      case 6 -> transaction.deleteRange(key, other);
      case 7, 8 -> log.add("get " + text(key) + ": " + text(transaction.get(key)));
      case 9 -> fill(transaction, random);
      case 10 -> read(transaction, key, other, Direction.ASCENDING, log);
      default -> read(transaction, key, other, Direction.DESCENDING, log);
    }
  }

  /** Writes enough neighbouring keys that deleting them takes the path for large ranges. */
  private static void fill(Transaction transaction, Random random) {
    byte[] key = Arrays.copyOf(key(random), 20);
    for (int i = 0; i < 80; i++) {
      key[19] = (byte) i;
      transaction.put(key.clone(), value(random));
    }
  }

  static void read(Reader reader, byte[] from, byte[] to, Direction direction, List<String> log) {
    log.add(direction + " " + text(from) + " to " + text(to));
    try (Cursor cursor = reader.range(from, to, direction)) {
      while (cursor.next()) {
        log.add(text(cursor.key()) + "=" + text(cursor.value()));
      }
    }
  }

  static byte[] key(Random random) {
    int prefix = random.nextInt(3) == 0 ? 0 : LONG_PREFIX.length;
    byte[] key = Arrays.copyOf(LONG_PREFIX, prefix + random.nextInt(3));
    for (int i = prefix; i < key.length; i++) {
      key[i] = (byte) (random.nextInt(6) * 51);
    }
    if (prefix > 0 && random.nextBoolean()) {
      key[2] = (byte) random.nextInt(3);
    }
    return key;
  }

  private static byte[] value(Random random) {
    byte[] value = new byte[random.nextInt(6)];
    random.nextBytes(value);
    return value;
  }

  static String text(byte @Nullable [] bytes) {
    return bytes == null ? "none" : HexFormat.of().formatHex(bytes);
  }
}
