package dev.gramme.server.metrics;

import java.util.concurrent.atomic.LongAdder;

/** A histogram of durations; the bucket bounds double from 65,536 ns to about 17 s. */
final class LatencyHistogram {
  private static final int FIRST_BOUND_SHIFT = 16; // 65,536 ns
  private static final int BOUNDS = 19;

  private final LongAdder[] buckets = new LongAdder[BOUNDS + 1];
  private final LongAdder sumNanos = new LongAdder();

  LatencyHistogram() {
    for (int i = 0; i < buckets.length; i++) {
      buckets[i] = new LongAdder();
    }
  }

  void record(long nanos) {
    buckets[bucket(nanos)].increment();
    sumNanos.add(nanos);
  }

  /** The index of the first bucket whose upper bound is not less than the value. */
  private static int bucket(long nanos) {
    int bits = Long.SIZE - Long.numberOfLeadingZeros(Math.max(nanos, 1) - 1);
    return Math.clamp(bits - FIRST_BOUND_SHIFT, 0, BOUNDS);
  }

  void addTo(MetricsPage page, String name, String labels) {
    long count = 0;
    for (int i = 0; i < BOUNDS; i++) {
      count += buckets[i].sum();
      double bound = (1L << (FIRST_BOUND_SHIFT + i)) / 1e9;
      page.sample(name + "_bucket", labels + ",le=\"" + bound + "\"", (double) count);
    }
    count += buckets[BOUNDS].sum();
    page.sample(name + "_bucket", labels + ",le=\"+Inf\"", (double) count);
    page.sample(name + "_sum", labels, sumNanos.sum() / 1e9);
    page.sample(name + "_count", labels, (double) count);
  }
}
