package dev.gramme.bench.results;

import java.util.List;
import java.util.stream.Stream;

/** Draws latencies as a range from the median to the 99.9th percentile, on a logarithmic axis. */
final class Percentiles {
  private Percentiles() {}

  /** Explains the marks of a range. */
  static void legend(Svg svg, double y) {
    svg.text(16, y + 4, "start", 12, "From left to right: p50, p90, p99, p99.9");
    draw(svg, List.of(300.0, 330.0, 360.0, 390.0), y, Svg.INK);
  }

  /** In milliseconds; at least a microsecond, because zero has no place on a logarithmic axis. */
  static List<Double> millis(Measurement measured) {
    return Stream.of(
            measured.p50Micros(), measured.p90Micros(), measured.p99Micros(), measured.p999Micros())
        .map(micros -> Math.max(1, micros) / 1000.0)
        .toList();
  }

  /** An axis for all measurements that have latencies. */
  static Axis axis(List<Measurement> all) {
    var answered = all.stream().filter(Measurement::hasAnswers).map(Percentiles::millis).toList();
    return Axis.Logarithmic.over(
        answered.stream().mapToDouble(List::getFirst).min().orElse(0.1),
        answered.stream().mapToDouble(List::getLast).max().orElse(1));
  }

  /**
   * Draws a range.
   *
   * @param at the positions of the four percentiles
   */
  static void draw(Svg svg, List<Double> at, double y, String color) {
    svg.line(at.getFirst(), y, at.getLast(), y, color, 2);
    svg.dot(at.get(0), y, 5, color, color);
    svg.dot(at.get(1), y, 3.5, "#ffffff", color);
    svg.dot(at.get(2), y, 3.5, color, color);
    svg.line(at.get(3), y - 6, at.get(3), y + 6, color, 2);
  }
}
