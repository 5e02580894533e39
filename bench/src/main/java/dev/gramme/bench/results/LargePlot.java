package dev.gramme.bench.results;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The plot of operations on a large and on a small table, beside the gets of RocksDB alone. */
final class LargePlot {
  static final String FILE = "large.svg";
  static final String TITLE = "Requests per second with many and with few items";

  private static final int LABELS = 330;
  private static final int RIGHT = 735;
  private static final int ROW = 20;
  private static final String LARGE = Svg.color(0);
  private static final String SMALL = Svg.color(4);
  private static final String STORE = Svg.color(3);

  private LargePlot() {}

  /** The plot as SVG. */
  static String of(LargeComparison large) {
    var svg = new Svg(TITLE);
    double y = 52;
    var operations = large.points().stream().map(LargeComparison.Point::operation).distinct();
    for (var operation : operations.toList()) {
      y = panel(svg, operation, bars(large, operation), y);
    }
    return svg.document(y);
  }

  private static List<Bar> bars(LargeComparison large, String operation) {
    var bars = new ArrayList<Bar>();
    for (var point : large.points()) {
      if (point.operation().equals(operation)) {
        boolean small = point.items() == LargeComparison.SMALL_ITEMS;
        bars.add(
            new Bar(
                Page.number("%,d", point.items()) + " items, " + point.keys(),
                point.measurement().perSecond(),
                small ? SMALL : LARGE));
      }
    }
    if (operation.equals(LargePage.GET)) {
      for (var point : large.store()) {
        bars.add(
            new Bar(
                "RocksDB alone, %d threads, %s".formatted(point.threads(), point.keys()),
                point.measurement().perSecond(),
                STORE));
      }
    }
    return bars;
  }

  private static double panel(Svg svg, String operation, List<Bar> bars, double y) {
    svg.text(16, y + 10, "start", 13, operation);
    double top = y + 16;
    double bottom = top + bars.size() * ROW;
    var axis = new Axis.Linear(bars.stream().mapToDouble(Bar::perSecond).max().orElse(0));
    for (double tick : axis.ticks()) {
      svg.line(x(axis, tick), top, x(axis, tick), bottom, Svg.GRID, 1);
      svg.text(x(axis, tick), bottom + 13, "middle", 10, Axis.label(tick));
    }
    double row = top;
    for (var bar : bars) {
      svg.text(LABELS - 8, row + 14, "end", 12, bar.title);
      svg.box(LABELS, row + 3, x(axis, bar.perSecond) - LABELS, ROW - 6, bar.color);
      svg.text(
          x(axis, bar.perSecond) + 6,
          row + 14,
          "start",
          12,
          String.format(Locale.ROOT, "%,.0f", bar.perSecond));
      row += ROW;
    }
    return bottom + 34;
  }

  private static double x(Axis axis, double value) {
    return LABELS + axis.position(value) * (RIGHT - LABELS);
  }

  private record Bar(String title, double perSecond, String color) {}
}
