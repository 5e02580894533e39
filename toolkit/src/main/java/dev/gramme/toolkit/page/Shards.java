package dev.gramme.toolkit.page;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Spreads what would be one partition key over several: {@code VOTES#ana#07}. A partition takes
 * 1,000 writes a second, N of them take N times as many, and who reads all of it reads N
 * partitions.
 *
 * <p>With a random suffix any write may go to any of them: for counters and logs. With one computed
 * from a value (say, the order's number) an item can be found again without trying all of them.
 *
 * <p>The number can be raised for random suffixes at any time if all readers know the higher number
 * first. A computed suffix changes with the number: items must move, or be looked for under both.
 *
 * @param count how many there are, from 1 to 10,000
 */
public record Shards(int count) {
  private static final int MAX_COUNT = 10_000;

  public Shards {
    if (count < 1 || count > MAX_COUNT) {
      throw new IllegalArgumentException("from 1 to 10000 shards, not " + count);
    }
  }

  /** Any of them. */
  public String random(RandomGenerator random) {
    return suffix(random.nextInt(count));
  }

  /** The one that belongs to a value, today and ever. */
  public String of(String value) {
    return suffix((int) Long.remainderUnsigned(hash(value), count));
  }

  /** All of them, in order. */
  public List<String> all() {
    return IntStream.range(0, count).mapToObj(this::suffix).toList();
  }

  /** The suffix of a shard from 0 on: digits, all of the same length. */
  public String suffix(int shard) {
    if (shard < 0 || shard >= count) {
      throw new IllegalArgumentException("no shard " + shard + " of " + count);
    }
    int width = Integer.toString(count - 1).length();
    String digits = Integer.toString(shard);
    return "0".repeat(width - digits.length()) + digits;
  }

  /** FNV-1a of 64 bits, then mixed, since its low bits alone spread short values badly. */
  private static long hash(String value) {
    long hash = 0xcbf29ce484222325L;
    for (byte b : value.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (b & 0xFF)) * 0x100000001b3L;
    }
    hash = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
    return hash ^ (hash >>> 33);
  }
}
