package dev.gramme.bench.results;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The plots of a comparison. */
final class Plots {
  /** Stands for the figures of a load of which no request was answered. */
  static final String NO_ANSWER = "no answer";

  private static final int CONNECTIONS = 16;
  private static final int LABELS = 270;
  private static final int RIGHT = 735;
  private static final int ROW = 20;
  private static final int TOP = 52;
  private static final int COURSE_LEFT = 80;
  private static final int COURSE_HEIGHT = 200;

  private static final String THROUGHPUT = "throughput.svg";
  private static final String LATENCY = "latency.svg";
  private static final String PROCESSOR = "processor-time.svg";
  private static final String COURSE = "over-time.svg";

  private static final Map<String, String> TITLES =
      Map.of(
          THROUGHPUT,
          "Requests per second, 16 connections",
          LATENCY,
          "Latency percentiles, 16 connections",
          PROCESSOR,
          "Processor time of the server for each request, 16 connections",
          COURSE,
          "Requests per second over time, 16 connections");

  private static final String FRESH = "fresh-";

  private final Comparison comparison;

  /** The beginning of the names of all files. */
  private final String prefix;

  private Plots(Comparison comparison, String prefix) {
    this.comparison = comparison;
    this.prefix = prefix;
  }

  /** The file names and contents of the plots for which there are measurements. */
  static Map<String, String> of(Comparison comparison) {
    return new Plots(comparison, "").files();
  }

  /** The same for requests that are formatted when they are sent. */
  static Map<String, String> fresh(Comparison comparison) {
    return new Plots(comparison, FRESH).files();
  }

  private Map<String, String> files() {
    var files = new LinkedHashMap<String, String>();
    if (!operations().isEmpty()) {
      files.put(
          prefix + THROUGHPUT,
          bars(THROUGHPUT, "requests per second", point -> point.measurement().perSecond()));
      files.put(prefix + LATENCY, latencies());
      files.put(
          prefix + PROCESSOR,
          bars(PROCESSOR, "microseconds per request", Comparison.Point::processorMicros));
    }
    if (!comparison.courses().isEmpty()) {
      files.put(prefix + COURSE, courses());
    }
    return files;
  }

  /** The title of a plot. */
  static String title(String file) {
    return file.startsWith(FRESH)
        ? title(file.substring(FRESH.length())) + ", formatted requests"
        : TITLES.getOrDefault(file, file);
  }

  /** A group of bars for each operation. */
  private String bars(String file, String unit, ToDoubleFunction<Comparison.Point> value) {
    var svg = new Svg(title(prefix + file));
    double y = TOP;
    for (var operation : operations()) {
      var points = points(operation);
      var axis = new Axis.Linear(points.stream().mapToDouble(value).max().orElse(0));
      y = head(svg, axis, operation, unit, points.size(), y);
      for (var point : points) {
        double x = x(axis, value.applyAsDouble(point));
        svg.text(LABELS - 8, y + 14, "end", 12, serverTitle(point.server()));
        svg.box(LABELS, y + 3, x - LABELS, ROW - 6, color(point.server()));
        svg.text(
            x + 6,
            y + 14,
            "start",
            12,
            point.measurement().hasAnswers()
                ? String.format(Locale.ROOT, "%,.0f", value.applyAsDouble(point))
                : NO_ANSWER);
        y += ROW;
      }
      y += 34;
    }
    return svg.document(y);
  }

  /** A range from the median to the 99.9th percentile for each operation and server. */
  private String latencies() {
    var svg = new Svg(title(prefix + LATENCY));
    double y = TOP;
    Percentiles.legend(svg, y);
    y += 24;
    var axis =
        Percentiles.axis(
            comparison.points().stream()
                .filter(Plots::isDrawn)
                .map(Comparison.Point::measurement)
                .toList());
    for (var operation : operations()) {
      var points = points(operation);
      y = head(svg, axis, operation, "milliseconds, logarithmic", points.size(), y);
      for (var point : points) {
        svg.text(LABELS - 8, y + 14, "end", 12, serverTitle(point.server()));
        if (point.measurement().hasAnswers()) {
          var at =
              Percentiles.millis(point.measurement()).stream()
                  .map(millis -> x(axis, millis))
                  .toList();
          Percentiles.draw(svg, at, y + ROW / 2.0, color(point.server()));
        } else {
          svg.text(LABELS + 6, y + 14, "start", 12, NO_ANSWER);
        }
        y += ROW;
      }
      y += 34;
    }
    return svg.document(y);
  }

  /** Draws the title, the grid and the axis of a panel; returns the position of its first row. */
  private static double head(
      Svg svg, Axis axis, String operation, String unit, int rows, double y) {
    svg.text(16, y + 10, "start", 13, operation);
    double top = y + 16;
    double bottom = top + rows * ROW;
    for (double tick : axis.ticks()) {
      svg.line(x(axis, tick), top, x(axis, tick), bottom, Svg.GRID, 1);
      svg.text(x(axis, tick), bottom + 13, "middle", 10, Axis.label(tick));
    }
    svg.text(LABELS - 24, bottom + 13, "end", 10, unit);
    return top;
  }

  private static double x(Axis axis, double value) {
    return LABELS + axis.position(value) * (RIGHT - LABELS);
  }

  /** A line for each server, in a panel for each operation. */
  private String courses() {
    var svg = new Svg(title(prefix + COURSE));
    double y = TOP;
    var operations = comparison.courses().stream().map(Comparison.Course::operation).distinct();
    for (var operation : operations.toList()) {
      var courses =
          comparison.courses().stream().filter(one -> one.operation().equals(operation)).toList();
      svg.text(16, y + 10, "start", 13, operation);
      coursePanel(svg, courses, y + 24);
      y += COURSE_HEIGHT + 76;
      for (int i = 0; i < courses.size(); i++) {
        double x = 16 + i % 3 * 268.0;
        int row = i / 3;
        double line = y - 6 + row * 18;
        svg.box(x, line - 9, 12, 10, color(courses.get(i).server()));
        svg.text(x + 18, line, "start", 12, serverTitle(courses.get(i).server()));
      }
      y += (courses.size() + 2) / 3 * 18 + 16;
    }
    return svg.document(y);
  }

  private void coursePanel(Svg svg, List<Comparison.Course> courses, double top) {
    double bottom = top + COURSE_HEIGHT;
    var rates =
        new Axis.Linear(
            courses.stream()
                .flatMap(course -> course.perSecond().stream())
                .mapToDouble(Long::doubleValue)
                .max()
                .orElse(0));
    var seconds =
        new Axis.Linear(
            courses.stream().mapToInt(course -> course.perSecond().size()).max().orElse(0));
    for (double tick : rates.ticks()) {
      double y = bottom - rates.position(tick) * COURSE_HEIGHT;
      svg.line(COURSE_LEFT, y, RIGHT, y, Svg.GRID, 1);
      svg.text(COURSE_LEFT - 8, y + 4, "end", 10, Axis.label(tick));
    }
    for (double tick : seconds.ticks()) {
      svg.text(courseX(seconds, tick), bottom + 14, "middle", 10, Axis.label(tick));
    }
    svg.text(COURSE_LEFT, top - 8, "start", 10, "requests per second");
    svg.text(RIGHT, bottom + 28, "end", 10, "seconds since the start of the load");
    for (var course : courses) {
      var points = new ArrayList<String>();
      for (int second = 0; second < course.perSecond().size(); second++) {
        points.add(
            String.format(
                Locale.ROOT,
                "%.1f,%.1f",
                courseX(seconds, second + 1.0),
                bottom - rates.position(course.perSecond().get(second)) * COURSE_HEIGHT));
      }
      svg.path(String.join(" ", points), color(course.server()));
    }
  }

  private static double courseX(Axis seconds, double second) {
    return COURSE_LEFT + seconds.position(second) * (RIGHT - COURSE_LEFT);
  }

  private List<String> operations() {
    return comparison.points().stream()
        .filter(Plots::isDrawn)
        .map(Comparison.Point::operation)
        .distinct()
        .toList();
  }

  private List<Comparison.Point> points(String operation) {
    return comparison.points().stream()
        .filter(point -> isDrawn(point) && point.operation().equals(operation))
        .toList();
  }

  private static boolean isDrawn(Comparison.Point point) {
    return point.connections() == CONNECTIONS;
  }

  private String serverTitle(String id) {
    return comparison.servers().get(index(id)).title();
  }

  private String color(String id) {
    return Svg.color(index(id));
  }

  private int index(String id) {
    return comparison.servers().stream().map(Comparison.Server::id).toList().indexOf(id);
  }
}
