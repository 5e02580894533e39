package dev.gramme.bench.results;

/** The plot of the rates with one processor and with two. */
final class ProcessorPlot {
  static final String FILE = "processors.svg";
  static final String TITLE = "Requests per second with one processor and with two";

  private ProcessorPlot() {}

  /** The plot as SVG. */
  static String of(ProcessorComparison comparison) {
    var svg = new Svg(TITLE);
    double y = 52;
    var operations =
        comparison.points().stream().map(ProcessorComparison.Point::operation).distinct();
    for (var operation : operations.toList()) {
      var bars =
          comparison.points().stream()
              .filter(point -> point.operation().equals(operation))
              .map(point ->
                  new Bars.Bar(
                      point.processors() == 1 ? "one processor" : "two processors",
                      point.measurement().perSecond(),
                      Svg.color(point.processors() == 1 ? 4 : 0)))
              .toList();
      y = Bars.panel(svg, operation, bars, y);
    }
    return svg.document(y);
  }
}
