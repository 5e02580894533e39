package dev.gramme.bench.results;

import java.util.List;

/**
 * Gramme on Cassandra, compared with plain Cassandra.
 *
 * @param growth the rates of one and of two servers
 * @param heldGrowth the same with servers that are limited to a share of a processor
 */
public record ClusterComparison(
    Run run, List<Point> points, List<Growth> growth, List<Growth> heldGrowth) {
  /** The system of a point that is not a statement of Cassandra. */
  public static final String GRAMME = "Gramme";

  public ClusterComparison {
    points = List.copyOf(points);
    growth = List.copyOf(growth);
    heldGrowth = List.copyOf(heldGrowth);
  }

  /**
   * A result. Those of an operation follow each other, Gramme's first.
   *
   * @param system Gramme, or a statement of Cassandra
   */
  public record Point(String operation, String system, int connections, Sample sample) {}

  /**
   * The measurement of one load.
   *
   * @param nodesMillis processor time of all nodes per request, NaN if unknown
   * @param clientMillis the same for the client of the nodes: the server, or the driver with its
   *     load
   */
  public record Sample(
      double perSecond,
      long p50Micros,
      long p99Micros,
      long errors,
      double nodesMillis,
      double clientMillis) {
    /** From a measurement. */
    public static Sample of(Measurement measurement, double nodesMillis, double clientMillis) {
      return new Sample(
          measurement.perSecond(),
          measurement.p50Micros(),
          measurement.p99Micros(),
          measurement.errors(),
          nodesMillis,
          clientMillis);
    }
  }

  /**
   * The rate of one and of two servers.
   *
   * @param share the processors that each server may use, 0 if it is not limited
   */
  public record Growth(String operation, double share, double one, double two) {}
}
