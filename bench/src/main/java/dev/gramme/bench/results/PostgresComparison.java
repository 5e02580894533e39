package dev.gramme.bench.results;

import java.util.List;

/**
 * Gramme on PostgreSQL, compared with the same statements in PostgreSQL alone.
 *
 * @param points the results; those of an operation follow each other, Gramme's first
 * @param servers the rates of several servers
 * @param coldStart the first seconds of a server
 * @param overwriting what overwriting leaves in the table
 */
public record PostgresComparison(
    Run run,
    List<ClusterComparison.Point> points,
    List<Servers> servers,
    ColdStart coldStart,
    Overwriting overwriting) {
  /** The share of the steady rate at which a server counts as warm. */
  private static final double WARM = 0.9;

  /** The last seconds of a start, whose median is the steady rate. */
  private static final int STEADY_SECONDS = 10;

  public PostgresComparison {
    points = List.copyOf(points);
    servers = List.copyOf(servers);
  }

  /**
   * The rate of an operation with some servers on the same database.
   *
   * @param rates requests per second with 1, 2 and 4 servers
   */
  public record Servers(String operation, List<Double> rates) {
    public Servers {
      rates = List.copyOf(rates);
    }
  }

  /**
   * The first seconds of a server under load.
   *
   * @param perSecond the requests in each second since its first answer
   */
  public record ColdStart(String operation, List<Long> perSecond) {
    public ColdStart {
      perSecond = List.copyOf(perSecond);
    }

    /** The median of the last seconds. */
    long steady() {
      int size = perSecond.size();
      var last = perSecond.subList(Math.max(0, size - STEADY_SECONDS), size);
      return last.stream().sorted().toList().get(last.size() / 2);
    }

    /** The second, from 1, that first reaches nine tenths of the steady rate. */
    int warmSecond() {
      for (int i = 0; i < perSecond.size(); i++) {
        if (perSecond.get(i) >= WARM * steady()) {
          return i + 1;
        }
      }
      throw new IllegalStateException("no second reaches the median of the last ones");
    }
  }

  /**
   * A load that only replaces items.
   *
   * @param minutes its duration
   * @param writes the number of replaced items
   * @param megabytesBefore the size of the table and its index before it
   * @param megabytesAfter the size after it
   * @param mostMegabytes the largest size at the end of a minute
   * @param mostDeadRows the most replaced rows that were not yet removed at the end of a minute
   * @param vacuums how often PostgreSQL removed replaced rows by itself during it
   */
  public record Overwriting(
      int minutes,
      long writes,
      double megabytesBefore,
      double megabytesAfter,
      double mostMegabytes,
      long mostDeadRows,
      long vacuums) {}
}
