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
 * the higher number first. A computed suffix changes with the number: items must be moved, or
 * looked up under both suffixes.
 *
 * @param count the number of shards, from 1 to 10,000
 */
public record Shards(int count) {
  private static final int MAX_COUNT = 10_000;

  public Shards {
    if (count < 1 || count > MAX_COUNT) {
      throw new IllegalArgumentException("from 1 to 10000 shards, not " + count);
    }
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
   * The suffix of a shard: digits of equal length.
   *
   * @param shard from 0 on
   */
  public String suffix(int shard) {
    if (shard < 0 || shard >= count) {
      throw new IllegalArgumentException("no shard " + shard + " of " + count);
    }
    int width = Integer.toString(count - 1).length();
    String digits = Integer.toString(shard);
    return "0".repeat(width - digits.length()) + digits;
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
