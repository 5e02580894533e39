package dev.gramme.bench.results;

import java.util.List;
import java.util.Optional;

/** The same operations on a server with one processor and with two. */
public record ProcessorComparison(Run run, List<Point> points) {
  /** The connections of all loads. */
  public static final int CONNECTIONS = 16;

  public ProcessorComparison {
    points = List.copyOf(points);
  }

  /**
   * The result of an operation.
   *
   * @param processors the number of processors that the server may use
   * @param processorMicros the processor time of the server per request
   * @param committerMicros the part of it on the one thread that executes transactions
   * @param logMicros the part of it on the one thread that writes the log
   */
  public record Point(
      int processors,
      String operation,
      Measurement measurement,
      double processorMicros,
      double committerMicros,
      double logMicros) {

    /**
     * An estimate of the rate with more processors, if the server has all of them and groups of
     * writes keep their size. It is no limit: larger groups take less time per write.
     */
    private double rateWith(int more) {
      double shared = more * MICROS_PER_SECOND / processorMicros;
      double serial = Math.max(committerMicros, logMicros);
      return serial == 0 ? shared : Math.min(shared, MICROS_PER_SECOND / serial);
    }
  }

  private static final double MICROS_PER_SECOND = 1e6;

  /** The section of the page as Markdown. */
  String page() {
    var text = new StringBuilder("\n## One processor and two\n\n").append(Page.about(run));
    text.append(
        """

        The server may use one processor or two of the machine's; the load generator may use all of them.

        | operation | per second: one processor | two | growth | p99 ms: one | two | µs of processor time a request: one | two | errors |
        |---|--:|--:|--:|--:|--:|--:|--:|--:|
        """);
    for (var one : points) {
      if (one.processors == 1) {
        two(one).ifPresent(two -> row(text, one, two));
      }
    }
    text.append(
        """

        %s

        More processors were not available. The estimates assume that the server has all processors, that they do not slow each other down, and
        that all work but that of two threads is spread over them. Each of these two does its part of all writes: the committer executes
        the transactions, another thread writes the log.

        | operation | µs of processor time a request: all | committer | log | estimate with groups as in this run, per second: 16 processors | 64 |
        |---|--:|--:|--:|--:|--:|
        """
            .formatted(Page.image(ProcessorPlot.TITLE, ProcessorPlot.FILE).strip()));
    for (var point : points) {
      if (point.processors == 2) {
        Page.row(
            text,
            point.operation,
            Page.number("%.0f", point.processorMicros),
            Page.number("%.1f", point.committerMicros),
            Page.number("%.1f", point.logMicros),
            Page.number("%,.0f", point.rateWith(16)),
            Page.number("%,.0f", point.rateWith(64)));
      }
    }
    text.append(
        """

        No estimate is a limit. Each uses the processor time of a request in this run, with %d connections. The committer and the log process
        writes in groups. More connections make larger groups, which take less time per write. Two processors with more connections can
        therefore exceed the estimates for writes.
        """
            .formatted(CONNECTIONS));
    return text.toString();
  }

  private Optional<Point> two(Point one) {
    return points.stream()
        .filter(point -> point.processors == 2 && point.operation.equals(one.operation))
        .findFirst();
  }

  private static void row(StringBuilder text, Point one, Point two) {
    double rate = one.measurement.perSecond();
    Page.row(
        text,
        one.operation,
        Page.number("%,.0f", rate),
        Page.number("%,.0f", two.measurement.perSecond()),
        Page.number("%.2f", rate == 0 ? Double.NaN : two.measurement.perSecond() / rate),
        Page.millis(one.measurement.p99Micros()),
        Page.millis(two.measurement.p99Micros()),
        Page.number("%.0f", one.processorMicros),
        Page.number("%.0f", two.processorMicros),
        Page.number("%,d", one.measurement.errors() + two.measurement.errors()));
  }
}
