package dev.gramme.bench;

import dev.gramme.bench.results.ClusterComparison.Sample;
import java.util.List;
import java.util.stream.DoubleStream;

/** Medians over rounds, since the machine's speed varies. */
final class Medians {
  private Medians() {}

  /** The median of each value of samples; the errors of all of them. */
  static Sample of(List<Sample> all) {
    return new Sample(
        of(all.stream().mapToDouble(Sample::perSecond)),
        (long) of(all.stream().mapToDouble(Sample::p50Micros)),
        (long) of(all.stream().mapToDouble(Sample::p99Micros)),
        all.stream().mapToLong(Sample::errors).sum(),
        of(all.stream().mapToDouble(Sample::nodesMillis)),
        of(all.stream().mapToDouble(Sample::clientMillis)));
  }

  /** The median. */
  static double of(DoubleStream figures) {
    double[] sorted = figures.sorted().toArray();
    return sorted[sorted.length / 2];
  }
}
