package dev.gramme.bench.results;

import static dev.gramme.bench.results.Page.about;
import static dev.gramme.bench.results.Page.millis;
import static dev.gramme.bench.results.Page.number;
import static dev.gramme.bench.results.Page.row;

/** The section on the workloads of YCSB. */
final class YcsbPage {
  /** The smallest share of the median that any second may have. */
  private static final double GOAL = 0.5;

  private YcsbPage() {}

  /** The section as Markdown. */
  static String of(YcsbCourse course) {
    var text = new StringBuilder("\n## The workloads of YCSB over time\n\n");
    text.append(about(course.run()));
    text.append(
        """

        ![%s](images/%s)

        The share is the rate of the lowest second divided by that of the median second; the goal is %s, and smaller shares are bold.

        | workload | operations | median second | lowest second | share | seconds with flushes | with compactions | errors |
        |---|---|--:|--:|--:|--:|--:|--:|
        """
            .formatted(YcsbPlot.TITLE, YcsbPlot.FILE, GOAL));
    for (var part : course.parts()) {
      double share = part.median() == 0 ? Double.NaN : part.lowest() / (double) part.median();
      row(
          text,
          part.workload(),
          part.mixture(),
          number("%,d", part.median()),
          number("%,d", part.lowest()),
          number(share < GOAL ? "**%.2f**" : "%.2f", share),
          number("%,d", part.flushes().size()),
          number("%,d", part.compactions().size()),
          number("%,d", part.errors()));
    }
    text.append(
        """

        | workload | operation | per second | p50 ms | p90 | p99 | p99.9 |
        |---|---|--:|--:|--:|--:|--:|
        """);
    for (var part : course.parts()) {
      for (var operation : part.operations()) {
        var measured = operation.measurement();
        row(
            text,
            part.workload(),
            operation.title(),
            number("%,.0f", measured.perSecond()),
            millis(measured.p50Micros()),
            millis(measured.p90Micros()),
            millis(measured.p99Micros()),
            millis(measured.p999Micros()));
      }
    }
    return text.toString();
  }
}
