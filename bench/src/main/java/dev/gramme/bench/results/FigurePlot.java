package dev.gramme.bench.results;

import java.util.List;

/** The plot of the latencies of figures, each with its title above it. */
final class FigurePlot {
  private static final int LEFT = 32;
  private static final int RIGHT = 735;
  private static final int ROW = 34;

  private FigurePlot() {}

  /** The title of the plot of a section. */
  static String title(String heading) {
    return heading + ": latency percentiles";
  }

  /** The plot as SVG. */
  static String of(String heading, List<Figure> figures) {
    var svg = new Svg(title(heading));
    Percentiles.legend(svg, 52);
    var axis = Percentiles.axis(figures.stream().map(Figure::measurement).toList());
    double top = 70;
    double bottom = top + figures.size() * ROW;
    for (double tick : axis.ticks()) {
      svg.line(x(axis, tick), top, x(axis, tick), bottom, Svg.GRID, 1);
      svg.text(x(axis, tick), bottom + 13, "middle", 10, Axis.label(tick));
    }
    svg.text(RIGHT, bottom + 28, "end", 10, "milliseconds, logarithmic");
    double y = top;
    for (var figure : figures) {
      svg.text(16, y + 12, "start", 12, figure.title());
      if (figure.measurement().hasAnswers()) {
        var at =
            Percentiles.millis(figure.measurement()).stream()
                .map(millis -> x(axis, millis))
                .toList();
        Percentiles.draw(svg, at, y + 24, Svg.color(0));
      } else {
        svg.text(LEFT, y + 28, "start", 12, Plots.NO_ANSWER);
      }
      y += ROW;
    }
    return svg.document(bottom + 44);
  }

  private static double x(Axis axis, double value) {
    return LEFT + axis.position(value) * (RIGHT - LEFT);
  }
}
