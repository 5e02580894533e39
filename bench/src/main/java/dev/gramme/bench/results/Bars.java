package dev.gramme.bench.results;

import java.util.List;
import java.util.Locale;

/** Draws panels of horizontal bars. */
final class Bars {
  private static final int LABELS = 330;
  private static final int RIGHT = 735;
  private static final int ROW = 20;

  private Bars() {}

  /** A bar with its title on the left and its value on the right. */
  record Bar(String title, double value, String color) {}

  /** Draws a panel with an axis from zero; returns the position of the next one. */
  static double panel(Svg svg, String title, List<Bar> bars, double y) {
    svg.text(16, y + 10, "start", 13, title);
    double top = y + 16;
    double bottom = top + bars.size() * ROW;
    var axis = new Axis.Linear(bars.stream().mapToDouble(Bar::value).max().orElse(0));
    for (double tick : axis.ticks()) {
      svg.line(x(axis, tick), top, x(axis, tick), bottom, Svg.GRID, 1);
      svg.text(x(axis, tick), bottom + 13, "middle", 10, Axis.label(tick));
    }
    double row = top;
    for (var bar : bars) {
      svg.text(LABELS - 8, row + 14, "end", 12, bar.title);
      svg.box(LABELS, row + 3, x(axis, bar.value) - LABELS, ROW - 6, bar.color);
      svg.text(
          x(axis, bar.value) + 6,
          row + 14,
          "start",
          12,
          String.format(Locale.ROOT, "%,.0f", bar.value));
      row += ROW;
    }
    return bottom + 34;
  }

  private static double x(Axis axis, double value) {
    return LABELS + axis.position(value) * (RIGHT - LABELS);
  }
}
