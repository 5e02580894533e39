package dev.gramme.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The report of a cluster, as Markdown tables. */
final class ClusterReport {
  private final List<String> points = new ArrayList<>();
  private final List<String> growth = new ArrayList<>();
  private final List<String> held = new ArrayList<>();

  /**
   * The measurement of one load.
   *
   * @param nodesMillis processor time of all nodes per request, NaN if unknown
   * @param clientMillis the same for the client of the nodes: the server, or the driver with its
   *     load
   */
  record Point(Measurement measurement, double nodesMillis, double clientMillis) {
    static Point of(Measurement measurement) {
      return new Point(measurement, Double.NaN, Double.NaN);
    }

    long p50Micros() {
      return measurement.p50Micros();
    }
  }

  /** Adds the results of Gramme and of plain Cassandra. */
  void add(String title, int connections, Point gramme, List<Alone> alone) {
    points.add(row(title, "Gramme", connections, gramme, ""));
    for (var one : alone) {
      double times = gramme.p50Micros() / (double) one.point.p50Micros();
      double rate = one.point.measurement.perSecond() / gramme.measurement.perSecond();
      points.add(
          row(
              "",
              one.title,
              connections,
              one.point,
              String.format(Locale.ROOT, "%.2f (%.2f)", times, rate)));
    }
  }

  /** A statement of Cassandra and its result. */
  record Alone(String title, Point point) {}

  private static String row(String what, String who, int connections, Point point, String times) {
    var measured = point.measurement;
    return String.format(
        Locale.ROOT,
        "| %s | %s | %d | %,.0f | %.2f | %.2f | %d | %s | %s | %s |",
        what,
        who,
        connections,
        measured.perSecond(),
        measured.p50Micros() / 1000.0,
        measured.p99Micros() / 1000.0,
        measured.errors(),
        millis(point.nodesMillis),
        millis(point.clientMillis),
        times);
  }

  /** Empty for a value that was not measured. */
  private static String millis(double millis) {
    return Double.isNaN(millis) ? "" : String.format(Locale.ROOT, "%.2f", millis);
  }

  /** Adds a comparison of one server with two, which share the machine. */
  void grows(Workload workload, double one, double two) {
    growth.add(
        String.format(
            Locale.ROOT,
            "| %s | %,.0f | %,.0f | %s |",
            workload.title(),
            one,
            two,
            times(one, two)));
  }

  /** Adds a comparison of one server with two, each limited to a share of a processor. */
  void growsHeld(Workload workload, double share, double one, double two) {
    held.add(
        String.format(
            Locale.ROOT,
            "| %s | %.1f%% | %,.0f | %,.0f | %s |",
            workload.title(),
            share * 100,
            one,
            two,
            times(one, two)));
  }

  /** The ratio of two values, if the first is not zero. */
  private static String times(double one, double other) {
    return one == 0 ? "" : String.format(Locale.ROOT, "%.2f", other / one);
  }

  /** The tables. */
  String text(String about) {
    return """

    ## On Cassandra

    %s

    | operation | who | connections | per second | p50 ms | p99 ms | errors | nodes, ms | server or driver, ms | p50, Gramme's to this (per second, this to Gramme's) |
    |---|---|--:|--:|--:|--:|--:|--:|--:|--:|
    %s

    | 16 connections | one server, per second | two servers | grows |
    |---|--:|--:|--:|
    %s

    | each server held at a share of a processor | share | one server, per second | two servers | grows |
    |---|--:|--:|--:|--:|
    %s
    """
        .formatted(
            about,
            String.join("\n", points),
            String.join("\n", growth),
            held.isEmpty()
                ? "| not measured: needs Linux's control groups, version 1, as root | | | | |"
                : String.join("\n", held));
  }
}
