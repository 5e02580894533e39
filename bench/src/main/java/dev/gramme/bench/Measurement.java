package dev.gramme.bench;

import java.util.Arrays;

/**
 * The result of one run of a load.
 *
 * @param perSecond successful requests per second
 * @param p50Micros the median latency
 * @param p99Micros the 99th percentile of the latency
 * @param errors the number of failed requests
 */
record Measurement(double perSecond, long p50Micros, long p99Micros, long errors) {
  /** From the durations of sequential steps. */
  static Measurement of(long[] nanos) {
    long[] sorted = nanos.clone();
    Arrays.sort(sorted);
    return new Measurement(
        sorted.length * 1e9 / Arrays.stream(sorted).sum(),
        sorted[sorted.length / 2] / 1000,
        sorted[(int) (sorted.length * 0.99)] / 1000,
        0);
  }
}
