package dev.gramme.bench;

import dev.gramme.bench.results.Measurement;
import java.util.List;
import org.HdrHistogram.Histogram;

/** Measurements from histograms of nanoseconds, of which each thread has its own. */
final class Latencies {
  /** The significant decimal digits of the recorded values. */
  static final int DIGITS = 3;

  private Latencies() {}

  /** The rate and the percentiles of all histograms. */
  static Measurement measurement(List<Histogram> parts, double seconds, long errors) {
    var all = new Histogram(DIGITS);
    parts.forEach(all::add);
    return new Measurement(
        all.getTotalCount() / seconds,
        micros(all, 50),
        micros(all, 90),
        micros(all, 99),
        micros(all, 99.9),
        errors);
  }

  private static long micros(Histogram histogram, double percentile) {
    return histogram.getValueAtPercentile(percentile) / 1000;
  }
}
