package dev.gramme.bench;

import java.util.SplittableRandom;

/**
 * Ranks by Zipf's law with the exponent of YCSB, 0.99: the rank r, from 0, is drawn in proportion
 * to 1 / (r + 1)^0.99. The method is that of Gray and others, "Quickly Generating Billion-Record
 * Synthetic Databases" (1994), which YCSB uses too: constant time for each number.
 */
final class Zipf {
  private static final double EXPONENT = 0.99;

  /** How many terms of the sum are added one by one. */
  private static final int EXACT_TERMS = 1_000_000;

  /** FNV-1a's constants for 64 bits. */
  private static final long FNV_OFFSET = 0xCBF29CE484222325L;

  private static final long FNV_PRIME = 1_099_511_628_211L;

  private final long items;
  private final SplittableRandom random;
  private final double sum;
  private final double eta;

  Zipf(long items, SplittableRandom random) {
    this.items = items;
    this.random = random;
    sum = sum(items);
    eta = (1 - Math.pow(2.0 / items, 1 - EXPONENT)) / (1 - sum(2) / sum);
  }

  /** A rank. The smallest ones are the most frequent. */
  long rank() {
    double uniform = random.nextDouble();
    double scaled = uniform * sum;
    if (scaled < 1) {
      return 0;
    }
    if (scaled < sum(2)) {
      return Math.min(1, items - 1);
    }
    double rank = items * Math.pow(eta * uniform - eta + 1, 1 / (1 - EXPONENT));
    return Math.min((long) rank, items - 1);
  }

  /** The number of an item. The frequent ones are spread over all numbers, as YCSB does. */
  long scrambled() {
    return scrambled(rank(), items);
  }

  /** The number of the item with a rank. A few ranks may have the same number. */
  static long scrambled(long rank, long items) {
    long hash = FNV_OFFSET;
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      hash = (hash ^ (rank >>> shift & 0xFF)) * FNV_PRIME;
    }
    return Long.remainderUnsigned(hash, items);
  }

  /** The sum of 1 / i^0.99 for i from 1; of the many small terms, the integral. */
  static double sum(long terms) {
    double sum = 0;
    int exact = (int) Math.min(terms, EXACT_TERMS);
    for (int i = 1; i <= exact; i++) {
      sum += Math.pow(i, -EXPONENT);
    }
    double last = (double) terms;
    double integral =
        (Math.pow(last, 1 - EXPONENT) - Math.pow(exact, 1 - EXPONENT)) / (1 - EXPONENT);
    return sum + integral + (Math.pow(last, -EXPONENT) - Math.pow(exact, -EXPONENT)) / 2;
  }
}
