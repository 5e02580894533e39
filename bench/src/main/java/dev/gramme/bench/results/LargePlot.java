package dev.gramme.bench.results;

import java.util.ArrayList;
import java.util.List;

/**
 * The plot of operations on a large and on a small table, beside gets of RocksDB and of the engine
 * alone.
 */
final class LargePlot {
  static final String FILE = "large.svg";
  static final String TITLE = "Requests per second with many and with few items";

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
      y = Bars.panel(svg, operation, bars(large, operation), y);
    }
    return svg.document(y);
  }

  private static List<Bars.Bar> bars(LargeComparison large, String operation) {
    var bars = new ArrayList<Bars.Bar>();
    for (var point : large.points()) {
      if (point.operation().equals(operation)) {
        boolean small = point.items() == LargeComparison.SMALL_ITEMS;
        bars.add(
            new Bars.Bar(
                Page.number("%,d", point.items()) + " items, " + point.keys(),
                point.measurement().perSecond(),
                small ? SMALL : LARGE));
      }
    }
    if (operation.equals(LargePage.GET)) {
      large.store().forEach(point -> bars.add(bar("RocksDB alone", point)));
      large.engineReads().forEach(point -> bars.add(bar("engine alone", point)));
    }
    return bars;
  }

  private static Bars.Bar bar(String reader, LargeComparison.StorePoint point) {
    return new Bars.Bar(
        "%s, %d threads, %s".formatted(reader, point.threads(), point.keys()),
        point.measurement().perSecond(),
        STORE);
  }
}
