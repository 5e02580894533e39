package dev.gramme.bench;

import java.util.Arrays;

/**
 * What one run of a load gave.
 *
 * @param perSecond requests answered in a second
 * @param p50Micros the median latency
 * @param p99Micros the latency that one request in a hundred exceeds
 * @param errors requests that were not answered with success
 */
record Measurement(double perSecond, long p50Micros, long p99Micros, long errors) {
  /** Of steps that were taken one after another, each so many nanoseconds long. */
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
