package dev.gramme.bench.results;

import java.util.Arrays;

/**
 * The result of one run of a load.
 *
 * @param perSecond successful requests per second
 * @param p50Micros the median latency
 * @param p90Micros the 90th percentile of the latency
 * @param p99Micros the 99th percentile of the latency
 * @param p999Micros the 99.9th percentile of the latency
 * @param errors the number of failed requests
 */
public record Measurement(
    double perSecond,
    long p50Micros,
    long p90Micros,
    long p99Micros,
    long p999Micros,
    long errors) {
  /** From the durations of sequential steps. */
  public static Measurement of(long[] nanos) {
    return of(nanos, nanos.length * 1e9 / Arrays.stream(nanos).sum(), 0);
  }

  /** From the durations of steps, with a rate of their own because some ran concurrently. */
  public static Measurement of(long[] nanos, double perSecond, long errors) {
    if (nanos.length == 0) {
      return new Measurement(0, 0, 0, 0, 0, errors);
    }
    long[] sorted = nanos.clone();
    Arrays.sort(sorted);
    return new Measurement(
        perSecond,
        micros(sorted, 0.5),
        micros(sorted, 0.9),
        micros(sorted, 0.99),
        micros(sorted, 0.999),
        errors);
  }

  /** Whether any request was answered; otherwise there are no latencies. */
  boolean hasAnswers() {
    return perSecond > 0;
  }

  private static long micros(long[] sorted, double share) {
    return sorted[(int) (sorted.length * share)] / 1000;
  }
}
