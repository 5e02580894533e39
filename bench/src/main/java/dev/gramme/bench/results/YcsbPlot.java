package dev.gramme.bench.results;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The plot of the workloads of YCSB: a panel for each, with RocksDB's background work below. */
final class YcsbPlot {
  static final String FILE = "ycsb.svg";
  static final String TITLE = "Operations per second in the workloads of YCSB";

  private static final int LEFT = 80;
  private static final int RIGHT = 735;
  private static final int HEIGHT = 120;
  private static final int STRIP = 7;
  private static final int PANEL = HEIGHT + 90;
  private static final String RATE = Svg.color(0);
  private static final String FLUSH = Svg.color(1);
  private static final String COMPACTION = Svg.color(2);

  private final Svg svg = new Svg(TITLE);

  private YcsbPlot() {}

  /** The plot as SVG. */
  static String of(YcsbCourse course) {
    var plot = new YcsbPlot();
    plot.legend();
    double y = 76;
    for (var part : course.parts()) {
      plot.panel(part, y);
      y += PANEL;
    }
    return plot.svg.document(y);
  }

  private void legend() {
    var colors = List.of(RATE, Svg.INK, FLUSH, COMPACTION);
    var texts = List.of("operations", "half of the median", "flushes", "compactions");
    for (int i = 0; i < colors.size(); i++) {
      double x = 16 + i * 180.0;
      svg.box(x, 43, 12, 10, colors.get(i));
      svg.text(x + 18, 52, "start", 12, texts.get(i));
    }
  }

  private void panel(YcsbCourse.Part part, double y) {
    svg.text(16, y + 10, "start", 13, part.workload() + ": " + part.mixture());
    double top = y + 24;
    double bottom = top + HEIGHT;
    var rates =
        new Axis.Linear(part.perSecond().stream().mapToLong(Long::longValue).max().orElse(0));
    var seconds = new Axis.Linear(part.perSecond().size());
    for (double tick : rates.ticks()) {
      double line = bottom - rates.position(tick) * HEIGHT;
      svg.line(LEFT, line, RIGHT, line, Svg.GRID, 1);
      svg.text(LEFT - 8, line + 4, "end", 10, Axis.label(tick));
    }
    for (double tick : seconds.ticks()) {
      svg.text(x(seconds, tick), bottom + 32, "middle", 10, Axis.label(tick));
    }
    svg.text(RIGHT, bottom + 46, "end", 10, "seconds");
    double half = bottom - rates.position(part.median() / 2.0) * HEIGHT;
    svg.line(LEFT, half, RIGHT, half, Svg.INK, 0.8);
    strip(part.flushes(), seconds, bottom + 3, FLUSH);
    strip(part.compactions(), seconds, bottom + 3 + STRIP, COMPACTION);
    svg.path(
        IntStream.range(0, part.perSecond().size())
            .mapToObj(second ->
                String.format(
                    Locale.ROOT,
                    "%.1f,%.1f",
                    x(seconds, second + 0.5),
                    bottom - rates.position(part.perSecond().get(second)) * HEIGHT))
            .collect(Collectors.joining(" ")),
        RATE);
  }

  private void strip(List<Integer> marked, Axis seconds, double y, String color) {
    for (int second : marked) {
      double from = x(seconds, second);
      svg.box(from, y, x(seconds, second + 1.0) - from, STRIP - 1, color);
    }
  }

  private static double x(Axis seconds, double second) {
    return LEFT + seconds.position(second) * (RIGHT - LEFT);
  }
}
