package dev.gramme.engine.throttle;

/**
 * The demand for a budget in units per second, averaged over the last three exchanges. It counts
 * refused requests too: otherwise a server could never get more than it has.
 */
final class Demand {
  private static final int EXCHANGES = 3;

  /** A rate up to this value is a rounding error and counts as none. */
  private static final double ROUNDING = 1e-6;

  private double units;
  private double last;
  private double secondLast;
  private double average;

  /** Adds requested units; a negative number removes those of an attempt that is repeated. */
  void add(double more) {
    units += more;
  }

  /** Ends the interval between two exchanges. */
  void roll(double seconds) {
    double rate = units / seconds;
    double current = rate > ROUNDING ? rate : 0;
    average = (current + last + secondLast) / EXCHANGES;
    secondLast = last;
    last = current;
    units = 0;
  }

  /** The demand at the last exchange. */
  double unitsPerSecond() {
    return average;
  }

  /** The demand of each half of a partition that splits. */
  Demand half() {
    var half = new Demand();
    half.units = units / 2;
    half.last = last / 2;
    half.secondLast = secondLast / 2;
    half.average = average / 2;
    return half;
  }
}
