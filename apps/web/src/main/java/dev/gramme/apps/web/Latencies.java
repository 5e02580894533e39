package dev.gramme.apps.web;

import java.util.Arrays;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Collects measured times and gives their distribution. */
public final class Latencies {
  private final Queue<Long> nanos = new ConcurrentLinkedQueue<>();

  /** Adds a time. */
  public void add(long elapsedNanos) {
    nanos.add(elapsedNanos);
  }

  /** The distribution in milliseconds. */
  @Override
  public String toString() {
    long[] sorted = nanos.stream().mapToLong(Long::longValue).sorted().toArray();
    if (sorted.length == 0) {
      return "none";
    }
    return String.format(
        Locale.ROOT,
        "p50 %.0f ms, p90 %.0f ms, p99 %.0f ms, p99.9 %.0f ms, max %.0f ms, mean %.0f ms (%d)",
        at(sorted, 0.5),
        at(sorted, 0.9),
        at(sorted, 0.99),
        at(sorted, 0.999),
        at(sorted, 1),
        Arrays.stream(sorted).average().orElse(0) / 1e6,
        sorted.length);
  }

  private static double at(long[] sorted, double share) {
    int index = (int) Math.ceil(share * sorted.length) - 1;
    return sorted[Math.max(0, index)] / 1e6;
  }
}
