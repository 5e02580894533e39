package dev.gramme.toolkit.page;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Spreads a logical partition key over several: {@code VOTES#ana#07}. A partition takes 1,000
 * writes per second and N partitions N times as many; reading all items requires N queries.
 *
 * <p>With a random suffix any write may go to any shard: for counters and logs. With a suffix
 * computed from a value (such as the order number) an item can be found without trying all shards.
 *
 * <p>With random suffixes the number can be increased at any time, provided that all readers use
 * the higher number first. The suffixes of stored items must stay the same, so keep their number of
 * digits: after {@code new Shards(8)} use {@code new Shards(16, 1)}, because {@code new Shards(16)}
 * has suffixes of two digits. A computed suffix changes with the number: items must be moved, or
 * looked up under both suffixes.
 *
 * @param count the number of shards, from 1 to 10,000
 * @param digits the least number of digits of a suffix, from 1 to 5; shorter numbers begin with
 *     zeros
 */
public record Shards(int count, int digits) {
  private static final int MAX_COUNT = 10_000;
  private static final int MAX_DIGITS = 5;

  public Shards {
    if (count < 1 || count > MAX_COUNT) {
      throw new IllegalArgumentException("from 1 to 10000 shards, not " + count);
    }
    if (digits < 1 || digits > MAX_DIGITS) {
      throw new IllegalArgumentException("from 1 to 5 digits, not " + digits);
    }
  }

  /** Shards whose suffixes all have as many digits as the last one. */
  public Shards(int count) {
    this(count, Integer.toString(Math.max(count, 1) - 1).length());
  }

  /** A random suffix. */
  public String random(RandomGenerator random) {
    return suffix(random.nextInt(count));
  }

  /** The suffix for a value. It never changes. */
  public String of(String value) {
    return suffix((int) Long.remainderUnsigned(hash(value), count));
  }

  /** All suffixes, in order. */
  public List<String> all() {
    return IntStream.range(0, count).mapToObj(this::suffix).toList();
  }

  /**
   * The suffix of a shard: its number with at least {@link #digits} digits.
   *
   * @param shard from 0 on
   */
  public String suffix(int shard) {
    if (shard < 0 || shard >= count) {
      throw new IllegalArgumentException("no shard " + shard + " of " + count);
    }
    String number = Integer.toString(shard);
    return "0".repeat(Math.max(0, digits - number.length())) + number;
  }

  /** 64-bit FNV-1a with a final mix, since its low bits alone distribute short values badly. */
  private static long hash(String value) {
    long hash = 0xcbf29ce484222325L;
    for (byte b : value.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (b & 0xFF)) * 0x100000001b3L;
    }
    hash = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
    return hash ^ (hash >>> 33);
  }
}
