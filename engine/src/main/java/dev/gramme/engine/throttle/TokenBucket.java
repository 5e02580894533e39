package dev.gramme.engine.throttle;

/**
 * Units that come in at a rate, are kept up to a capacity, and are taken out by requests.
 *
 * <p>As long as there is any credit, a request is admitted whatever it costs. What it takes beyond
 * the credit is a debt, and further requests are refused until the debt is paid off (measured on
 * the service in September 2026). So over any time no more is taken than the rate times the time,
 * plus the capacity, plus one request. Time that goes back counts as none.
 */
final class TokenBucket {
  private static final double MICROS_PER_SECOND = 1e6;

  /** Below this, units are missing by the rounding of fractions only. */
  private static final double ROUNDING = 1e-6;

  private double unitsPerSecond;
  private double capacity;
  private double units;
  private long filledMicros;

  /** A full bucket. */
  TokenBucket(double unitsPerSecond, double capacity, long nowMicros) {
    this(unitsPerSecond, capacity, capacity, nowMicros);
  }

  private TokenBucket(double unitsPerSecond, double capacity, double units, long nowMicros) {
    this.unitsPerSecond = unitsPerSecond;
    this.capacity = capacity;
    this.units = units;
    this.filledMicros = nowMicros;
  }

  /** Another one as full as this one. */
  TokenBucket copy() {
    return new TokenBucket(unitsPerSecond, capacity, units, filledMicros);
  }

  /** Takes units out if there is any credit. */
  boolean take(double wanted, long nowMicros) {
    fill(nowMicros);
    if (units <= ROUNDING) {
      return false;
    }
    units -= wanted;
    return true;
  }

  /** Puts back what was taken and not used. */
  void putBack(double taken) {
    units = Math.min(capacity, units + taken);
  }

  /** Changes rate and capacity. What is in it stays, as far as it has room. */
  void resize(double newUnitsPerSecond, double newCapacity, long nowMicros) {
    fill(nowMicros);
    unitsPerSecond = newUnitsPerSecond;
    capacity = newCapacity;
    units = Math.min(units, newCapacity);
  }

  private void fill(long nowMicros) {
    if (nowMicros > filledMicros) {
      double gained = unitsPerSecond * (nowMicros - filledMicros) / MICROS_PER_SECOND;
      units = Math.min(capacity, units + gained);
      filledMicros = nowMicros;
    }
  }
}
